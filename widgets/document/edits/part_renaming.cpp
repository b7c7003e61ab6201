#include "widgets/document/edits/part_renaming.h"

#include "project/structure/references.h"
#include "widgets/document/edits/section_edits.h"
#include "widgets/document/model/by_id.h"
#include "widgets/document/model/rewrite_command.h"

#include <QCoreApplication>

namespace headroom::widgets {

using project::Project;

namespace {

struct PartRenaming
{
    Q_DECLARE_TR_FUNCTIONS(PartRenaming)
};

/// Calls `see` with the ids of the part and its siblings.
template <typename AnyProject, typename See>
void forEachBeside(AnyProject& project, const ElementRef& part, const See& see)
{
    const auto all = [&see](auto& items) {
        for (auto& item : items)
            see(item.id);
    };
    const std::string owner = part.ids.value(0).toStdString();
    if (part.kind == ElementKind::link) {
        if (auto* fabric = byId(project.topology.fabrics, owner))
            all(fabric->links);
    } else if (auto* group = byId(project.topology.groups, owner)) {
        if (part.kind == ElementKind::device)
            all(group->devices);
        else
            all(group->controllers);
    }
}

} // namespace

bool isRenamedAsPart(ElementKind kind)
{
    return kind == ElementKind::device || kind == ElementKind::controller || kind == ElementKind::link;
}

QString partRenameRefusal(const Project& project, const ElementRef& part, const QString& to)
{
    if (to.trimmed().isEmpty())
        return PartRenaming::tr("It needs a name.");
    bool taken = false;
    forEachBeside(project, part, [&](const std::string& id) { taken |= id == to.toStdString(); });
    return taken && to != part.ids.value(1) ? PartRenaming::tr("“%1” exists already.").arg(to) : QString();
}

bool renamePart(DocumentModel& model, const ElementRef& part, const QString& to)
{
    const QString from = part.ids.value(1);
    if (!isRenamedAsPart(part.kind) || !partRenameRefusal(model.project(), part, to).isEmpty())
        return false;
    if (from == to)
        return true;
    const auto change = [part, was = from.toStdString(), now = to.toStdString()](Project& project) {
        forEachBeside(project, part, [&](std::string& id) {
            if (id == was)
                id = now;
        });
        project::renameReferences(project, part.kind, idsOf(part), now);
    };
    QUndoCommand* edit = ModelAccess::begin(model, PartRenaming::tr("Rename %1 to %2").arg(from, to), {});
    new RewriteCommand(model, {topologyPath, sectionsPath}, change, edit);
    ModelAccess::push(model, edit);
    return true;
}

} // namespace headroom::widgets
