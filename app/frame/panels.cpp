#include "app/frame/panels.h"

#include "app/base/name_dialog.h"
#include "app/base/settings.h"
#include "app/document/help_pages.h"
#include "app/frame/workspace.h"
#include "app/results/prediction_text.h"
#include "project/vocabulary/block_catalogue.h"
#include "widgets/document/edits/preset_edits.h"
#include "widgets/parameters/panel/parameter_controller.h"
#include "widgets/parameters/panel/preset_bar.h"
#include "widgets/theme/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QMainWindow>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <QUndoView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headroom::app {

using namespace widgets;

namespace {

/// Increased when docks come or go, so that an old arrangement is not applied to new docks.
constexpr int arrangementVersion = 2;
constexpr const char* moreKey = "window/moreParameters";
constexpr int narrowWindow = 1400; // pixels; a narrower window has narrower side panels
constexpr int leastResults = 194;  // pixels: the tabs, three panels with two labels each and a time axis

QScrollArea* asPanel(QWidget* content)
{
    QScrollArea* area = widgets::scrolledInFrame(content);
    area->setMinimumWidth(220);
    return area;
}

/// A widget with a button below it.
QWidget* above(QWidget* upper, QAbstractButton* lower)
{
    auto* both = new QWidget;
    auto* column = new QVBoxLayout(both);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(upper, 1);
    column->addWidget(lower);
    return both;
}

} // namespace

Panels::Panels(Workspace& workspace)
    : workspace_(workspace), window_(workspace.window()), tree_(new ProjectTree(workspace.model())),
      insert_(named(new QToolButton, "insert")), palette_(new BlockPalette), parameters_(new ParameterPanel),
      inspector_(new PropertyInspector), inspection_(new InspectorController(workspace.model(), *inspector_, this)),
      results_(new ResultsPanel(workspace.runs(), &window_))
{
    insert_->setIcon(icon("list-add"));
    insert_->setText(tr("Insert"));
    insert_->setToolTip(tr("Add a workload, a ring, a state item, a disturbance … to the project"));
    insert_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    insert_->setPopupMode(QToolButton::InstantPopup);
    insert_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    tree_->setAccessibleName(tr("Project"));
    treeDock_ = addDock("project", tr("Project"), Qt::LeftDockWidgetArea, above(tree_, insert_));
    results_->setPredictor(
        [this](const record::Summary& summary) { return predictionText(workspace_.model().project(), summary); });
    makePalettes();
    makeParameters();
    makeResults();
    makeHistory();
    connectDocument();
}

void Panels::setInsertMenu(QMenu& menu)
{
    insert_->setMenu(&menu);
}

QDockWidget* Panels::addDock(const QString& name, const QString& title, Qt::DockWidgetArea area, QWidget* content)
{
    auto* dock = named(new QDockWidget(title, &window_), name);
    dock->setWidget(content);
    setManualPage(*dock, name == "blocks" ? QString("palette") : name);
    if (content->accessibleName().isEmpty())
        content->setAccessibleName(title);
    dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable);
    window_.addDockWidget(area, dock);
    return dock;
}

/// The palette belongs to the visible drawing.
void Panels::makePalettes()
{
    auto* palettes = new QStackedWidget;
    palettes->addWidget(palette_);
    palettes->addWidget(&workspace_.topologyPage().palette());
    paletteDock_ = addDock("blocks", tr("Blocks"), Qt::LeftDockWidgetArea, palettes);
    connect(&workspace_.tabs(), &QTabWidget::currentChanged, palettes, [this, palettes] {
        const bool hardware = workspace_.tabs().currentWidget() == &workspace_.topology();
        palettes->setCurrentIndex(hardware ? 1 : 0);
        paletteDock_->setWindowTitle(hardware ? tr("Parts") : tr("Blocks"));
        hidePalette(!hardware && workspace_.tabs().currentWidget() != &workspace_.software());
    });
}

/// Beside a page without a drawing the palette would have no effect: its room goes to the project tree.
void Panels::hidePalette(bool hidden)
{
    if (hidden && paletteDock_->isVisible()) {
        paletteDock_->hide();
        paletteAway_ = true;
    } else if (!hidden && std::exchange(paletteAway_, false)) {
        paletteDock_->show();
    }
}

