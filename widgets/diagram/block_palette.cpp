#include "widgets/diagram/block_palette.h"

#include "project/declarations.h"
#include "widgets/diagram/diagram_scene.h"
#include "widgets/look/look.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QVBoxLayout>

namespace headroom::widgets {

namespace {

constexpr int typeRole = Qt::UserRole;
constexpr int helpRole = Qt::UserRole + 1;

QString typeOf(const QTreeWidgetItem* item)
{
    return item ? item->data(0, typeRole).toString() : QString();
}

} // namespace

BlockTree::BlockTree(QWidget* parent) : QTreeWidget(parent)
{
    setHeaderHidden(true);
    setRootIsDecorated(false);
    setIndentation(rhythm::step);
    setIconSize({16, 16});
    setDragEnabled(true);
    setDragDropMode(DragOnly);
    setFrameShape(NoFrame);
    setMouseTracking(true);
    setUniformRowHeights(true);
    setAccessibleName(tr("Blocks"));
}

QStringList BlockTree::mimeTypes() const
{
    return {blockMimeType};
}

QMimeData* BlockTree::mimeData(const QList<QTreeWidgetItem*>& items) const
{
    const QString type = items.isEmpty() ? QString() : typeOf(items.first());
    if (type.isEmpty())
        return nullptr;
    auto* block = new QMimeData;
    block->setData(blockMimeType, type.toUtf8());
    return block;
}

BlockPalette::BlockPalette(QWidget* parent)
    : QWidget(parent), search_(new QLineEdit), tree_(new BlockTree), help_(new QLabel)
{
    search_->setPlaceholderText(tr("Search blocks …"));
    search_->setClearButtonEnabled(true);
    search_->setAccessibleName(tr("Search blocks"));
    search_->installEventFilter(this);
    help_->setWordWrap(true);
    help_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    help_->setMinimumHeight(3 * QFontMetrics(smallFont()).lineSpacing());
    setLook(help_, Look::dim);
    help_->setFont(smallFont());

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(rhythm::margin, rhythm::half, rhythm::margin, rhythm::step);
    column->setSpacing(rhythm::step);
    column->addWidget(search_);
    column->addWidget(tree_, 1);
    column->addWidget(help_);
    fill();

    connect(search_, &QLineEdit::textChanged, this, &BlockPalette::filter);
    connect(tree_, &QTreeWidget::itemActivated, this, &BlockPalette::request);
    connect(tree_, &QTreeWidget::itemEntered, this, &BlockPalette::showHelp);
    connect(tree_, &QTreeWidget::currentItemChanged, this, &BlockPalette::showHelp);
}

void BlockPalette::fill()
{
    QHash<QString, QTreeWidgetItem*> headings;
    // Work first: it is what most blocks of a drawing are.
    for (const char* category : {"Work", "Talk", "Flow", "Hold"}) {
        auto* heading = new QTreeWidgetItem(tree_, {tr(category)});
        heading->setFlags(Qt::ItemIsEnabled);
        heading->setFont(0, smallFont());
        heading->setForeground(0, palette().brush(QPalette::PlaceholderText));
        headings.insert(category, heading);
    }
    for (const auto& type : project::blockTypes()) {
        const QString category = QString::fromStdString(type.category);
        QTreeWidgetItem* heading = headings.value(category);
        if (!heading) {
            heading = new QTreeWidgetItem(tree_, {category});
            heading->setFlags(Qt::ItemIsEnabled);
            headings.insert(category, heading);
        }
        auto* item = new QTreeWidgetItem(heading, {QString::fromStdString(type.label)});
        item->setIcon(0, icon(QString::fromStdString(type.icon)));
        item->setData(0, typeRole, QString::fromStdString(type.name));
        item->setData(0, helpRole, QString::fromStdString(type.meaning));
        item->setToolTip(0, QString::fromStdString(type.meaning));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled);
    }
    for (int i = tree_->topLevelItemCount(); i-- > 0;) {
        if (tree_->topLevelItem(i)->childCount() == 0)
            delete tree_->topLevelItem(i);
    }
    tree_->expandAll();
}

void BlockPalette::filter(const QString& text)
{
    QTreeWidgetItem* first = nullptr;
    for (int i = 0; i < tree_->topLevelItemCount(); ++i) {
        QTreeWidgetItem* heading = tree_->topLevelItem(i);
        bool any = false;
        for (int j = 0; j < heading->childCount(); ++j) {
            QTreeWidgetItem* item = heading->child(j);
            const bool matches = item->text(0).contains(text, Qt::CaseInsensitive) ||
                                 item->data(0, helpRole).toString().contains(text, Qt::CaseInsensitive);
            item->setHidden(!matches);
            any |= matches;
            // What is named so comes before what is only explained so.
            if (matches && (!first || (!first->text(0).startsWith(text, Qt::CaseInsensitive) &&
                                       item->text(0).startsWith(text, Qt::CaseInsensitive))))
                first = item;
        }
        heading->setHidden(!any);
    }
    if (first && !text.isEmpty())
        tree_->setCurrentItem(first);
    else if (!first)
        help_->setText(tr("No block is called so."));
}

void BlockPalette::request(QTreeWidgetItem* item)
{
    if (const QString type = typeOf(item); !type.isEmpty())
        emit blockRequested(type);
}

void BlockPalette::showHelp(QTreeWidgetItem* item)
{
    help_->setText(item ? item->data(0, helpRole).toString() : QString());
}

bool BlockPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == search_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            if (tree_->currentItem() && !tree_->currentItem()->isHidden())
                request(tree_->currentItem());
            return true;
        }
        if (key->key() == Qt::Key_Down) {
            tree_->setFocus();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace headroom::widgets
