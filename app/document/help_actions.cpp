#include "app/document/help_actions.h"

#include "app/document/document_files.h"
#include "app/document/help_pages.h"
#include "app/document/project_page.h"
#include "project/structure/element_fields.h"
#include "widgets/controls/dialog.h"
#include "widgets/diagram/canvas/canvas_keys.h"
#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/view/canvas_view.h"
#include "widgets/document/model/document_model.h"
#include "widgets/parameters/inspector/inspector_controller.h"
#include "widgets/parameters/inspector/property_inspector.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr QSize keysSize(560, 640);

/// The page of the reference about an element; the index if it has none.
QString pageOf(const project::Project& project, const ElementRef& element)
{
    QString name;
    if (element.kind == ElementKind::block) {
        const auto* diagram = project::findDiagram(project, element.ids.value(0).toStdString());
        const auto* block = diagram ? project::findBlock(*diagram, element.ids.value(1).toStdString()) : nullptr;
        name = block ? "blocks/" + QString::fromStdString(block->type) : QString();
    } else if (const auto fields = project::elementFields(project, element.kind, idsOf(element))) {
        name = "fields/" + QString::fromStdString(fields->word);
    }
    return name.replace(' ', '-') + ".md";
}

/// All actions of a menu that have a key, and those of the menus in it.
void addKeys(const QMenu& menu, QTreeWidgetItem& heading)
{
    for (const QAction* action : menu.actions()) {
        if (action->menu())
            addKeys(*action->menu(), heading);
        QStringList keys;
        for (const QKeySequence& key : action->shortcuts())
            keys.append(key.toString(QKeySequence::NativeText));
        if (!keys.isEmpty())
            new QTreeWidgetItem(&heading, {QString(action->text()).remove('&'), keys.join(HelpActions::tr(" or "))});
    }
}

bool belongsTo(const QWidget* dialog, const QWidget& window)
{
    while (dialog && dialog != &window)
        dialog = dialog->parentWidget();
    return dialog != nullptr;
}

void about(QWidget* window)
{
    QMessageBox::about(window, HelpActions::tr("About Headroom"),
                       HelpActions::tr("<p><b>Headroom %1</b></p><p>Simulates storage and big-data clusters before "
                                       "anyone buys them: how fast, what saturates first, what it takes.</p><p>Free "
                                       "software under the GNU General Public License, version 3 or later.</p>")
                           .arg(HEADROOM_VERSION));
}

} // namespace

HelpActions::HelpActions(DocumentFiles& files, DocumentModel& model, InspectorController& inspection,
                         PropertyInspector& inspector, QWidget& window)
    : QObject(&window), files_(files), model_(model), inspection_(inspection), inspector_(inspector), window_(window)
{
    QCoreApplication::instance()->installEventFilter(this);
}

bool HelpActions::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress || !static_cast<QKeyEvent*>(event)->matches(QKeySequence::HelpContents))
        return QObject::eventFilter(watched, event);
    auto* focus = qobject_cast<QWidget*>(watched);
    auto* dialog = focus ? qobject_cast<QDialog*>(focus->window()) : nullptr;
    if (!dialog || dialog->objectName() == "help" || !belongsTo(dialog, window_))
        return QObject::eventFilter(watched, event);
    QString page = manualPageAround(focus);
    if (page.isEmpty())
        page = manualPageAround(window_.focusWidget()); // of the view where the dialog was opened
    showHelpPage(project::blockTypesOf(model_.project()), page.isEmpty() ? QString("index.md") : page, {}, dialog);
    return true;
}

void HelpActions::fillMenu(QMenu& menu, QMenuBar& all)
{
    QWidget* window = &window_;
    menu.addAction(icon("help-contents"), tr("&Page of what is selected"), this, [this] { showPage(); })
        ->setShortcut(QKeySequence::HelpContents);
    menu.addAction(icon("input-keyboard"), tr("&Keyboard shortcuts"), this, [this, &all] { showKeys(all); });
    menu.addAction(icon("help-hint"), tr("&Draw your first system"), this, &HelpActions::tourWanted);
    menu.addSeparator();
    DocumentFiles& files = files_;
    QAction* page =
        menu.addAction(tr("About this p&roject"), this, [&files, window] { showProjectPage(files.page(), window); });
    page->setShortcut(QKeySequence("Shift+F1"));
    menu.addAction(tr("&About Headroom"), this, [window] { about(window); });
    // The shortcut works without the menu, too.
    const auto enable = [&files, page] { page->setEnabled(!files.page().isEmpty()); };
    connect(&menu, &QMenu::aboutToShow, page, enable);
    connect(&model_, &DocumentModel::replaced, page, enable, Qt::QueuedConnection);
    enable();
}

/// The page of the view with the focus. In the inspector, and in a drawing with a selection, that of the element, at
/// the field with the focus.
void HelpActions::showPage()
{
    const project::Project& project = model_.project();
    const QList<ElementRef>& elements = inspection_.elements();
    const QWidget* focus = QApplication::focusWidget();
    QString page = manualPageAround(focus);
    const auto* canvas = qobject_cast<const CanvasView*>(focus);
    const bool selected = canvas ? canvas->scene() && static_cast<CanvasScene*>(canvas->scene())->hasSelection()
                                 : page.isEmpty() || (focus && inspector_.isAncestorOf(focus));
    if (selected && !elements.isEmpty())
        page = pageOf(project, elements.front());
    showHelpPage(project::blockTypesOf(project), page.isEmpty() ? QString("index.md") : page, inspector_.focusedField(),
                 &window_);
}

/// Made from the actions of the menus, and from what the drawings do with keys.
void HelpActions::showKeys(QMenuBar& all)
{
    auto* window = named(new widgets::Dialog(&window_), "keys");
    window->setWindowTitle(tr("Keyboard shortcuts"));
    window->setAttribute(Qt::WA_DeleteOnClose);
    auto* list = new QTreeWidget;
    list->setHeaderLabels({tr("What it does"), tr("Key")});
    list->setAccessibleName(tr("Keyboard shortcuts"));
    list->setSelectionMode(QAbstractItemView::NoSelection);
    for (const QAction* menu : all.actions()) {
        auto* heading = new QTreeWidgetItem(list, {QString(menu->text()).remove('&')});
        addKeys(*menu->menu(), *heading);
        if (heading->childCount() == 0)
            delete heading;
    }
    auto* drawing = new QTreeWidgetItem(list, {tr("In a drawing")});
    for (const auto& [what, key] : canvasKeys())
        new QTreeWidgetItem(drawing, {what, key});
    list->expandAll();
    list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list->header()->setStretchLastSection(false);
    list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    auto* column = new QVBoxLayout(window);
    column->addWidget(list);
    window->resize(keysSize);
    window->show();
}

} // namespace headroom::app