void Panels::makeParameters()
{
    // The dock's title replaces the panel's heading.
    for (QLabel* label : parameters_->findChildren<QLabel*>(Qt::FindDirectChildrenOnly))
        if (label->property("look").toString() == "heading")
            label->hide();
    parameters_->layout()->setContentsMargins(rhythm::margin, 0, rhythm::margin, rhythm::margin);
    parameterArea_ = asPanel(parameters_);
    parameterArea_->setAccessibleName(tr("Generic parameters"));
    // Outside what is scrolled it is always seen, and ticking a value moves no row under the pointer.
    parameterDock_ = addDock("parameters", tr("Generic parameters"), Qt::RightDockWidgetArea,
                             above(parameterArea_, parameters_->studyButton()));
    inspectorDock_ = addDock("properties", tr("Properties"), Qt::RightDockWidgetArea, asPanel(inspector_));
    inspector_->layout()->setContentsMargins(rhythm::margin, 0, rhythm::margin, rhythm::margin);
    sideRoom_ = new SideRoom(window_, *parameterDock_, *inspectorDock_, *parameters_, *inspector_);
    connect(inspector_, &PropertyInspector::left, this, &Panels::leaveInspector);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (now == tree_ || now == workspace_.software().view() || now == workspace_.topology().view())
            selectedIn_ = now;
    });
}

/// Back to the tree or drawing in which the element was selected.
void Panels::leaveInspector()
{
    QWidget* there = selectedIn_ && selectedIn_->isVisible() ? selectedIn_ : workspace_.currentCanvas().view();
    there->setFocus(Qt::OtherFocusReason);
}

void Panels::makeResults()
{
    results_->toggleViewAction()->setText(tr("Results"));
    window_.addDockWidget(Qt::BottomDockWidgetArea, results_);
    resultsRoom_ = new ResultsRoom(window_, workspace_.tabs(), *results_);
    StatusLine& status = workspace_.status();
    connect(&status, &StatusLine::problemsWanted, results_, [this] { results_->showTab(ResultsPanel::problemsTab); });
    connect(&workspace_.files(), &DocumentFiles::message, results_, &ResultsPanel::addMessage);
}

void Panels::makeHistory()
{
    auto* history = named(new QUndoView(workspace_.model().undoStack()), "undoHistory", tr("History"));
    history->setEmptyLabel(tr("As it was opened"));
    history->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    history->setTextElideMode(Qt::ElideMiddle);
    historyDock_ = addDock("history", tr("History"), Qt::LeftDockWidgetArea, history);
    window_.tabifyDockWidget(treeDock_, historyDock_);
    window_.setTabPosition(Qt::LeftDockWidgetArea, QTabWidget::North);
    treeDock_->raise();
    for (QDockWidget* dock : {treeDock_, historyDock_}) {
        const auto title = [this, dock] { titleOrTab(*dock); };
        connect(dock, &QDockWidget::topLevelChanged, this, title, Qt::QueuedConnection);
        connect(dock, &QDockWidget::dockLocationChanged, this, title, Qt::QueuedConnection);
        title();
    }
}

/// A panel in a tab needs no title bar with the same text.
void Panels::titleOrTab(QDockWidget& dock)
{
    const bool tab = !dock.isFloating() && !window_.tabifiedDockWidgets(&dock).isEmpty();
    if (tab == (dock.titleBarWidget() != nullptr))
        return;
    delete dock.titleBarWidget();
    dock.setTitleBarWidget(tab ? new QWidget : nullptr);
}

void Panels::connectDocument()
{
    DocumentFiles& files = workspace_.files();
    connect(&files, &DocumentFiles::libraryChanged, this, [this, &files] {
        inspection_->setLibrary(files.library());
        parameters_->setLibrary(files.library().get());
    });
    connect(&files, &DocumentFiles::opened, this,
            [this, &files] { parameters_->setProject(&workspace_.model().project(), files.library().get()); });
    connect(&files, &DocumentFiles::opened, palette_,
            [this] { palette_->setTypes(project::blockTypesOf(workspace_.model().project())); });
    connect(&files, &DocumentFiles::saved, parameters_, &ParameterPanel::markSaved);
    connect(&workspace_.model(), &DocumentModel::changed, parameters_, &ParameterPanel::refresh);
    connect(inspection_, &InspectorController::renamed, tree_, &ProjectTree::markElement);
    connect(inspection_, &InspectorController::refused, &workspace_.status(), &StatusLine::say);
    connect(inspection_, &InspectorController::parameterMade, this, [this](const QString& name) {
        parameterDock_->show();
        parameters_->editName(name);
        bringToView();
    });
    connect(inspection_, &InspectorController::parameterWanted, this, &Panels::showParameter);
    auto* controller = new ParameterController(workspace_.model(), *parameters_, this);
    connect(controller, &ParameterController::placeChosen, this, &Panels::placeChosen);
    connect(controller, &ParameterController::panelWanted, parameterDock_, &QWidget::show);
    connect(controller, &ParameterController::elementWanted, this, &Panels::elementWanted);
    connectPresets();
    parameters_->setMoreOpen(openSettings().value(moreKey).toBool());
    connect(parameters_, &ParameterPanel::moreOpened, this, [](bool open) { openSettings().setValue(moreKey, open); });
}

