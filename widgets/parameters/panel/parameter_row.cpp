#include "widgets/parameters/panel/parameter_row.h"

#include "widgets/controls/elided_label.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QShortcut>
#include <QToolButton>

namespace headroom::widgets {

namespace {

QToolButton* smallButton(const QString& iconName, const QString& name)
{
    auto* button = new QToolButton;
    setLook(button, Look::flat);
    button->setIcon(icon(iconName));
    button->setIconSize({12, 12});
    button->setFixedSize(20, 20);
    button->setAccessibleName(name);
    button->setToolTip(name);
    return button;
}

constexpr int gap = rhythm::half - 1; // between the parts of a row

/// Height of the line for a problem. Rows that have none are as far from the next one.
int problemHeight()
{
    return QFontMetrics(smallFont()).height();
}

} // namespace

ParameterRow::ParameterRow(const QString& name, QWidget* editor, QWidget* parent)
    : QWidget(parent), fold_(smallButton("arrow-right", tr("Details of %1").arg(name))), name_(new ElidedLabel),
      tick_(new QCheckBox), detail_(new QLabel), column_(new QVBoxLayout(this))
{
    fold_->setObjectName(name + "/fold");
    tick_->setObjectName(name + "/tick");
    name_->setText(name);
    setLook(name_, Look::label);
    name_->setCursor(Qt::OpenHandCursor);
    name_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // in a narrow panel the ticks need the room
    name_->installEventFilter(this);
    tick_->setTristate(true);
    tick_->setFont(smallFont());
    tick_->setAccessibleName(tr("Alternatives of %1 ticked for a study").arg(name));
    detail_->setWordWrap(true);
    detail_->hide();
    setLook(detail_, Look::dim);
    auto* more = smallButton("overflow-menu", tr("Actions for %1").arg(name));
    more->setObjectName(name + "/menu");

    auto* heading = new QHBoxLayout;
    heading->setSpacing(2);
    heading->addWidget(fold_);
    heading->addWidget(name_, 1);
    heading->addWidget(tick_);
    heading->addWidget(more);
    heading->setContentsMargins(0, 0, 0, gap);
    detail_->setContentsMargins(0, gap, 0, 0);
    column_->setContentsMargins(0, 0, 0, problemHeight());
    column_->setSpacing(0);
    column_->addLayout(heading);
    column_->addWidget(editor);
    column_->addWidget(detail_);

    // A shortcut, because the editor itself uses the arrow keys.
    for (const int by : {-1, 1}) {
        auto* key = new QShortcut(by < 0 ? QKeySequence(moveUpKey) : QKeySequence(moveDownKey), this);
        key->setContext(Qt::WidgetWithChildrenShortcut);
        connect(key, &QShortcut::activated, this, [this, by] { emit moveRequested(by); });
    }
    connect(fold_, &QToolButton::clicked, this, [this] { emit foldRequested(!isFoldedOut()); });
    connect(tick_, &QCheckBox::clicked, this, [this] {
        // A click on a partly ticked box ticks all values.
        emit tickRequested(tick_->checkState() != Qt::Unchecked);
    });
    connect(more, &QToolButton::clicked, this,
            [this, more] { emit menuRequested(more->mapToGlobal(QPoint(0, more->height()))); });
}

void ParameterRow::setTicked(int ticked, int offered)
{
    tick_->setVisible(offered > 1);
    const QSignalBlocker quiet(tick_);
    tick_->setCheckState(ticked == 0 ? Qt::Unchecked : ticked == offered ? Qt::Checked : Qt::PartiallyChecked);
    tick_->setText(ticked == 0 ? tr("%1 values").arg(offered) : tr("%1 of %2 ticked").arg(ticked).arg(offered));
}

void ParameterRow::setDetail(const QString& text)
{
    detail_->setText(text);
    detail_->setVisible(!text.isEmpty());
    column_->setContentsMargins(0, 0, 0, text.isEmpty() ? problemHeight() : rhythm::half);
}

void ParameterRow::keepRoomForProblem()
{
    problem_ = named(new ElidedLabel, name_->text() + "/problem");
    setLook(problem_, Look::error);
    problem_->setFixedHeight(problemHeight());
    column_->setContentsMargins({}); // the line is the distance to the next row
    column_->insertWidget(column_->indexOf(detail_), problem_);
}

void ParameterRow::setProblem(const QString& text)
{
    problem_->setText(text);
}

void ParameterRow::setDetails(QWidget* details)
{
    delete details_;
    details_ = details;
    if (details_) {
        column_->addWidget(details_);
        details_->show(); // shown now, because a widget in it may get the focus
    }
    fold_->setIcon(icon(details_ ? "arrow-down" : "arrow-right"));
}

bool ParameterRow::isFoldedOut() const
{
    return details_ != nullptr;
}

bool ParameterRow::eventFilter(QObject* watched, QEvent* event)
{
    const auto* mouse = dynamic_cast<QMouseEvent*>(event);
    if (event->type() == QEvent::MouseButtonPress && mouse->button() == Qt::LeftButton) {
        pressed_ = mouse->globalPosition().toPoint();
        mayDrag_ = true;
        name_->buddy()->setFocus();
        return true;
    }
    if (event->type() == QEvent::MouseMove && mayDrag_) {
        const QPoint now = mouse->globalPosition().toPoint();
        dragging_ = dragging_ || (now - pressed_).manhattanLength() >= QApplication::startDragDistance();
        if (dragging_)
            emit dragged(now, false);
        return true;
    }
    if (event->type() == QEvent::MouseButtonRelease && mayDrag_) {
        mayDrag_ = false;
        if (std::exchange(dragging_, false))
            emit dragged(mouse->globalPosition().toPoint(), true);
        return true;
    }
    if (event->type() == QEvent::MouseButtonDblClick) {
        emit foldRequested(!isFoldedOut());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void ParameterRow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && std::exchange(dragging_, false)) {
        mayDrag_ = false;
        emit dragCancelled();
    } else
        QWidget::keyPressEvent(event);
}

void ParameterRow::contextMenuEvent(QContextMenuEvent* event)
{
    emit menuRequested(event->globalPos());
}

} // namespace headroom::widgets
