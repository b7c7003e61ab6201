#include "app/runs/runs_page.h"

#include "app/runs/side_by_side_view.h"
#include "widgets/parameters/fields/disconnect_editors.h"
#include "widgets/plots/chart/chart_widget.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int rowHeight = 28;
constexpr int commentWidth = 140;
constexpr int leastChanged = 110; // of the column that distinguishes runs
constexpr int mostChanged = 320;  // if the others leave no more room
constexpr int barHeight = 3;      // of the progress in a row
constexpr int barMargin = 5;
constexpr std::size_t fewest = 2; // runs that can stand side by side

/// The status of a run; of an active one with a bar that shows how far it is.
class StatusDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const QVariant share = index.data(RunHistory::shareRole);
        if (!share.isValid())
            return;
        const Colours& c = colours(option.palette);
        QRectF bar = QRectF(option.rect).adjusted(barMargin, 0, -barMargin, -2);
        bar.setTop(bar.bottom() - barHeight);
        painter->fillRect(bar, c.track);
        bar.setWidth(bar.width() * share.toDouble());
        painter->fillRect(bar, c.accent);
    }
    /// The column does not become wider and narrower with the digits of a run that goes on.
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QSize size = QStyledItemDelegate::sizeHint(option, index);
        if (index.data(RunHistory::shareRole).isValid())
            size.setWidth(
                std::max(size.width(),
                         option.fontMetrics.horizontalAdvance(RunsPage::tr("100 %, 59.9 min left")) + 3 * barMargin));
        return size;
    }

protected:
    /// The bar shows that a run is active; the text is left for what differs between runs.
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        const QString running = RunsPage::tr("running, ");
        if (index.data(RunHistory::shareRole).isValid() && option->text.startsWith(running))
            option->text.remove(0, running.size());
    }
};

QPushButton* openButton(RunsPage& page)
{
    auto* button = new QPushButton(icon("document-open"), RunsPage::tr("Open result file …"));
    QObject::connect(button, &QPushButton::clicked, &page, &RunsPage::resultFileWanted);
    return button;
}

} // namespace

RunsPage::RunsPage(RunHistory& history, QWidget* parent)
    : QWidget(parent), history_(history), sorted_(new QSortFilterProxyModel(this)), table_(new QTableView),
      together_(new SideBySideView), pages_(new QStackedLayout(this))
{
    pages_->addWidget(makeEmptyPage({}));
    show_ = addAction("view-visible", tr("Show"), {}, &RunsPage::show);
    compare_ =
        addAction("view-split-left-right", tr("Compare"), QKeySequence(Qt::CTRL | Qt::Key_D), &RunsPage::compare);
    pin_ = addAction("pin", tr("Pin as baseline"), QKeySequence(Qt::CTRL | Qt::Key_B), &RunsPage::pin);
    rename_ = addAction("edit-rename", tr("Rename"), Qt::Key_F2, &RunsPage::rename);
    comment_ = addAction("edit-comment", tr("Comment"), QKeySequence(Qt::SHIFT | Qt::Key_F2), &RunsPage::comment);
    project_ = addAction("document-open", tr("Open its project"), QKeySequence(Qt::CTRL | Qt::Key_Return),
                         &RunsPage::openProject);
    report_ =
        addAction("document-print-preview", tr("Report …"), QKeySequence(Qt::CTRL | Qt::Key_R), &RunsPage::report);
    stop_ = addAction("media-playback-stop", tr("Stop"), {}, &RunsPage::stop);
    delete_ = addAction("edit-delete", tr("Delete"), QKeySequence::Delete, &RunsPage::remove);
    pages_->addWidget(makeTable());
    connect(&history_, &RunHistory::baselineChanged, this, &RunsPage::updatePage);
    connect(&history_, &QAbstractItemModel::dataChanged, this, &RunsPage::updateActions);
    connect(&history_, &QAbstractItemModel::dataChanged, this, &RunsPage::updateTicked);
    connect(&history_, &QAbstractItemModel::modelReset, this, &RunsPage::updatePage);
    connect(together_, &SideBySideView::clearWanted, this, &RunsPage::untickAll);
    connect(together_, &SideBySideView::exportWanted, this, &RunsPage::tableWanted);
    updatePage();
}

QWidget* RunsPage::makeEmptyPage(const NextStepsView::FirstStep& step)
{
    if (step.button)
        return emptyPage(step.sentence, step.button, openButton(*this));
    return emptyPage(tr("Each run is listed here with its parameters and figures, and is stored beside the "
                        "project. Press Run (F5) to start the first one, or open a result file."),
                     openButton(*this));
}

