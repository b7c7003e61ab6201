#include "widgets/diagram/topology/panels/part_palette.h"

#include "widgets/diagram/topology/boxes/part_kinds.h"
#include "widgets/document/lookup/component_title.h"
#include "widgets/theme/theme.h"

#include <QLineEdit>

namespace headroom::widgets {

PartPalette::PartPalette(QWidget* parent) : Palette(partMimeType, parent)
{
    searchField()->setPlaceholderText(tr("Search parts …"));
    searchField()->setAccessibleName(tr("Search parts"));
    tree()->setRootIsDecorated(false); // as in the palette of blocks; the names need the room
    tree()->setIndentation(rhythm::step + rhythm::half);
    tree()->setAccessibleName(tr("Parts of the topology"));
    fill();
}

void PartPalette::setLibrary(std::shared_ptr<const project::ComponentLibrary> library)
{
    library_ = std::move(library);
    fill();
}

void PartPalette::setRoles(const QStringList& roles)
{
    if (roles == roles_)
        return;
    roles_ = roles;
    fill();
}

void PartPalette::fill()
{
    const auto part = [](const QString& kind, const QString& component) { return kind + '\n' + component; };
    tree()->clear();
    QHash<QString, QTreeWidgetItem*> headings;
    const auto heading = [&](const QString& title) {
        QTreeWidgetItem*& item = headings[title];
        if (!item)
            item = addHeading(title);
        return item;
    };
    for (const PartKind& kind : partKinds()) {
        auto* item = addEntry(heading(kind.heading), kind.label, part(kind.name, {}), kind.icon, kind.help);
        for (const auto* component :
             library_ ? library_->ofKinds({kind.name.toStdString()}) : std::vector<const project::Component*>())
            addEntry(item, QString::fromStdString(component->model),
                     part(kind.name, QString::fromStdString(component->id)), {},
                     titleOf(*component) + '\n' + QString::fromStdString(project::keyFigures(*component)));
    }
    for (const QString& role : roles_)
        addEntry(heading(tr("Roles")), role, part("role", role), "code-function",
                 tr("Software of the project. Drop it on the node group that carries it."));
    filter(searchField()->text());
}

void PartPalette::filter(const QString& text)
{
    const bool searching = !text.isEmpty();
    QTreeWidgetItem* first = nullptr;
    const auto found = [&](QTreeWidgetItem* item) {
        // Matches of the name come before matches of the help text.
        const bool named = item->text(0).contains(text, Qt::CaseInsensitive);
        if (!first || (named && !first->text(0).contains(text, Qt::CaseInsensitive)))
            first = item;
    };
    for (int h = 0; h < tree()->topLevelItemCount(); ++h) {
        QTreeWidgetItem* heading = tree()->topLevelItem(h);
        bool anyKind = false;
        for (int k = 0; k < heading->childCount(); ++k) {
            QTreeWidgetItem* kind = heading->child(k);
            const bool itself = says(kind, text);
            if (itself)
                found(kind);
            bool anyComponent = false;
            for (int c = 0; c < kind->childCount(); ++c) {
                const bool shown = says(kind->child(c), text);
                if (shown)
                    found(kind->child(c));
                kind->child(c)->setHidden(!shown && !itself);
                anyComponent |= shown;
            }
            kind->setHidden(!itself && !anyComponent);
            kind->setExpanded(searching && anyComponent && !kind->isHidden());
            anyKind |= !kind->isHidden();
        }
        heading->setHidden(!anyKind);
    }
    if (searching && first)
        tree()->setCurrentItem(first);
    else if (searching)
        tell(tr("No part has this name."));
}

void PartPalette::request(const QString& part)
{
    emit partRequested(part.section('\n', 0, 0), part.section('\n', 1));
}

} // namespace headroom::widgets
