#include "app/studies/study_results.h"

#include "app/base/component_names.h"
#include "app/base/file_name.h"
#include "app/studies/point_order.h"
#include "app/studies/study_charts.h"
#include "project/file/file_name.h"
#include "study/table/decision_text.h"
#include "widgets/files/written_file.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QThreadPool>

#include <algorithm>
#include <cmath>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int redrawMs = 300;
constexpr int pointsPerMs = 40; // more points are drawn less often
constexpr int pointRowHeight = 26;
constexpr int widestColumn = 150; // so that figures are seen beside names of components
constexpr int widestTitle = 200;
constexpr int leastFilter = 90;
constexpr int fittedRows = 100; // are looked at for the widths of columns

QPushButton* tableButton(const char* iconName, const QString& text, const char* name, const QString& tip)
{
    auto* result = named(new QPushButton(icon(iconName), text), name);
    result->setToolTip(tip);
    return result;
}

void fitColumns(QTableView& table)
{
    table.resizeColumnsToContents();
    for (int i = 0; i < table.model()->columnCount(); ++i)
        table.setColumnWidth(i, std::min(table.columnWidth(i), std::clamp(table.horizontalHeader()->sectionSizeHint(i),
                                                                          widestColumn, widestTitle)));
}

} // namespace

DataTable studyTableData(const study::Table& table)
{
    DataTable data{text(table.study.empty() ? "study" : table.study), {{"point", "1"}, {"state", {}}}, {}};
    for (const study::Column& column : table.parameters)
        data.columns.append({text(column.name), text(column.unit)});
    for (const study::Column& column : table.figures)
        for (const char* const end : {"", " low", " high"})
            data.columns.append({text(column.name + end), text(column.unit)});
    for (const study::GoalColumn& goal : table.goals)
        data.columns.append({StudyResults::tr("goal %1").arg(text(goal.id)), {}});
    data.columns.append(DataTable::Column{"reason", {}});
    for (const study::Row& row : table.rows) {
        std::vector<DataTable::Cell> cells = {static_cast<double>(row.number), text(study::nameOf(row.state))};
        for (const study::Setting& setting : row.settings)
            cells.push_back(std::isfinite(setting.number) ? DataTable::Cell(setting.number)
                                                          : DataTable::Cell(text(setting.text)));
        for (std::size_t i = 0; i < table.figures.size(); ++i) {
            const study::Cell cell = i < row.figures.size() ? row.figures[i] : study::Cell();
            for (const double value : {cell.value, cell.low, cell.high})
                cells.push_back(DataTable::cell(value));
        }
        for (std::size_t i = 0; i < table.goals.size(); ++i)
            cells.emplace_back(i < row.goals.size() ? text(row.goals[i].verdict) : QString());
        cells.emplace_back(text(row.reason));
        data.rows.push_back(std::move(cells));
    }
    return data;
}

StudyResults::StudyResults(QWidget* parent)
    : QWidget(parent), points_(new StudyTableModel(this)), sorted_(new PointOrder(*points_, this)),
      decision_(named(new QLabel, "studyDecision")), charts_(new StudyCharts)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(rhythm::step);
    decision_->setWordWrap(true);
    decision_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    column->addWidget(decision_);
    auto* split = new QSplitter(Qt::Horizontal);
    tableArea_ = makeTable();
    split->addWidget(tableArea_);
    split->addWidget(charts_);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    split->setChildrenCollapsible(false);
    column->addWidget(split, 1);
    charts_->setFileProposal([this](const QString& title) { return proposal(title); });
    redraw_.setSingleShot(true);
    connect(&redraw_, &QTimer::timeout, this, [this] {
        charts_->setTable(points_->table());
        showDecision();
    });
    connect(charts_, &StudyCharts::pointChosen, this, &StudyResults::select);
    connect(charts_, &StudyCharts::aloneWanted, tableArea_, &QWidget::setHidden);
    showState();
}

QWidget* StudyResults::makeTable()
{
    auto* area = new QWidget;
    auto* column = new QVBoxLayout(area);
    column->setContentsMargins(0, 0, 0, 0);
    auto* filter = named(new QLineEdit, "studyFilter");
    filter->setPlaceholderText(tr("Filter: words, or NAME=VALUE"));
    filter->setClearButtonEnabled(true);
    filter->setMinimumWidth(leastFilter);
    run_ = tableButton("media-playback-start", tr("Run point"), "runPoint",
                       tr("Runs the selected point as an ordinary run, to see its curves"));
    use_ = tableButton("dialog-ok-apply", tr("Use values"), "useValues",
                       tr("Gives the generic parameters of the project the values of the selected point"));
    export_ = tableButton("document-export", tr("Export"), "exportStudy", tr("Writes the table, or a report"));
    auto* exports = new QMenu(export_);
    exports->addAction(tr("Table as CSV or XLSX …"), this, &StudyResults::exportTable)->setObjectName("exportTable");
    exports->addAction(tr("Report as PDF or HTML …"), this, &StudyResults::reportWanted)->setObjectName("reportStudy");
    export_->setMenu(exports);
    auto* row = new QHBoxLayout;
    row->addWidget(filter, 1);
    for (QPushButton* const each : {run_, use_, export_})
        row->addWidget(each);
    column->addLayout(row);
    table_ = named(new QTableView, "studyTable", tr("Points of the study"));
    table_->setModel(sorted_);
    table_->setSortingEnabled(true);
    table_->sortByColumn(0, Qt::AscendingOrder);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setAlternatingRowColors(true);
    table_->setWordWrap(false);
    table_->setTextElideMode(Qt::ElideMiddle);
    table_->setShowGrid(false);
    table_->horizontalHeader()->setResizeContentsPrecision(fittedRows);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(pointRowHeight);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setTextElideMode(Qt::ElideMiddle);
    column->addWidget(table_, 1);
    connect(filter, &QLineEdit::textChanged, this,
            [this](const QString& words) { sorted_->setWords(words.split(' ', Qt::SkipEmptyParts)); });
    connect(use_, &QPushButton::clicked, this, [this] {
        if (const auto point = selected())
            emit valuesWanted(*point);
    });
    connect(run_, &QPushButton::clicked, this, [this] {
        if (const auto point = selected())
            emit runWanted(*point);
    });
    connect(table_, &QTableView::doubleClicked, this,
            [this](const QModelIndex& index) { emit runWanted(index.data(StudyTableModel::pointRole).toULongLong()); });
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        charts_->setSelected(selected());
        showState();
    });
    return area;
}

