#include "widgets/diagram/canvas/palette.h"

#include "widgets/diagram/canvas/items/canvas_text.h"
#include "widgets/theme/theme.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QResizeEvent>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr int nameRole = Qt::UserRole;
constexpr int helpRole = Qt::UserRole + 1;

/// Titles on two lines where one is too short: names of components often differ only in their middle or at their end.
class TwoLineDelegate : public QStyledItemDelegate
{
public:
    explicit TwoLineDelegate(QTreeView& tree) : QStyledItemDelegate(&tree), tree_(tree) {}

    /// Two lines of one title are nearer to each other than to the next title.
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem shown = option;
        initStyleOption(&shown, index);
        return QStyledItemDelegate::sizeHint(option, index) +
               QSize(0, shown.text.contains(QChar::LineSeparator) ? rhythm::step : 0);
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const qreal room = roomFor(*option, index);
        if (option->fontMetrics.horizontalAdvance(option->text) > room)
            option->text = WrappedText().fit(option->text, option->font, {room, room}).join(QChar::LineSeparator);
    }

private:
    /// The width of a line. The rectangle of the option is not known while the height is asked for.
    qreal roomFor(QStyleOptionViewItem option, const QModelIndex& index) const
    {
        int depth = tree_.rootIsDecorated() ? 1 : 0;
        for (QModelIndex above = index.parent(); above.isValid(); above = above.parent())
            ++depth;
        option.rect = {0, 0, tree_.viewport()->width() - depth * tree_.indentation(), option.fontMetrics.height()};
        option.showDecorationSelected = true; // the text has all the room
        const QStyle* style = tree_.style();
        return style->subElementRect(QStyle::SE_ItemViewItemText, &option, &tree_).width() -
               2 * (style->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, &tree_) + 1);
    }

    QTreeView& tree_;
};

/// In a low panel the entries get the room of their help, which is their tool tip too.
bool isLow(const QWidget& palette)
{
    constexpr int leastLines = 18;
    return palette.height() < leastLines * palette.fontMetrics().lineSpacing();
}

} // namespace

PaletteTree::PaletteTree(const QString& mimeType, QWidget* parent) : QTreeWidget(parent), mimeType_(mimeType)
{
    setHeaderHidden(true);
    setIconSize({16, 16});
    setDragEnabled(true);
    setDragDropMode(DragOnly);
    setFrameShape(NoFrame);
    setMouseTracking(true);
    setItemDelegate(new TwoLineDelegate(*this));
}

void PaletteTree::resizeEvent(QResizeEvent* event)
{
    QTreeWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        scheduleDelayedItemsLayout(); // titles take another number of lines
}

QMimeData* PaletteTree::mimeData(const QList<QTreeWidgetItem*>& items) const
{
    const QString name = items.isEmpty() ? QString() : items.first()->data(0, nameRole).toString();
    if (name.isEmpty())
        return nullptr;
    auto* given = new QMimeData;
    given->setData(mimeType_, name.toUtf8());
    return given;
}

Palette::Palette(const QString& mimeType, QWidget* parent)
    : QWidget(parent), search_(new QLineEdit), tree_(new PaletteTree(mimeType)), help_(new QLabel)
{
    search_->setClearButtonEnabled(true);
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

    tell({});
    installEventFilter(this); // for its size
    const auto showHelp = [this](const QTreeWidgetItem* item) {
        if (!isLow(*this))
            tell(helpOf(item));
    };
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& text) {
        tell({});
        filter(text);
    });
    connect(tree_, &QTreeWidget::itemActivated, this, &Palette::requestItem);
    connect(tree_, &QTreeWidget::itemEntered, this, showHelp);
    connect(tree_, &QTreeWidget::currentItemChanged, this, showHelp);
}

QString Palette::nameOf(const QTreeWidgetItem* item)
{
    return item ? item->data(0, nameRole).toString() : QString();
}

QString Palette::helpOf(const QTreeWidgetItem* item)
{
    return item ? item->data(0, helpRole).toString() : QString();
}

QTreeWidgetItem* Palette::addHeading(const QString& title)
{
    auto* heading = new QTreeWidgetItem(tree_, {title});
    heading->setFlags(Qt::ItemIsEnabled);
    heading->setFont(0, smallFont());
    heading->setForeground(0, palette().brush(QPalette::PlaceholderText));
    heading->setExpanded(true);
    return heading;
}

QTreeWidgetItem* Palette::addEntry(QTreeWidgetItem* parent, const QString& title, const QString& name,
                                   const QString& iconName, const QString& help)
{
    auto* item = new QTreeWidgetItem(parent, {title});
    if (!iconName.isEmpty())
        item->setIcon(0, icon(iconName));
    item->setData(0, nameRole, name);
    item->setData(0, helpRole, help);
    item->setToolTip(0, help);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled);
    return item;
}

bool Palette::says(const QTreeWidgetItem* item, const QString& text)
{
    const QString said = item->text(0) + ' ' + helpOf(item);
    const QStringList words = text.split(' ', Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(),
                       [&](const QString& word) { return said.contains(word, Qt::CaseInsensitive); });
}

void Palette::tell(const QString& help)
{
    help_->setText(help.isEmpty() ? tr("Point at one to see what it is. Drag it into the drawing, or double-click it.")
                                  : help);
    help_->setVisible(!help.isEmpty() || !isLow(*this));
}

void Palette::requestItem(const QTreeWidgetItem* item)
{
    if (const QString name = nameOf(item); !name.isEmpty())
        request(name);
}

bool Palette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == search_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            if (tree_->currentItem() && !tree_->currentItem()->isHidden())
                requestItem(tree_->currentItem());
            return true;
        }
        if (key->key() == Qt::Key_Down) {
            tree_->setFocus();
            return true;
        }
    }
    if (watched == this && event->type() == QEvent::Resize)
        tell({});
    return QWidget::eventFilter(watched, event);
}

} // namespace headroom::widgets