/// Names are asked for here, since the panel knows no dialogs.
void Panels::connectPresets()
{
    DocumentModel& model = workspace_.model();
    PresetBar& presets = parameters_->presets();
    const auto ask = [this, &model](const QString& title, const QString& id, const QString& initial) {
        return askName(&window_, title, initial,
                       [&model, id](const QString& name) { return presetNameRefusal(model.project(), id, name); })
            .trimmed();
    };
    const auto make = [this, &model, ask] {
        if (const QString name = ask(tr("Make a preset of these values"), {}, {}); !name.isEmpty())
            parameters_->setPreset(addPreset(model, name));
    };
    connect(&presets, &PresetBar::makeWanted, this, make);
    connect(parameters_, &ParameterPanel::presetWanted, this, make);
    connect(&presets, &PresetBar::renameWanted, this, [this, &model, ask](const QString& id) {
        const auto& all = model.project().presets;
        const auto preset = std::ranges::find(all, id.toStdString(), &project::Preset::id);
        if (preset == all.end())
            return;
        if (const QString name = ask(tr("Rename the preset"), id, widgets::titleOf(*preset)); !name.isEmpty())
            namePreset(model, id, name);
    });
}

void Panels::showParameter(const QString& name)
{
    parameterDock_->show();
    parameters_->reveal(name);
    if (QWidget* editor = parameters_->editor(name))
        editor->setFocus();
    bringToView();
}

/// Scrolls to the parameter with the focus, once its row has its place.
void Panels::bringToView()
{
    const auto scroll = [this] {
        if (QWidget* focused = QApplication::focusWidget(); focused && parameters_->isAncestorOf(focused))
            parameterArea_->ensureWidgetVisible(focused);
    };
    QTimer::singleShot(0, this, scroll);
}

QList<QAction*> Panels::toggles() const
{
    QList<QAction*> actions;
    for (QDockWidget* dock : std::initializer_list<QDockWidget*>{treeDock_, historyDock_, paletteDock_, parameterDock_,
                                                                 inspectorDock_, results_})
        actions.append(dock->toggleViewAction());
    return actions;
}

void Panels::showInspector()
{
    inspectorDock_->show();
    inspectorDock_->raise();
}

void Panels::hideAll()
{
    results_->setFolded(false);
    shown_ = window_.saveState();
    for (auto* dock : window_.findChildren<QDockWidget*>())
        dock->hide();
}

void Panels::showAgain()
{
    window_.restoreState(shown_);
    if (!std::exchange(arranged_, true))
        shareRoom();
    resultsRoom_->arrange();
    sideRoom_->arrangeSoon();
    window_.layout()->activate(); // the drawing is fitted into its final space
}

/// Sets the default sizes: the drawing gets most of the window, also on a small screen.
void Panels::shareRoom()
{
    const bool narrow = window_.width() < narrowWindow;
    const int third = window_.height() / 3;
    window_.resizeDocks({treeDock_, parameterDock_}, {narrow ? 208 : 232, narrow ? 264 : 300}, Qt::Horizontal);
    window_.resizeDocks({results_}, {std::max(window_.height() / 4, leastResults)}, Qt::Vertical);
    window_.resizeDocks({treeDock_, paletteDock_}, {third, third}, Qt::Vertical);
    window_.resizeDocks({parameterDock_, inspectorDock_}, {third, third}, Qt::Vertical);
}

void Panels::restore(const QByteArray& arrangement)
{
    arranged_ = window_.restoreState(arrangement, arrangementVersion);
}

QByteArray Panels::arrangement()
{
    hidePalette(false);
    results_->setFolded(false);
    return window_.saveState(arrangementVersion);
}

} // namespace headroom::app