void StudyResults::setTable(const study::Table& columns)
{
    points_->setTable(columns);
    anyDone_ = false;
    for (int column = 0; column < points_->columnCount(); ++column)
        table_->setColumnHidden(column, false);
    fitColumns(*table_);
    redraw_.stop();
    charts_->begin(columns);
    charts_->setSelected({});
    showState();
}

void StudyResults::take(const std::vector<study::Row>& rows)
{
    const bool begins = points_->rowCount() == 0, first = !anyDone_;
    const study::Table* const before = &points_->table();
    points_->take(rows);
    if (begins)
        charts_->begin(points_->table()); // the first rows tell which parameters are numbers
    else if (&points_->table() != before) // the former one is being written to a file
        charts_->setTable(points_->table());
    anyDone_ = anyDone_ ||
               std::ranges::any_of(rows, [](const study::Row& row) { return row.state == study::PointState::done; });
    if (begins || (first && anyDone_))
        fitColumns(*table_);
    if (begins)
        showState();
    if (!redraw_.isActive())
        redraw_.start(redrawMs + points_->rowCount() / pointsPerMs);
}

void StudyResults::setPresent(qulonglong point)
{
    charts_->setPresent(point);
}

void StudyResults::conclude(const QString& sentence)
{
    redraw_.stop();
    for (const int column : points_->emptyColumns())
        table_->setColumnHidden(column, points_->table().count(study::PointState::done) > 0);
    fitColumns(*table_);
    charts_->setTable(points_->table());
    sentence.isEmpty() ? showDecision() : say(sentence);
}

QString StudyResults::sentence() const
{
    return decision_->text();
}

void StudyResults::setComponents(std::shared_ptr<const project::ComponentLibrary> components)
{
    components_ = std::move(components);
    points_->setComponents(components_);
}

void StudyResults::say(const QString& sentence)
{
    decision_->setText(components_ ? withComponentNames(sentence, *components_) : sentence);
}

void StudyResults::setAnswer(const QString& sentence)
{
    answer_ = sentence;
    if (!sentence.isEmpty())
        say(sentence);
}

void StudyResults::setFile(const QString& file)
{
    charts_->setFile(file);
}

void StudyResults::showDecision()
{
    say(answer_.isEmpty() ? text(study::sentenceOf(points_->table(), study::decide(points_->table()))) : answer_);
}

void StudyResults::showState()
{
    use_->setEnabled(selected().has_value());
    run_->setEnabled(selected().has_value());
    export_->setEnabled(points_->rowCount() > 0 && !saving_);
}

std::optional<qulonglong> StudyResults::selected() const
{
    const QModelIndexList rows = table_->selectionModel()->selectedRows();
    return rows.isEmpty() ? std::optional<qulonglong>() : rows.front().data(StudyTableModel::pointRole).toULongLong();
}

void StudyResults::select(qulonglong point)
{
    const QModelIndex at = sorted_->mapFromSource(points_->index(static_cast<int>(point), 0));
    if (!at.isValid())
        return charts_->setSelected(point); // the filter hides its row
    table_->selectRow(at.row());
    table_->scrollTo(at);
}

QString StudyResults::proposal(const QString& title) const
{
    const QString study = text(points_->table().study);
    const QString whole = (study.isEmpty() ? tr("study") : study) + (title.isEmpty() ? QString() : " " + title);
    const QString name = QString::fromStdString(project::fileNameOfId(whole.toStdString()));
    return folder_.isEmpty() ? name : folder_ + '/' + name;
}

void StudyResults::exportTable()
{
    const QString path = chooseFile(this, tr("Export the table"), proposal({}) + ".csv",
                                    tr("Comma-separated values (*.csv);;Excel workbook (*.xlsx)"));
    if (!path.isEmpty())
        save(path);
}

void StudyResults::save(const QString& path)
{
    saving_ = true;
    showState();
    const QPointer<StudyResults> self(this);
    QThreadPool::globalInstance()->start([self, path, table = points_->snapshot()] {
        const QString problem = path.endsWith(".xlsx", Qt::CaseInsensitive)
                                    ? writeXlsx(path, {studyTableData(*table)})
                                    : writeWhole(path, QByteArray::fromStdString(study::toCsv(*table)));
        QMetaObject::invokeMethod(qApp, [self, path, problem] {
            if (!self)
                return;
            self->saving_ = false;
            self->showState();
            problem.isEmpty() ? emit self->message("info", tr("The table was written to %1.").arg(path))
                              : emit self->message("error", problem);
        });
    });
}

} // namespace headroom::app
