#include "widgets/diagram/behaviour/block_palette.h"

#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/theme/theme.h"

#include <QLineEdit>

namespace headroom::widgets {

BlockPalette::BlockPalette(QWidget* parent) : Palette(blockMimeType, parent)
{
    searchField()->setPlaceholderText(tr("Search blocks …"));
    searchField()->setAccessibleName(tr("Search blocks"));
    tree()->setRootIsDecorated(false);
    tree()->setIndentation(rhythm::step);
    tree()->setAccessibleName(tr("Blocks"));
    fill();
}

void BlockPalette::setTypes(const project::BlockCatalogue& types)
{
    if (types == types_)
        return;
    types_ = types;
    tree()->clear();
    fill();
    filter(searchField()->text());
}

void BlockPalette::fill()
{
    QHash<QString, QTreeWidgetItem*> headings;
    // Work comes first, because most blocks of a drawing are work.
    for (const char* category : {"Work", "Communication", "Flow", "State and queues"})
        headings.insert(category, addHeading(tr(category)));
    for (const auto& type : types_.types()) {
        const QString category = QString::fromStdString(type.category);
        QTreeWidgetItem*& heading = headings[category];
        if (!heading)
            heading = addHeading(category);
        addEntry(heading, QString::fromStdString(type.label), QString::fromStdString(type.name),
                 QString::fromStdString(type.icon), QString::fromStdString(type.meaning));
    }
    for (int i = tree()->topLevelItemCount(); i-- > 0;)
        if (tree()->topLevelItem(i)->childCount() == 0)
            delete tree()->topLevelItem(i);
    tree()->expandAll();
}

void BlockPalette::filter(const QString& text)
{
    QTreeWidgetItem* first = nullptr;
    for (int i = 0; i < tree()->topLevelItemCount(); ++i) {
        QTreeWidgetItem* heading = tree()->topLevelItem(i);
        bool any = false;
        for (int j = 0; j < heading->childCount(); ++j) {
            QTreeWidgetItem* item = heading->child(j);
            const bool matches = says(item, text);
            item->setHidden(!matches);
            any |= matches;
            // Matches of the name come before matches of the help text.
            if (matches && (!first || (!first->text(0).startsWith(text, Qt::CaseInsensitive) &&
                                       item->text(0).startsWith(text, Qt::CaseInsensitive))))
                first = item;
        }
        heading->setHidden(!any);
    }
    if (first && !text.isEmpty())
        tree()->setCurrentItem(first);
    else if (!first)
        tell(tr("No block has this name."));
}

} // namespace headroom::widgets
