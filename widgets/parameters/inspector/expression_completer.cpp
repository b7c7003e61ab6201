#include "widgets/parameters/inspector/expression_completer.h"

#include "widgets/theme/theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>

#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr int completionsWidth = 440; ///< room for a long name and its meaning
constexpr int meaningRole = Qt::UserRole + 1;
constexpr int writtenRole = Qt::UserRole + 2;

/// The name, and at the right end its meaning in dim letters.
class CompletionDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override
    {
        return {completionsWidth - 4 * rhythm::step, QFontMetrics(QFont()).height() + rhythm::step};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Colours& c = colours(option.palette);
        painter->save();
        if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver))
            painter->fillRect(option.rect, c.selection);
        const QRect line = option.rect.adjusted(rhythm::step, 0, -rhythm::step, 0);
        const QFontMetrics metrics{QFont()};
        const QString name = metrics.elidedText(index.data().toString(), Qt::ElideMiddle, line.width());
        painter->setFont(QFont());
        painter->setPen(c.text);
        painter->drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
        const QRect rest = line.adjusted(metrics.horizontalAdvance(name) + 2 * rhythm::step, 0, 0, 0);
        painter->setFont(smallFont());
        painter->setPen(c.dimText);
        painter->drawText(
            rest, Qt::AlignRight | Qt::AlignVCenter,
            QFontMetrics(smallFont()).elidedText(index.data(meaningRole).toString(), Qt::ElideRight, rest.width()));
        painter->restore();
    }
};

bool inWord(QChar c)
{
    return c.isLetterOrNumber() || c == '_' || c == '.';
}

/// 0: names that begin with the typed letters, 1: those that contain them, 2: others.
int rankOf(const QString& name, const QString& typed)
{
    if (name.startsWith(typed, Qt::CaseInsensitive))
        return 0;
    return typed.size() > 2 && name.contains(typed, Qt::CaseInsensitive) ? 1 : 2;
}

} // namespace

ExpressionCompleter::ExpressionCompleter(QLineEdit* edit, Source source, Completes completes)
    : QObject(edit), edit_(edit), source_(std::move(source)), completes_(completes), completer_(new QCompleter(this)),
      entries_(new QStandardItemModel(this))
{
    setObjectName("completer");
    completer_->setModel(entries_);
    completer_->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    completer_->setMaxVisibleItems(10);
    completer_->setWidget(edit);
    QAbstractItemView* list = completer_->popup();
    list->setObjectName("completions");
    list->setItemDelegate(new CompletionDelegate(list));
    list->setStyleSheet("QAbstractItemView { border: 1px solid palette(mid); }");
    list->setMouseTracking(true);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->installEventFilter(this);
    connect(edit, &QLineEdit::textEdited, this, &ExpressionCompleter::offer);
    connect(completer_, qOverload<const QModelIndex&>(&QCompleter::activated), this, &ExpressionCompleter::take);
}

ExpressionCompleter::Word ExpressionCompleter::wordAtCursor() const
{
    const QString text = edit_->text();
    const int cursor = edit_->cursorPosition();
    if (completes_ == Completes::text)
        return {0, static_cast<int>(text.size()), text.left(cursor), false};
    Word word{cursor, cursor, {}, false};
    QChar quote; // one that is open at the cursor
    for (int i = 0; i < cursor; ++i) {
        const QChar c = text[i];
        if (quote.isNull() && (c == '"' || c == '\'')) {
            quote = c;
            word.begin = i;
        } else if (c == quote) {
            quote = {};
        }
    }
    if (quote.isNull()) {
        word.begin = cursor;
        while (word.begin > 0 && inWord(text[word.begin - 1]))
            --word.begin;
        while (word.end < text.size() && inWord(text[word.end]))
            ++word.end;
        word.typed = text.mid(word.begin, cursor - word.begin);
    } else {
        word.typed = text.mid(word.begin + 1, cursor - word.begin - 1);
        if (const qsizetype close = text.indexOf(quote, cursor); close >= 0)
            word.end = static_cast<int>(close) + 1;
    }
    const QString before = text.left(word.begin).trimmed();
    word.isRole = before.endsWith("nodes(");
    // A number is not a name, and neither is what follows one: its unit.
    const bool unit = !before.isEmpty() && (before.back().isDigit() || before.back() == '.');
    if (quote.isNull() && (unit || (!word.typed.isEmpty() && !word.typed[0].isLetter() && word.typed[0] != '_')))
        word.typed.clear();
    return word;
}

void ExpressionCompleter::offer()
{
    if (taking_)
        return;
    word_ = wordAtCursor();
    QList<std::pair<int, Completion>> found;
    if (!word_.typed.isEmpty() || word_.isRole) {
        const Completions known = source_();
        for (const Completion& each : word_.isRole ? known.roles : known.names)
            if (const int rank = rankOf(each.name, word_.typed); rank < 2)
                found.append({rank, each});
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const bool typedAlready = found.size() == 1 && found.front().second.written == word_.typed;
    entries_->clear();
    if (found.isEmpty() || typedAlready) {
        completer_->popup()->hide();
        return;
    }
    for (const auto& [rank, each] : found) {
        auto* entry = new QStandardItem(each.name);
        entry->setData(each.meaning, meaningRole);
        entry->setData(each.written, writtenRole);
        entry->setToolTip(each.meaning);
        entries_->appendRow(entry);
    }
    completer_->complete(
        {0, 0, std::max(edit_->width(), completionsWidth), edit_->height()}); // moves it onto the screen
    completer_->popup()->setCurrentIndex(completer_->completionModel()->index(0, 0));
}

void ExpressionCompleter::take(const QModelIndex& entry)
{
    QString written = entry.data(writtenRole).toString();
    completer_->popup()->hide();
    if (written.isEmpty())
        return;
    if (written.endsWith('(') && edit_->text().mid(word_.end).startsWith('('))
        written.chop(1);
    edit_->setSelection(word_.begin, word_.end - word_.begin);
    taking_ = true;
    edit_->insert(written);
    taking_ = false;
    if (written.endsWith('('))
        offer(); // the roles of nodes( )
}

bool ExpressionCompleter::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress || watched != completer_->popup())
        return QObject::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape) {
        completer_->popup()->hide();
        return true;
    }
    if (key != Qt::Key_Return && key != Qt::Key_Enter && key != Qt::Key_Tab)
        return false;
    take(completer_->popup()->currentIndex());
    return true;
}

} // namespace headroom::widgets
