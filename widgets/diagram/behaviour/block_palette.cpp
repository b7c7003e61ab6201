#include "widgets/diagram/behaviour/block_palette.h"

#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/theme/theme.h"

#include <QLineEdit>

#include <algorithm>

namespace headroom::widgets {

namespace {

/// People look among the blocks for names that a role declares about its workers, such as threads.
QString whereWorkersAre(const QString& text)
{
    constexpr qsizetype shortest = 4; // fewer letters say too little
    if (text.trimmed().size() < shortest)
        return {};
    const auto says = [text = text.trimmed()](const std::string& name) {
        return QString::fromStdString(name).contains(text, Qt::CaseInsensitive);
    };
    for (const project::FieldDeclaration& field : project::workersFields())
        if (says(field.label) || std::any_of(field.choices.begin(), field.choices.end(), says))
            return BlockPalette::tr("Workers, such as threads, belong to a role. Select the role in the project tree: "
                                    "they are in its properties.");
    return {};
}

} // namespace

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
    bool named = false; // a block has such a name
    for (int i = 0; i < tree()->topLevelItemCount(); ++i) {
        QTreeWidgetItem* heading = tree()->topLevelItem(i);
        bool any = false;
        for (int j = 0; j < heading->childCount(); ++j) {
            QTreeWidgetItem* item = heading->child(j);
            const bool matches = says(item, text);
            item->setHidden(!matches);
            any |= matches;
            named |= item->text(0).contains(text, Qt::CaseInsensitive);
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
    if (const QString workers = whereWorkersAre(text); !named && !workers.isEmpty())
        tell(workers);
}

} // namespace headroom::widgets
