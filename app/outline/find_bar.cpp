#include "app/outline/find_bar.h"

#include "widgets/document/model/document_model.h"
#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int typingMs = 120; // the search waits for further letters
constexpr int findRowHeight = 24, mostRows = 6;
constexpr int lowWindow = 800, mostRowsInLow = 3;

} // namespace

FindBar::FindBar(DocumentModel& model, QWidget* parent)
    : QWidget(parent), model_(model), line_(new QLineEdit), count_(new QLabel),
      list_(named(new QTreeWidget, "hits", tr("Hits")))
{
    setObjectName("find");
    setAutoFillBackground(true);
    line_->setPlaceholderText(tr("Find names, types and values in the whole project"));
    line_->setAccessibleName(tr("Find"));
    line_->setClearButtonEnabled(true);
    line_->installEventFilter(this);
    setLook(count_, Look::dim);
    count_->setMinimumWidth(120);
    list_->setHeaderHidden(true);
    list_->setColumnCount(2);
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    layOut();
    hide();
    later_.setSingleShot(true);
    later_.setInterval(typingMs);
    connectSearch();
}

void FindBar::layOut()
{
    const auto addButton = [&](QHBoxLayout* row, const QString& iconName, const QString& help, auto act) {
        auto* button = new QToolButton;
        if (iconName.isEmpty())
            button->setText(QStringLiteral("×"));
        else
            button->setIcon(icon(iconName));
        button->setToolTip(help);
        button->setAccessibleName(help);
        setLook(button, Look::flat);
        connect(button, &QToolButton::clicked, this, act);
        row->addWidget(button);
    };
    auto* row = new QHBoxLayout;
    row->setSpacing(rhythm::half);
    row->addWidget(line_, 1);
    row->addWidget(count_);
    addButton(row, "go-up", tr("Previous (Shift+F3)"), [this] { goOn(-1); });
    addButton(row, "go-down", tr("Next (F3)"), [this] { goOn(1); });
    addButton(row, {}, tr("Close (Esc)"), [this] { hide(); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(rhythm::margin, rhythm::half, rhythm::margin, rhythm::half);
    column->setSpacing(rhythm::half);
    column->addLayout(row);
    column->addWidget(list_);
}

void FindBar::connectSearch()
{
    connect(&later_, &QTimer::timeout, this, &FindBar::search);
    const auto whileSeen = [this] {
        if (isVisible())
            later_.start();
    };
    connect(line_, &QLineEdit::textChanged, this, [this] {
        current_ = -1;
        later_.start();
    });
    connect(&model_, &DocumentModel::changed, this, whileSeen);
    connect(&model_, &DocumentModel::structureChanged, this, whileSeen);
    connect(&model_, &DocumentModel::replaced, this, whileSeen);
    const auto choose = [this](QTreeWidgetItem* item) { show(list_->indexOfTopLevelItem(item)); };
    connect(list_, &QTreeWidget::itemClicked, this, choose);
    connect(list_, &QTreeWidget::itemActivated, this, choose);
}

void FindBar::begin()
{
    QWidget::show();
    line_->setFocus();
    line_->selectAll();
    search();
}

void FindBar::search()
{
    later_.stop();
    hits_ = findText(model_.project(), line_->text());
    current_ = std::min(current_, static_cast<int>(hits_.size()) - 1);
    list_->clear();
    for (const Hit& hit : hits_) {
        auto* item = new QTreeWidgetItem(list_, {hit.place, hit.text});
        item->setToolTip(1, hit.text);
    }
    list_->setVisible(!hits_.isEmpty());
    const int most = window()->height() < lowWindow ? mostRowsInLow : mostRows; // or the window would grow
    list_->setFixedHeight(findRowHeight * std::clamp(static_cast<int>(hits_.size()), 1, most) + rhythm::half);
    showCount();
    emit found();
}

void FindBar::showCount()
{
    if (line_->text().trimmed().isEmpty())
        count_->clear();
    else if (hits_.isEmpty())
        count_->setText(tr("nothing found"));
    else if (current_ >= 0)
        count_->setText(tr("%1 of %2").arg(current_ + 1).arg(hits_.size()));
    else
        count_->setText(hits_.size() == mostHits ? tr("%1 or more").arg(mostHits) : tr("%1 found").arg(hits_.size()));
}

void FindBar::goOn(int step)
{
    if (!isVisible()) {
        const bool again = !line_->text().isEmpty();
        begin();
        if (!again)
            return;
    }
    if (later_.isActive())
        search();
    const int count = static_cast<int>(hits_.size());
    if (count > 0)
        show(current_ < 0 ? (step > 0 ? 0 : count - 1) : (current_ + step + count) % count);
}

void FindBar::show(int row)
{
    current_ = row;
    list_->setCurrentItem(list_->topLevelItem(row));
    showCount();
    const ElementRef element = hits_[row].element; // a copy: the receiver may change the hits
    emit chosen(element);
}

void FindBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QWidget::keyPressEvent(event);
}

bool FindBar::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            goOn(key->modifiers() & Qt::ShiftModifier ? -1 : 1);
            line_->setFocus(); // the next Enter goes to the next hit
            return true;
        }
        if (key->key() == Qt::Key_Down && !hits_.isEmpty()) {
            list_->setFocus();
            list_->setCurrentItem(list_->topLevelItem(std::max(0, current_)));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void FindBar::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    if (event->spontaneous())
        return;
    hits_.clear();
    current_ = -1;
    emit found();
    emit closed();
}

} // namespace headroom::app
