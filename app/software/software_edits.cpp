#include "app/software/software_edits.h"

#include "app/base/name_dialog.h"
#include "app/document/help_pages.h"
#include "app/software/role_dialog.h"
#include "app/software/software_start.h"
#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/document/edits/grouping.h"
#include "widgets/document/edits/role_edits.h"
#include "widgets/document/model/group_paths.h"
#include "widgets/document/model/rewrite_command.h"
#include "widgets/theme/theme.h"

#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <algorithm>
#include <utility>

namespace headroom::app {

using namespace widgets;

namespace {

Positions shownPositions(const CanvasScene& scene)
{
    Positions positions;
    for (const BoxItem* box : scene.boxes())
        positions[box->id()] = box->pos();
    return positions;
}

bool isSoftware(const std::optional<ElementRef>& element)
{
    return element && (element->kind == ElementKind::operation || element->kind == ElementKind::binding);
}

QHash<QString, QString> linksOf(const project::Project& project)
{
    QHash<QString, QString> links;
    for (const auto& behaviour : project.behaviours)
        if (behaviour.reference)
            links.insert(QString::fromStdString(behaviour.role.id),
                         QString::fromStdString(behaviour.reference->library));
    return links;
}

/// The diagram in use, if the operation names one, else its first.
QString diagramOf(const project::Project& project, const QString& role, const QString& operation)
{
    const auto* behaviour = project::findBehaviour(project, role.toStdString());
    const auto* found = behaviour ? project::findOperation(behaviour->role, operation.toStdString()) : nullptr;
    if (!found || found->diagrams.empty())
        return {};
    const project::Diagram* shown = &found->diagrams.front();
    for (const project::Diagram& diagram : found->diagrams)
        if (found->level.is_string() && found->level.get<std::string>() == diagram.id)
            shown = &diagram;
    return QString::fromStdString(project::diagramPath(behaviour->role.id, found->id, shown->id));
}

} // namespace

SoftwareEdits::SoftwareEdits(DocumentModel& model, CanvasTab& canvas, ProjectTree& tree, QWidget* window)
    : QObject(window), model_(model), canvas_(canvas), tree_(tree), window_(window)
{
    const auto action = [this](const char* name, const char* iconName, const QString& text, const QKeySequence& key,
                               auto act) {
        auto* made = named(new QAction(icon(iconName), text, this), name);
        made->setShortcut(key);
        connect(made, &QAction::triggered, this, act);
        return made;
    };
    newRole_ = action("newRole", "list-add", tr("New &role …"), QKeySequence("Ctrl+Alt+R"), [this] { addRole(); });
    fromLibrary_ =
        action("roleFromLibrary", "bookmarks", tr("Add role from &library …"), {}, [this] { addLibraryRole(); });
    newOperation_ = action("newOperation", "list-add", tr("New &operation …"), QKeySequence("Ctrl+Alt+O"),
                           [this] { addOperation(); });
    rename_ = action("renameSoftware", "edit-rename", tr("Re&name …"), {}, [this] { rename(); });
    delete_ = action("deleteSoftware", "edit-delete", tr("&Delete from the project"), {}, [this] { remove(); });
    copy_ =
        action("copyRoleIntoProject", "edit-copy", tr("&Copy role into the project"), {}, [this] { useLinked(false); });
    link_ = action("useRoleLinked", "link", tr("Use role lin&ked to the library …"), {}, [this] { useLinked(true); });
    fold_ = action("fold", "object-group", tr("&Fold into a group"), QKeySequence("Ctrl+G"), [this] { fold(); });
    unfold_ =
        action("unfold", "object-ungroup", tr("&Unfold the group"), QKeySequence("Ctrl+Shift+G"), [this] { unfold(); });
    stepIn_ = action("stepIn", "go-down", tr("Step &into the group"), QKeySequence("Ctrl+Down"),
                     [this] { stepInSelected(); });
    goOut_ = action("goOut", "go-up", tr("Step &out of the group"), QKeySequence("Ctrl+Up"), [this] { goOut(); });
    canvas_.setEmptyPage(new SoftwareStart(model_, *newRole_, *fromLibrary_, *newOperation_));
    connect(&tree_, &ProjectTree::menuOpening, this, &SoftwareEdits::fillTreeMenu);
    // In the tree, the keys act on the tree's entry, not on the drawing.
    connect(&tree_, &ProjectTree::renameRequested, this, [this] {
        if (isSoftware(tree_.currentElement()))
            rename();
    });
    connect(&tree_, &ProjectTree::deleteRequested, this, [this] {
        if (isSoftware(tree_.currentElement()))
            remove();
    });
    connect(&canvas_, &CanvasTab::crumbChosen, this, &SoftwareEdits::diagramWanted);
    const auto showBreadcrumb = [this] {
        if (canvas_.scene())
            canvas_.setBreadcrumb(breadcrumb(canvas_.scene()->path()));
    };
    connect(&model_, &DocumentModel::changed, this, [showBreadcrumb](const ElementRef& element) {
        if (element.kind == ElementKind::role || element.kind == ElementKind::block)
            showBreadcrumb();
    });
    // Any edit of a linked role makes it a copy of the project, and its undo links it again.
    connect(model_.undoStack(), &QUndoStack::indexChanged, this, showBreadcrumb);
    connect(model_.undoStack(), &QUndoStack::indexChanged, this, &SoftwareEdits::followLinks);
    connect(&model_, &DocumentModel::replaced, this, &SoftwareEdits::forgetLinks);
    // Queued: the drawing itself may be the sender.
    connect(&model_, &DocumentModel::structureChanged, this, &SoftwareEdits::leaveVanished, Qt::QueuedConnection);
}

void SoftwareEdits::fillMenu(QMenu& menu)
{
    menu.addActions({newRole_, fromLibrary_, newOperation_});
    menu.addSeparator();
    menu.addActions({rename_, delete_, copy_, link_});
    menu.addSeparator();
    menu.addActions({fold_, unfold_, stepIn_, goOut_});
}

void SoftwareEdits::follow(CanvasScene& scene)
{
    // Queued: the sender is a drawing that will be replaced by another one.
    connect(&scene, &CanvasScene::activated, this, &SoftwareEdits::stepIn, Qt::QueuedConnection);
    connect(&scene, &CanvasScene::leaveRequested, this, &SoftwareEdits::goOut, Qt::QueuedConnection);
    connect(&scene, &CanvasScene::menuOpening, this, [this](QMenu* menu) { addOpening(*menu); });
}

CanvasScene* SoftwareEdits::scene() const
{
    return canvas_.isVisible() ? canvas_.scene() : nullptr;
}

std::pair<QString, QString> SoftwareEdits::operationPath(const QString& path) const
{
    QString outer = path, groups;
    while (const auto place = placeOfGroup(model_.project(), outer)) {
        groups = groups.isEmpty() ? place->group : place->group + '.' + groups;
        outer = place->path;
    }
    return {outer, groups};
}

QString SoftwareEdits::breadcrumb(const QString& path) const
{
    const auto link = [&](const QString& target, const QString& text) {
        return QString("<a style='color:%1;text-decoration:none' href='%2'>%3</a>")
            .arg(colours(canvas_.palette()).accent.name(), target.toHtmlEscaped(), text.toHtmlEscaped());
    };
    QStringList parts;
    QString at = path;
    while (const auto place = placeOfGroup(model_.project(), at)) {
        const auto* diagram = project::findDiagram(model_.project(), place->path.toStdString());
        const auto& block = *project::findBlock(*diagram, place->group.toStdString());
        const QString title = block.name.empty() ? place->group : QString::fromStdString(block.name);
        parts.prepend(at == path ? QString("<b>%1</b>").arg(title.toHtmlEscaped()) : link(at, title));
        at = place->path;
    }
    const QString operation = at.section('/', 1, 1);
    parts.prepend(at == path ? QString("<b>%1</b>").arg(operation.toHtmlEscaped()) : link(at, operation));
    parts.prepend(at.section('/', 0, 0).toHtmlEscaped());
    QString line = parts.join(tr(" › "));
    const auto* behaviour = project::findBehaviour(model_.project(), roleOfPath(path).toStdString());
    if (behaviour && behaviour->reference)
        line += QString("&nbsp;&nbsp; <span style='color:%1'>%2</span>")
                    .arg(colours(canvas_.palette()).dimText.name(),
                         tr("linked to library “%1”")
                             .arg(QString::fromStdString(behaviour->reference->library).toHtmlEscaped()));
    return line;
}

ElementRef SoftwareEdits::chosen() const
{
    const auto fromTree = tree_.currentElement();
    if (isSoftware(fromTree))
        return *fromTree;
    if (const CanvasScene* shown = scene()) {
        const QString path = operationPath(shown->path()).first;
        return {ElementKind::operation, {path.section('/', 0, 0), path.section('/', 1, 1)}};
    }
    return {};
}

const std::vector<project::BehaviourLibrary>& SoftwareEdits::libraries()
{
    libraryFaults_.clear();
    libraries_ = project::loadBehaviourLibraries(project::libraryFolders(), libraryFaults_);
    return libraries_;
}

/// A library that cannot be read may be the reason.
QString SoftwareEdits::withFaults(const QString& refusal) const
{
    QStringList sentences{refusal};
    for (const project::Finding& fault : libraryFaults_)
        sentences += QString::fromStdString(project::toLine(fault));
    return sentences.join(' ');
}

const project::BehaviourLibrary* SoftwareEdits::libraryWith(const QString& role)
{
    for (const auto& library : libraries()) {
        for (const auto& each : library.roles)
            if (each.id == role.toStdString())
                return &library;
    }
    return nullptr;
}

void SoftwareEdits::addRole()
{
    const QString name = askName(window_, tr("New role"), {},
                                 [this](const QString& typed) { return roleNameRefusal(model_.project(), typed); });
    if (name.isEmpty() || !widgets::addRole(model_, name))
        return;
    emit diagramWanted({}); // in the place of another role's drawing: the page that offers the first operation
    tree_.choose({ElementKind::binding, {name}});
}

void SoftwareEdits::addLibraryRole()
{
    if (libraries().empty()) {
        emit refused(withFaults(tr("No library with roles was found.")));
        return;
    }
    RoleDialog dialog(libraries_, window_);
    setManualPage(dialog, "library-roles");
    if (dialog.exec() != QDialog::Accepted)
        return;
    const QString name = widgets::addLibraryRole(model_, dialog.library(), dialog.role(), dialog.use());
    model_.setFallbackPositions(libraryPositions(model_.project(), libraries_));
    tree_.choose({ElementKind::binding, {name}});
    const auto* behaviour = project::findBehaviour(model_.project(), name.toStdString());
    if (behaviour && !behaviour->role.operations.empty())
        emit diagramWanted(
            diagramOf(model_.project(), name, QString::fromStdString(behaviour->role.operations.front().id)));
}

void SoftwareEdits::addOperation()
{
    const auto& roles = model_.project().behaviours;
    const QString role = roles.size() == 1 ? QString::fromStdString(roles.front().role.id) : chosenRole();
    if (role.isEmpty()) {
        emit refused(tr("Choose the role in the project tree first."));
        return;
    }
    const QString name = askName(window_, tr("New operation of %1").arg(role), {}, [&](const QString& typed) {
        return operationNameRefusal(model_.project(), role, typed);
    });
    if (name.isEmpty() || !widgets::addOperation(model_, role, name))
        return;
    emit diagramWanted(diagramOf(model_.project(), role, name));
    tree_.choose({ElementKind::operation, {role, name}});
    // Typing next adds a block behind the start, while the properties are those of the operation, whose arguments are
    // given first. The drawing is shown by the next event, and not focused before.
    if (CanvasView* drawing = canvas_.view())
        QMetaObject::invokeMethod(
            drawing, [drawing] { drawing->setFocus(); }, Qt::QueuedConnection);
}

void SoftwareEdits::rename()
{
    const ElementRef element = chosen();
    const QString role = element.ids.value(0), operation = element.ids.value(1);
    if (role.isEmpty()) {
        emit refused(tr("Choose a role or an operation in the project tree first."));
        return;
    }
    const QString was = operation.isEmpty() ? role : operation;
    const QString name = askName(window_, tr("Rename %1").arg(was), was, [&](const QString& typed) {
        return operation.isEmpty() ? roleRenameRefusal(model_.project(), role, typed)
                                   : operationRenameRefusal(model_.project(), role, operation, typed);
    });
    if (name.isEmpty())
        return;
    const QString before = operation.isEmpty() ? role : role + '/' + operation;
    const QString after = operation.isEmpty() ? name : role + '/' + name;
    const QString shown = canvas_.scene() ? canvas_.scene()->path() : QString();
    operation.isEmpty() ? renameRole(model_, role, name) : renameOperation(model_, role, operation, name);
    if (shown.startsWith(before + '/'))
        emit diagramWanted(after + shown.mid(before.size()));
}

void SoftwareEdits::remove()
{
    const ElementRef element = chosen();
    if (element.ids.isEmpty())
        emit refused(tr("Choose a role or an operation in the project tree first."));
    else if (element.ids.size() > 1)
        deleteOperation(model_, element.ids[0], element.ids[1]);
    else
        deleteRole(model_, element.ids[0]);
}

void SoftwareEdits::useLinked(bool linked)
{
    const QString role = chosenRole();
    if (role.isEmpty()) {
        emit refused(tr("Choose a role in the project tree first."));
        return;
    }
    if (linked == isLinkedRole(model_.project(), role)) {
        emit refused(linked ? tr("“%1” is linked to a library already.").arg(role)
                            : tr("“%1” belongs to the project already.").arg(role));
        return;
    }
    if (!linked) {
        copying_ = true;
        copyRole(model_, role);
        copying_ = false;
    } else if (const auto* library = libraryWith(role)) {
        linkRole(model_, role, *library, role.toStdString());
        model_.setFallbackPositions(libraryPositions(model_.project(), libraries_));
    } else {
        emit refused(withFaults(tr("No library has a role “%1”.").arg(role)));
    }
}

void SoftwareEdits::linkAgain(const QString& role)
{
    if (isLinkedRole(model_.project(), role))
        return;
    if (model_.undoStack()->index() == unlinkedBy_.value(role, -1)) {
        model_.undoStack()->undo();
        return;
    }
    if (const auto* library = libraryWith(role)) {
        linkRole(model_, role, *library, role.toStdString());
        model_.setFallbackPositions(libraryPositions(model_.project(), libraries_));
    } else {
        emit refused(withFaults(tr("No library has a role “%1”.").arg(role)));
    }
}

/// Says which roles a step has unlinked or linked.
void SoftwareEdits::followLinks()
{
    const QHash<QString, QString> before = std::exchange(links_, linksOf(model_.project()));
    for (auto link = before.begin(); link != before.end(); ++link)
        if (!links_.contains(link.key()) && project::findBehaviour(model_.project(), link.key().toStdString()) &&
            !copying_ && !unlinkedBy_.contains(link.key())) {
            unlinkedBy_.insert(link.key(), model_.undoStack()->index());
            emit unlinked(link.key(), link.value());
        }
    for (const QString& role : links_.keys())
        if (!before.contains(role))
            emit linked(role);
}

void SoftwareEdits::forgetLinks()
{
    links_ = linksOf(model_.project());
    unlinkedBy_.clear();
}

void SoftwareEdits::fold()
{
    CanvasScene* shown = scene();
    if (!shown)
        return;
    const QStringList blocks = shown->selectedBoxes();
    const QString why = foldRefusal(model_.project(), shown->path(), blocks);
    if (!why.isEmpty()) {
        emit refused(why);
        return;
    }
    const QString group = foldBlocks(model_, shown->path(), blocks, shownPositions(*shown), shown->usualSize());
    shown->selectBoxes({group});
}

void SoftwareEdits::unfold()
{
    CanvasScene* shown = scene();
    if (!shown)
        return;
    const QString group = shown->selectedBoxes().value(0);
    const QString why = shown->selectedBoxes().size() > 1 ? tr("Select one group to unfold.")
                                                          : unfoldRefusal(model_.project(), shown->path(), group);
    if (!why.isEmpty()) {
        emit refused(why);
        return;
    }
    shown->selectBoxes(unfoldGroup(model_, shown->path(), group, shownPositions(*shown), shown->usualSize()));
}

void SoftwareEdits::stepInSelected()
{
    CanvasScene* shown = scene();
    if (!shown)
        return;
    const auto selected = shown->selectedElements();
    if (selected.size() == 1)
        stepIn(selected.front());
    else
        emit refused(tr("Select the group to step into."));
}

void SoftwareEdits::stepIn(const ElementRef& element)
{
    const QString path = element.ids.value(0), block = element.ids.value(1);
    if (element.kind != ElementKind::block) {
        emit fieldsWanted();
        return;
    }
    if (isLinkedBlock(model_.project(), path, block)) {
        copyBlock(path, block);
        return;
    }
    const QString inner = innerPath(path, block);
    if (project::findDiagram(model_.project(), inner.toStdString()))
        emit diagramWanted(inner);
    else if (const QString called = calledDiagram(path, block); !called.isEmpty())
        emit diagramWanted(called);
    else
        emit fieldsWanted();
}

/// The diagram of the operation that a block calls; empty if it calls none that is drawn in this project.
QString SoftwareEdits::calledDiagram(const QString& path, const QString& block) const
{
    const auto* diagram = project::findDiagram(model_.project(), path.toStdString());
    const auto* found = diagram ? project::findBlock(*diagram, block.toStdString()) : nullptr;
    if (!found)
        return {};
    const auto text = [found](const char* field) {
        const auto value = found->fields.find(field);
        return value != found->fields.end() && value->is_string() ? QString::fromStdString(value->get<std::string>())
                                                                  : QString();
    };
    return diagramOf(model_.project(), text("role"), text("operation"));
}

/// Adds the entry that opens what the selected block calls.
void SoftwareEdits::addOpening(QMenu& menu)
{
    const auto selected = scene() ? scene()->selectedElements() : QList<ElementRef>();
    if (selected.size() != 1 || selected.front().kind != ElementKind::block)
        return;
    const QString called = calledDiagram(selected.front().ids.value(0), selected.front().ids.value(1));
    if (called.isEmpty())
        return;
    auto* open = new QAction(icon("go-down"), tr("Open what it calls"), &menu);
    connect(
        open, &QAction::triggered, this, [this, called] { emit diagramWanted(called); }, Qt::QueuedConnection);
    menu.insertAction(menu.actions().value(0), open);
}

void SoftwareEdits::copyBlock(const QString& path, const QString& block)
{
    QMessageBox question(QMessageBox::Question, tr("Block of a library"),
                         tr("This block is linked: its type is defined in a library, so it cannot be opened here."),
                         QMessageBox::NoButton, window_);
    question.setInformativeText(tr("If you copy it into the project, it becomes a group that can be opened and edited. "
                                   "The library does not change."));
    question.setObjectName("linkedBlock");
    auto* copy = question.addButton(tr("&Copy into project"), QMessageBox::AcceptRole);
    question.setDefaultButton(question.addButton(tr("Use &linked"), QMessageBox::RejectRole));
    question.exec();
    if (question.clickedButton() != copy || !copyLinkedBlock(model_, path, block))
        return;
    emit diagramWanted(innerPath(path, block));
}

void SoftwareEdits::goOut()
{
    CanvasScene* shown = scene();
    const auto place = shown ? placeOfGroup(model_.project(), shown->path()) : std::nullopt;
    if (!place)
        return;
    emit diagramWanted(place->path);
    if (canvas_.scene() && canvas_.scene()->path() == place->path)
        canvas_.scene()->selectBoxes({place->group});
}

void SoftwareEdits::leaveVanished()
{
    const CanvasScene* shown = canvas_.scene();
    if (!shown || project::findDiagram(model_.project(), shown->path().toStdString()))
        return;
    QString path = shown->path();
    while (!path.isEmpty() && !project::findDiagram(model_.project(), path.toStdString()))
        path = path.contains('/') ? path.left(path.lastIndexOf('/')) : QString();
    emit diagramWanted(path);
}

void SoftwareEdits::fillTreeMenu(QMenu* menu)
{
    if (tree_.currentHeading() == ElementKind::role)
        menu->addActions({newRole_, fromLibrary_});
    const auto element = tree_.currentElement();
    if (!isSoftware(element))
        return;
    menu->addSeparator();
    menu->addActions({newRole_, fromLibrary_, newOperation_});
    menu->addSeparator();
    menu->addActions({rename_, delete_});
    menu->addSeparator();
    menu->addAction(isLinkedRole(model_.project(), element->ids[0]) ? copy_ : link_);
}

} // namespace headroom::app