void RunsPage::setFirstStep(const NextStepsView::FirstStep& step)
{
    QWidget* former = pages_->widget(0);
    pages_->removeWidget(former);
    former->hide();
    former->deleteLater(); // one of its buttons may be the cause
    pages_->insertWidget(0, makeEmptyPage(step));
    updatePage();
}

RunsPage::~RunsPage()
{
    widgets::disconnectEditors(*this, *this); // the header of the table is laid out once more while it is hidden
}

QAction* RunsPage::addAction(const char* iconName, const QString& text, const QKeySequence& key,
                             void (RunsPage::*act)())
{
    auto* action = new QAction(icon(iconName), text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut); // only in the table: elsewhere the keys have another function
    action->setToolTip(key.isEmpty() ? text : QString("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
    connect(action, &QAction::triggered, this, act);
    table_->addAction(action);
    return action;
}

QWidget* RunsPage::makeTable()
{
    sorted_->setSourceModel(&history_);
    sorted_->setSortRole(RunHistory::sortRole);
    table_->setObjectName("runs");
    table_->setAccessibleName(tr("Runs"));
    table_->setModel(sorted_);
    table_->setSortingEnabled(true);
    table_->sortByColumn(RunHistory::numberColumn, Qt::DescendingOrder);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers); // actions edit cells; a double click shows the run
    table_->setShowGrid(false);
    table_->setTabKeyNavigation(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(rowHeight);
    auto* header = table_->horizontalHeader();
    table_->setItemDelegateForColumn(RunHistory::statusColumn, new StatusDelegate(table_));
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(RunHistory::labelColumn, QHeaderView::Interactive);
    header->setSectionResizeMode(RunHistory::commentColumn, QHeaderView::Interactive);
    header->resizeSection(RunHistory::commentColumn, commentWidth);
    header->setMinimumSectionSize(64);
    header->setHighlightSections(false);
    connect(header, &QHeaderView::geometriesChanged, this, &RunsPage::fitChanged);
    connect(header, &QHeaderView::sectionResized, this, [this](int column) {
        const bool byHand = QGuiApplication::mouseButtons() != Qt::NoButton;
        widthChosen_ = widthChosen_ || (column == RunHistory::labelColumn && !fitting_ && byHand);
        fitChanged();
    });
    connect(sorted_, &QAbstractItemModel::dataChanged, this, &RunsPage::fitChanged);
    table_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(table_, &QTableView::customContextMenuRequested, this, [this](const QPoint& at) {
        if (!table_->indexAt(at).isValid())
            return;
        QMenu menu;
        menu.addActions({show_, compare_, pin_});
        menu.addSeparator();
        menu.addActions({rename_, comment_});
        menu.addSeparator();
        menu.addActions({report_, project_, stop_, delete_});
        menu.exec(table_->viewport()->mapToGlobal(at));
    });
    connect(table_, &QTableView::activated, this, &RunsPage::show); // a double click or Enter
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPage::updateActions);
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(rhythm::step, rhythm::half, rhythm::step, rhythm::half);
    row->setSpacing(rhythm::half);
    for (QAction* action : {show_, compare_, pin_, report_, project_, delete_}) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        const bool told = action != project_ && action != delete_; // a window of 1280 pixels has no room for all texts
        button->setToolButtonStyle(told ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button);
    }
    row->addStretch();
    row->addWidget(openButton(*this));
    column->addLayout(row);
    auto* split = named(new QSplitter(Qt::Vertical), "runsSplit");
    split->addWidget(table_);
    split->addWidget(together_);
    split->setChildrenCollapsible(false);
    together_->hide();
    column->addWidget(split, 1);
    return page;
}

void RunsPage::updatePage()
{
    pages_->setCurrentIndex(history_.runs().empty() ? 0 : 1);
    updateActions();
    updateTicked();
}

/// The column "Changed" takes the room that the others leave. It is wide enough for its texts even if they leave none;
/// the table is scrolled then. A width that the user has given it stays.
void RunsPage::fitChanged()
{
    if (widthChosen_ || std::exchange(fitting_, true))
        return;
    auto* header = table_->horizontalHeader();
    const int own = header->sectionSize(RunHistory::labelColumn);
    const int left = table_->viewport()->width() - (header->length() - own);
    const auto& wanted = static_cast<const QAbstractItemView&>(*table_);
    const int needed = std::clamp(wanted.sizeHintForColumn(RunHistory::labelColumn), leastChanged, mostChanged);
    header->resizeSection(RunHistory::labelColumn, std::max(left, needed));
    fitting_ = false;
}

