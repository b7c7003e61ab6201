#include "widgets/diagram/canvas/items/note_item.h"

#include "widgets/diagram/canvas/items/box_item.h"
#include "widgets/diagram/canvas/items/canvas_text.h"
#include "widgets/theme/drawing_colours.h"
#include "widgets/theme/theme.h"

#include <QGraphicsScene>
#include <QGraphicsSceneHoverEvent>
#include <QGraphicsTextItem>
#include <QKeyEvent>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <QTextCursor>
#include <QTextDocument>

namespace headroom::widgets {

namespace {

constexpr qreal noteInset = 10;
constexpr qreal corner = 12; // size of the corner that resizes a note
constexpr qreal noteRadius = 4;

} // namespace

NoteItem::NoteItem(const Note& note) : note_(note)
{
    setFlag(ItemIsSelectable);
    setAcceptHoverEvents(true);
    setPos(note.rect.topLeft());
    setZValue(-1); // notes are below the boxes that they comment on
}

bool NoteItem::isAtCorner(const QPointF& point) const
{
    const QSizeF size = note_.rect.size();
    return QRectF(size.width() - corner, size.height() - corner, corner + 2, corner + 2).contains(point);
}

void NoteItem::setSize(const QSizeF& size)
{
    prepareGeometryChange();
    note_.rect.setSize(size.expandedTo(smallestSize));
    update();
}

QRectF NoteItem::textRect() const
{
    return QRectF(QPointF(), note_.rect.size()).adjusted(noteInset, noteInset - 2, -noteInset, -noteInset + 2);
}

QRectF NoteItem::boundingRect() const
{
    return QRectF(QPointF(), note_.rect.size()).adjusted(-2, -2, 2, 2);
}

void NoteItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const QPalette palette = scene()->palette();
    const Colours& colours = widgets::colours(palette);
    const QRectF frame(QPointF(), note_.rect.size());
    painter->setBrush(drawingTint(note_.colour, palette));
    painter->setPen(isSelected() ? QPen(colours.accent, 2) : QPen(drawingColour(note_.colour, palette), 1));
    painter->drawRoundedRect(frame, noteRadius, noteRadius);
    const qreal scale = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    if (scale < readableScale)
        return;
    if (isSelected()) {
        painter->setPen(QPen(colours.accent, 1.2));
        for (const qreal reach : {4.0, 8.0})
            painter->drawLine(frame.bottomRight() + QPointF(-3, -reach - 2),
                              frame.bottomRight() + QPointF(-reach - 2, -3));
    }
    if (editor_)
        return;
    painter->setFont(summaryFont());
    painter->setPen(note_.text.isEmpty() ? colours.dimText : colours.text);
    painter->setClipRect(frame, Qt::IntersectClip);
    painter->drawText(textRect(), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                      note_.text.isEmpty() ? tr("Double-click to write") : note_.text);
}

void NoteItem::hoverMoveEvent(QGraphicsSceneHoverEvent* event)
{
    setCursor(isSelected() && isAtCorner(event->pos()) ? Qt::SizeFDiagCursor : Qt::ArrowCursor);
}

void NoteItem::beginEditing()
{
    if (editor_)
        return;
    editor_ = new QGraphicsTextItem(note_.text, this);
    editor_->setFont(summaryFont());
    editor_->setDefaultTextColor(colours(scene()->palette()).text);
    editor_->document()->setDocumentMargin(0);
    editor_->setPos(textRect().topLeft());
    editor_->setTextWidth(textRect().width());
    editor_->setTextInteractionFlags(Qt::TextEditorInteraction);
    editor_->installSceneEventFilter(this);
    editor_->setFocus(Qt::OtherFocusReason);
    QTextCursor cursor = editor_->textCursor();
    cursor.select(QTextCursor::Document);
    editor_->setTextCursor(cursor);
    update();
}

void NoteItem::endEditing(bool keep)
{
    if (!editor_)
        return;
    QGraphicsTextItem* editor = std::exchange(editor_, nullptr);
    const QString text = editor->toPlainText();
    editor->removeSceneEventFilter(this);
    if (scene() && scene()->focusItem() == editor)
        scene()->setFocusItem(nullptr);
    editor->hide();
    editor->deleteLater();
    update();
    if (keep && text != note_.text) {
        note_.text = text;
        emit edited(text);
    }
}

bool NoteItem::sceneEventFilter(QGraphicsItem* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusOut) {
        endEditing(true);
    } else if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (key->key() == Qt::Key_Escape || (enter && key->modifiers() & Qt::ControlModifier)) {
            endEditing(enter);
            return true;
        }
    }
    return QGraphicsObject::sceneEventFilter(watched, event);
}

} // namespace headroom::widgets
