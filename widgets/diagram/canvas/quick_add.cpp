#include "widgets/diagram/canvas/quick_add.h"

#include "widgets/theme/theme.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QVBoxLayout>
#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr QSize usualSize{272, 328};

bool beginsAWord(const QString& text, const QString& search)
{
    for (qsizetype at = text.indexOf(search, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(search, at + 1, Qt::CaseInsensitive))
        if (at == 0 || !text[at - 1].isLetterOrNumber())
            return true;
    return false;
}

} // namespace

int quickRank(const QuickEntry& entry, const QString& search)
{
    if (entry.label.startsWith(search, Qt::CaseInsensitive))
        return 5;
    if (beginsAWord(entry.label, search))
        return 4;
    if (beginsAWord(entry.help, search))
        return 3;
    if (entry.label.contains(search, Qt::CaseInsensitive))
        return 2;
    return entry.help.contains(search, Qt::CaseInsensitive) ? 1 : 0;
}

QuickAdd::QuickAdd(const QString& title, const QVector<QuickEntry>& entries, QWidget* parent)
    : QFrame(parent, Qt::Popup), entries_(entries), search_(new QLineEdit), list_(new QListWidget), help_(new QLabel)
{
    setObjectName("quickAdd");
    setAttribute(Qt::WA_DeleteOnClose);
    setFrameShape(StyledPanel);
    setAccessibleName(title);
    search_->setPlaceholderText(title);
    search_->setAccessibleName(title);
    search_->installEventFilter(this);
    list_->setAccessibleName(tr("Matches"));
    list_->setFrameShape(NoFrame);
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setIconSize({16, 16});
    list_->setUniformItemSizes(true);
    list_->setMouseTracking(true);
    help_->setWordWrap(true);
    help_->setFont(smallFont());
    help_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    help_->setMinimumHeight(3 * QFontMetrics(smallFont()).lineSpacing());
    setLook(help_, Look::dim);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(rhythm::step, rhythm::step, rhythm::step, rhythm::step);
    column->setSpacing(rhythm::step);
    column->addWidget(search_);
    column->addWidget(list_, 1);
    column->addWidget(help_);
    resize(usualSize);
    connect(search_, &QLineEdit::textChanged, this, &QuickAdd::filter);
    connect(list_, &QListWidget::itemClicked, this, &QuickAdd::choose);
    connect(list_, &QListWidget::itemEntered, list_, [this](QListWidgetItem* item) { list_->setCurrentItem(item); });
    connect(list_, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
        help_->setText(item ? item->toolTip() : tr("Nothing here has this name."));
    });
    filter({});
}

void QuickAdd::filter(const QString& text)
{
    list_->clear();
    QVector<std::pair<int, int>> ranked; // rank, index
    for (int i = 0; i < entries_.size(); ++i)
        if (const int rank = text.isEmpty() ? 1 : quickRank(entries_[i], text))
            ranked.append({rank, i});
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [rank, index] : ranked) {
        const QuickEntry& entry = entries_[index];
        auto* item = new QListWidgetItem(icon(entry.icon), entry.label, list_);
        item->setData(Qt::UserRole, entry.key);
        item->setToolTip(entry.help);
    }
    list_->setCurrentRow(0);
    if (list_->count() == 0)
        help_->setText(tr("Nothing here has this name."));
}

void QuickAdd::popupAt(const QPoint& global, const QString& typed)
{
    const QScreen* screen = QGuiApplication::screenAt(global);
    if (!screen)
        screen = QGuiApplication::primaryScreen();
    const QRect room = screen->availableGeometry();
    const QPoint corner(std::clamp(global.x(), room.left(), std::max(room.left(), room.right() - width())),
                        std::clamp(global.y(), room.top(), std::max(room.top(), room.bottom() - height())));
    move(corner);
    show();
    search_->setFocus();
    search_->setText(typed);
}

void QuickAdd::choose()
{
    const QListWidgetItem* item = list_->currentItem();
    if (!item)
        return;
    const QString key = item->data(Qt::UserRole).toString();
    close();
    emit chosen(key);
}

bool QuickAdd::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == search_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const int last = list_->count() - 1;
        switch (key->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Tab:
            choose();
            return true;
        case Qt::Key_Down:
            list_->setCurrentRow(std::min(list_->currentRow() + 1, last));
            return true;
        case Qt::Key_Up:
            list_->setCurrentRow(std::max(list_->currentRow() - 1, 0));
            return true;
        case Qt::Key_PageDown:
            list_->setCurrentRow(std::min(list_->currentRow() + 8, last));
            return true;
        case Qt::Key_PageUp:
            list_->setCurrentRow(std::max(list_->currentRow() - 8, 0));
            return true;
        default:
            break;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void QuickAdd::hideEvent(QHideEvent* event)
{
    QFrame::hideEvent(event);
    emit closed();
}

} // namespace headroom::widgets
