#include "widgets/controls/elided_combo_box.h"

#include "widgets/controls/whole_text.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScreen>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QStyleOptionFrame>
#include <QStylePainter>

#include <utility>

namespace headroom::widgets {

namespace {

constexpr int lineMargin = 2; // of a QLineEdit, at both sides of its text
constexpr int listMargin = 16;

} // namespace

QString ElidedLineEdit::shownText() const
{
    if (hasFocus())
        return text();
    QStyleOptionFrame option;
    initStyleOption(&option);
    const QRect contents = style()->subElementRect(QStyle::SE_LineEditContents, &option, this);
    return fontMetrics().elidedText(text(), Qt::ElideMiddle, contents.width() - 2 * lineMargin);
}

void ElidedLineEdit::paintEvent(QPaintEvent* event)
{
    const QString shown = shownText();
    if (shown == text())
        return QLineEdit::paintEvent(event);
    QStyleOptionFrame option;
    initStyleOption(&option);
    QStylePainter painter(this);
    painter.drawPrimitive(QStyle::PE_PanelLineEdit, option);
    const QRect contents = style()->subElementRect(QStyle::SE_LineEditContents, &option, this);
    painter.drawItemText(contents.adjusted(lineMargin, 0, -lineMargin, 0), Qt::AlignLeft | Qt::AlignVCenter, palette(),
                         isEnabled(), shown, QPalette::Text);
}

void ElidedComboBox::allowTyping()
{
    setEditable(true);
    setLineEdit(new ElidedLineEdit);
    lineEdit()->installEventFilter(this);
}

void ElidedComboBox::focusInEvent(QFocusEvent* event)
{
    clickOpens_ = event->reason() == Qt::MouseFocusReason;
    QComboBox::focusInEvent(event);
}

bool ElidedComboBox::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == lineEdit() && event->type() == QEvent::MouseButtonRelease) {
        const bool opens = std::exchange(clickOpens_, false) && !lineEdit()->hasSelectedText() && count() > 0;
        if (opens && static_cast<QMouseEvent*>(event)->button() == Qt::LeftButton)
            showPopup();
    }
    if (isEditable() && watched == view() && event->type() == QEvent::KeyPress) {
        auto& key = *static_cast<QKeyEvent*>(event);
        const bool plain = !(key.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
        if (plain && !key.text().isEmpty() && key.text().front().isPrint()) {
            typeIntoLine(key);
            return true;
        }
    }
    return QComboBox::eventFilter(watched, event);
}

/// Replaces the text of the line by what is typed over the open list.
void ElidedComboBox::typeIntoLine(QKeyEvent& event)
{
    hidePopup();
    setFocus(Qt::PopupFocusReason);
    lineEdit()->selectAll();
    QCoreApplication::sendEvent(lineEdit(), &event);
}

void ElidedComboBox::keyPressEvent(QKeyEvent* event)
{
    if (isEditable() && event->key() == Qt::Key_Space && !event->modifiers() && !lineEdit()->isModified() &&
        count() > 0)
        showPopup();
    else
        QComboBox::keyPressEvent(event);
}

QString ElidedComboBox::elided(const QStyleOptionComboBox& option) const
{
    const QRect place = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    const int icon = option.currentIcon.isNull() ? 0 : option.iconSize.width() + 4;
    return option.fontMetrics.elidedText(currentText(), Qt::ElideMiddle, place.width() - icon - lineMargin);
}

QString ElidedComboBox::shownText() const
{
    if (const auto* line = dynamic_cast<const ElidedLineEdit*>(lineEdit()))
        return line->shownText();
    QStyleOptionComboBox option;
    initStyleOption(&option);
    return option.currentText;
}

void ElidedComboBox::initStyleOption(QStyleOptionComboBox* option) const
{
    QComboBox::initStyleOption(option);
    if (!option->editable)
        option->currentText = elided(*option);
}

void ElidedComboBox::showPopup()
{
    clickOpens_ = false;
    if (isEditable())
        view()->installEventFilter(this);
    const int present = view()->minimumWidth();
    const int wanted = view()->sizeHintForColumn(0) + view()->verticalScrollBar()->sizeHint().width() + listMargin;
    view()->setMinimumWidth(std::min(std::max(present, wanted), screen()->availableGeometry().width() / 2));
    QComboBox::showPopup();
    // If a box has no value, Qt makes its first entry the current one without showing it: Down went to the second.
    if (QItemSelectionModel* chosen = view()->selectionModel(); count() > 0 && !chosen->hasSelection())
        chosen->setCurrentIndex(model()->index(0, modelColumn(), rootModelIndex()),
                                QItemSelectionModel::ClearAndSelect);
}

bool ElidedComboBox::event(QEvent* event)
{
    return tellWholeText(*this, *event, currentText(), shownText()) || QComboBox::event(event);
}

} // namespace headroom::widgets