/// Results do not change: the table is filled anew only if other runs are ticked, or if they are called otherwise.
void RunsPage::updateTicked()
{
    std::vector<int> numbers;
    for (const Run* run : history_.ticked())
        numbers.push_back(run->number);
    std::vector<const Run*> runs;
    for (const int number : baselineFirst(std::move(numbers)))
        runs.push_back(std::as_const(history_).find(number));
    std::vector<std::pair<int, QString>> now;
    for (const Run* run : runs)
        now.emplace_back(run->number, run->title());
    if (std::exchange(ticked_, now) != now)
        together_->setRuns(runs);
    together_->setVisible(runs.size() >= fewest);
}

/// The chosen baseline, if it is one of them, is what the others are compared with; else the earliest is.
std::vector<int> RunsPage::baselineFirst(std::vector<int> numbers) const
{
    if (const auto chosen = history_.chosenBaseline())
        if (const auto at = std::ranges::find(numbers, *chosen); at != numbers.end())
            std::rotate(numbers.begin(), at, at + 1);
    return numbers;
}

void RunsPage::untickAll()
{
    for (const Run* run : history_.ticked())
        history_.tick(run->number, false);
}

std::vector<int> RunsPage::selected() const
{
    std::vector<int> numbers;
    for (const QModelIndex& index : table_->selectionModel()->selectedRows())
        numbers.push_back(index.data(RunHistory::numberRole).toInt());
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

const Run* RunsPage::single() const
{
    const auto numbers = selected();
    return numbers.size() == 1 ? history_.find(numbers.front()) : nullptr;
}

void RunsPage::updateActions()
{
    if (!table_->selectionModel())
        return;
    const auto numbers = selected();
    const Run* one = single();
    const auto withFigures = std::count_if(numbers.begin(), numbers.end(), [this](int number) {
        const Run* run = history_.find(number);
        return run && run->summary;
    });
    const Run* former = history_.baseline();
    show_->setEnabled(one != nullptr);
    compare_->setEnabled(withFigures == static_cast<std::ptrdiff_t>(numbers.size()) &&
                         (numbers.size() >= fewest || (one && former && former != one)));
    const bool pinned = one && history_.chosenBaseline() == one->number;
    pin_->setText(pinned ? tr("Unpin baseline") : tr("Pin as baseline"));
    pin_->setEnabled(one && one->summary);
    rename_->setEnabled(one != nullptr);
    comment_->setEnabled(one != nullptr);
    project_->setEnabled(one && !one->file.isEmpty());
    report_->setEnabled(withFigures > 0 && withFigures == static_cast<std::ptrdiff_t>(numbers.size()));
    stop_->setEnabled(one && (one->queued || one->isActive()));
    delete_->setEnabled(std::any_of(numbers.begin(), numbers.end(), [this](int number) {
        const Run* run = history_.find(number);
        return run && run->ending;
    }));
}

void RunsPage::show()
{
    if (const Run* run = single())
        emit showWanted(run->number);
}

void RunsPage::compare()
{
    const auto numbers = baselineFirst(selected());
    const Run* former = history_.baseline();
    if (numbers.size() == 1 && former && former->number != numbers[0])
        emit compareWanted(numbers[0], former->number);
    if (numbers.size() < fewest)
        return;
    untickAll();
    for (const int number : numbers)
        history_.tick(number, true);
    emit compareWanted(numbers.back(), numbers.front());
}

void RunsPage::pin()
{
    if (const Run* run = single())
        history_.chooseBaseline(history_.chosenBaseline() == run->number ? std::nullopt : std::optional(run->number));
}

void RunsPage::rename()
{
    edit(RunHistory::labelColumn);
}

void RunsPage::comment()
{
    edit(RunHistory::commentColumn);
}

void RunsPage::edit(int column)
{
    const QModelIndexList rows = table_->selectionModel()->selectedRows();
    if (rows.size() == 1)
        table_->edit(rows.front().siblingAtColumn(column));
}

void RunsPage::openProject()
{
    if (const Run* run = single())
        emit projectWanted(run->number);
}

void RunsPage::report()
{
    emit reportWanted(baselineFirst(selected()));
}

void RunsPage::stop()
{
    if (const Run* run = single())
        emit stopWanted(run->number);
}

void RunsPage::remove()
{
    emit deleteWanted(selected());
}

} // namespace headroom::app
