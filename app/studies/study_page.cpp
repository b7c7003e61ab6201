#include "app/studies/study_page.h"

#include "project/file/json_writer.h"
#include "project/resolve/parameter_values.h"
#include "study/table/decision.h"
#include "widgets/document/edit_step.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/plots/views/scatter_view.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSaveFile>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int redrawMs = 300;
constexpr int pointRowHeight = 26;
constexpr const char* tickedKey = "ticked"; ///< of the study of all ticked alternatives; ids of studies are others

/// Rows that contain all words of a filter, in any column; a word NAME=VALUE has to be that of a parameter.
class PointFilter : public QSortFilterProxyModel
{
public:
    explicit PointFilter(QObject* parent) : QSortFilterProxyModel(parent) { setSortRole(StudyTableModel::sortRole); }

    void setWords(const QStringList& words)
    {
        words_ = words;
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        return std::all_of(words_.begin(), words_.end(), [&](const QString& word) { return holds(row, parent, word); });
    }

private:
    bool holds(int row, const QModelIndex& parent, const QString& word) const
    {
        const auto sign = word.indexOf('=');
        for (int column = 0; column < sourceModel()->columnCount(); ++column) {
            const QString text = sourceModel()->index(row, column, parent).data().toString();
            if (sign < 0 && text.contains(word, Qt::CaseInsensitive))
                return true;
            if (sign > 0 &&
                sourceModel()
                        ->headerData(column, Qt::Horizontal)
                        .toString()
                        .compare(word.left(sign), Qt::CaseInsensitive) == 0 &&
                text.startsWith(word.mid(sign + 1), Qt::CaseInsensitive))
                return true;
        }
        return false;
    }

    QStringList words_;
};

QPushButton* button(const char* iconName, const QString& text, const char* name)
{
    auto* result = new QPushButton(icon(iconName), text);
    result->setObjectName(name);
    return result;
}

std::size_t valuesOf(const project::Project& project, const project::StudyAxis& axis)
{
    const project::Parameter* parameter = project::findParameter(project, axis.parameter);
    if (axis.values.is_array())
        return axis.values.size();
    if (axis.values.is_string())
        return parameter ? project::tickedOf(*parameter).size() : 0;
    return axis.fields.value("steps", std::size_t{5});
}

project::Study tickedStudy(const project::Project& project)
{
    project::Study study;
    for (const project::Parameter& parameter : project.parameters)
        if (!project::tickedOf(parameter).empty())
            study.space.push_back({parameter.name, "ticked", project::Json::object()});
    return study;
}

/// "3 × 4 values of WORKERS, DISK"
QString planOf(const project::Project& project, const project::Study& study)
{
    QStringList counts, names;
    for (const project::StudyAxis& axis : study.space) {
        counts.append(QString::number(valuesOf(project, axis)));
        names.append(QString::fromStdString(axis.parameter));
    }
    return StudyPage::tr("%1 values of %2").arg(counts.join(QStringLiteral(" × ")), names.join(", "));
}

} // namespace

StudyPage::StudyPage(DocumentModel& model, QWidget* parent)
    : QWidget(parent), model_(model), process_(this), points_(new StudyTableModel(this)),
      sorted_(new PointFilter(this)), pages_(new QStackedLayout(this))
{
    setObjectName("studyPage");
    pages_->addWidget(emptyPage(tr("A study runs many combinations of generic parameters and says which is best. Tick "
                                   "several values of a parameter in the panel “Generic parameters”, or write a study "
                                   "into the project.")));
    auto* filled = new QWidget;
    auto* column = new QVBoxLayout(filled);
    column->setContentsMargins(rhythm::margin, rhythm::step, rhythm::margin, rhythm::step);
    column->setSpacing(rhythm::step);
    column->addWidget(makeBar());
    decision_ = new QLabel;
    decision_->setObjectName("studyDecision");
    decision_->setWordWrap(true);
    decision_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    column->addWidget(decision_);
    auto* split = new QSplitter(Qt::Horizontal);
    split->addWidget(makeTable());
    split->addWidget(makeChart());
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    split->setChildrenCollapsible(false);
    column->addWidget(split, 1);
    progress_ = new QProgressBar;
    progress_->setObjectName("studyProgress");
    progress_->setTextVisible(false);
    stand_ = new QLabel;
    stand_->setObjectName("studyStand");
    auto* foot = new QHBoxLayout;
    foot->addWidget(progress_, 1);
    foot->addWidget(stand_);
    column->addLayout(foot);
    pages_->addWidget(filled);

    redraw_.setSingleShot(true);
    redraw_.setInterval(redrawMs);
    connect(&redraw_, &QTimer::timeout, this, [this] {
        drawChart();
        showDecision();
    });
    connect(&model_, &DocumentModel::changed, this, &StudyPage::updateChoices);
    connect(&process_, &StudyProcess::begun, this, &StudyPage::take);
    connect(&process_, &StudyProcess::finished, this, &StudyPage::takeRows);
    connect(&process_, &StudyProcess::progressed, this, &StudyPage::takeProgress);
    connect(&process_, &StudyProcess::ended, this, &StudyPage::conclude);
    updateChoices();
}

QWidget* StudyPage::makeBar()
{
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    choice_ = new QComboBox;
    choice_->setObjectName("studyChoice");
    choice_->setAccessibleName(tr("Study"));
    choice_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    plan_ = new QLabel;
    plan_->setObjectName("studyPlan");
    run_ = button("media-playback-start", tr("Run study"), "runStudy");
    pause_ = button("media-playback-pause", tr("Pause"), "pauseStudy");
    stop_ = button("media-playback-stop", tr("Stop"), "stopStudy");
    restart_ = button("view-refresh", tr("Run anew"), "restartStudy");
    run_->setToolTip(tr("Runs the points that are not finished yet"));
    restart_->setToolTip(tr("Forgets all finished points and runs them again"));
    row->addWidget(choice_);
    row->addWidget(plan_, 1);
    for (QPushButton* const each : {run_, pause_, stop_, restart_})
        row->addWidget(each);
    connect(choice_, &QComboBox::currentIndexChanged, this, &StudyPage::updateButtons);
    connect(run_, &QPushButton::clicked, this, &StudyPage::start);
    connect(pause_, &QPushButton::clicked, this, &StudyPage::pause);
    connect(stop_, &QPushButton::clicked, &process_, &StudyProcess::stop);
    connect(restart_, &QPushButton::clicked, this, [this] {
        restartWanted_ = true;
        start();
    });
    return bar;
}

QWidget* StudyPage::makeTable()
{
    auto* area = new QWidget;
    auto* column = new QVBoxLayout(area);
    column->setContentsMargins(0, 0, 0, 0);
    filter_ = new QLineEdit;
    filter_->setObjectName("studyFilter");
    filter_->setPlaceholderText(tr("Filter: words, or NAME=VALUE"));
    filter_->setClearButtonEnabled(true);
    use_ = button("dialog-ok-apply", tr("Use these values"), "useValues");
    use_->setToolTip(tr("Gives the generic parameters of the project the values of the selected point"));
    export_ = button("document-export", tr("CSV …"), "exportStudy");
    export_->setToolTip(tr("Writes the table as CSV"));
    auto* row = new QHBoxLayout;
    row->addWidget(filter_, 1);
    row->addWidget(use_);
    row->addWidget(export_);
    column->addLayout(row);
    table_ = new QTableView;
    table_->setObjectName("studyTable");
    table_->setAccessibleName(tr("Points of the study"));
    sorted_->setSourceModel(points_);
    table_->setModel(sorted_);
    table_->setSortingEnabled(true);
    table_->sortByColumn(0, Qt::AscendingOrder);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setAlternatingRowColors(true);
    table_->setWordWrap(false);
    table_->setShowGrid(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(pointRowHeight);
    table_->horizontalHeader()->setHighlightSections(false);
    column->addWidget(table_, 1);
    connect(filter_, &QLineEdit::textChanged, this, &StudyPage::filter);
    connect(use_, &QPushButton::clicked, this, &StudyPage::useSelected);
    connect(export_, &QPushButton::clicked, this, &StudyPage::exportCsv);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        chart_->setSelected(selected());
        updateButtons();
    });
    return area;
}

QWidget* StudyPage::makeChart()
{
    auto* area = new QWidget;
    auto* column = new QVBoxLayout(area);
    column->setContentsMargins(rhythm::step, 0, 0, 0);
    horizontal_ = new QComboBox;
    horizontal_->setObjectName("studyX");
    horizontal_->setAccessibleName(tr("Horizontal axis"));
    vertical_ = new QComboBox;
    vertical_->setObjectName("studyY");
    vertical_->setAccessibleName(tr("Vertical axis"));
    auto* row = new QHBoxLayout;
    row->addWidget(vertical_, 1);
    row->addWidget(new QLabel(tr("over")));
    row->addWidget(horizontal_, 1);
    column->addLayout(row);
    chart_ = new ScatterView;
    column->addWidget(chart_, 1);
    for (QComboBox* const each : {horizontal_, vertical_}) {
        each->setMinimumContentsLength(8);
        each->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        connect(each, &QComboBox::currentIndexChanged, this, &StudyPage::drawChart);
    }
    connect(chart_, &ScatterView::pointChosen, this, [this](qulonglong point) { select(point); });
    return area;
}

void StudyPage::updateChoices()
{
    const QString chosen = choice_->currentData().toString();
    {
        const QSignalBlocker quiet(choice_);
        choice_->clear();
        for (const project::Study& study : model_.project().studies)
            choice_->addItem(QString::fromStdString(study.id), QString::fromStdString(study.id));
        if (!tickedStudy(model_.project()).space.empty())
            choice_->addItem(tr("Ticked alternatives"), tickedKey);
        choice_->setCurrentIndex(std::max(0, choice_->findData(chosen)));
    }
    updateButtons();
}

QStringList StudyPage::arguments() const
{
    const QString id = choice_->currentData().toString();
    if (id != tickedKey)
        return id.isEmpty() ? QStringList() : QStringList{id};
    QStringList arguments;
    for (const project::StudyAxis& axis : tickedStudy(model_.project()).space)
        arguments << "--vary" << QString::fromStdString(axis.parameter) + "=ticked";
    return arguments;
}

void StudyPage::updateButtons()
{
    const bool running = process_.isRunning(), some = choice_->count() > 0;
    const QString id = choice_->currentData().toString();
    plan_->clear();
    for (const project::Study& study : model_.project().studies)
        if (id == QString::fromStdString(study.id))
            plan_->setText(planOf(model_.project(), study));
    if (id == tickedKey)
        plan_->setText(planOf(model_.project(), tickedStudy(model_.project())));
    choice_->setEnabled(!running);
    run_->setVisible(!running);
    run_->setEnabled(some);
    restart_->setVisible(!running && points_->rowCount() > 0);
    restart_->setEnabled(some);
    pause_->setVisible(running);
    pause_->setText(process_.isPaused() ? tr("Resume") : tr("Pause"));
    pause_->setIcon(icon(process_.isPaused() ? "media-playback-start" : "media-playback-pause"));
    stop_->setVisible(running);
    use_->setEnabled(selected().has_value());
    export_->setEnabled(points_->rowCount() > 0);
    pages_->setCurrentIndex(some || running || points_->rowCount() > 0 ? 1 : 0);
}

void StudyPage::start()
{
    QStringList all = arguments();
    if (all.isEmpty())
        return;
    if (std::exchange(restartWanted_, false))
        all << "--restart";
    decision_->setText(tr("The study is being put together."));
    progress_->setRange(0, 0);
    process_.start(QByteArray::fromStdString(project::toText(model_.project())), folder_,
                   choice_->currentData().toString(), all);
    updateButtons();
}

void StudyPage::pause()
{
    process_.isPaused() ? process_.resume() : process_.pause();
    updateButtons();
}

void StudyPage::forget()
{
    process_.cancel();
    points_->setTable({});
    decision_->clear();
    progress_->reset();
    stand_->clear();
    drawChart();
    updateChoices();
}

void StudyPage::take(const study::Table& table)
{
    points_->setTable(table);
    for (int column = 0; column < points_->columnCount(); ++column)
        table_->setColumnHidden(column, false);
    fillFigureChoices();
    table_->resizeColumnsToContents();
    redraw_.start();
    updateButtons();
}

void StudyPage::takeRows(const std::vector<study::Row>& rows)
{
    const bool first = points_->table().count(study::PointState::done) == 0;
    points_->update(rows);
    if (first)
        table_->resizeColumnsToContents();
    if (!redraw_.isActive())
        redraw_.start();
}

void StudyPage::takeProgress(const StudyProgress& progress)
{
    progress_->setRange(0, progress.points);
    progress_->setValue(progress.done + progress.failed);
    QString text = tr("%1 of %2 points").arg(progress.done + progress.failed).arg(progress.points);
    if (progress.failed > 0)
        text += tr(", %1 failed").arg(progress.failed);
    if (std::isfinite(progress.leftS) && progress.leftS > 0)
        text += tr("; %1 left").arg(valueText(progress.leftS, "s"));
    stand_->setText(process_.isPaused() ? tr("%1; paused").arg(text) : text);
}

void StudyPage::conclude(const QString& sentence, const QString& problem)
{
    redraw_.stop();
    if (progress_->maximum() == 0)
        progress_->setRange(0, 1);
    for (const int column : points_->emptyColumns())
        table_->setColumnHidden(column, points_->table().count(study::PointState::done) > 0);
    table_->resizeColumnsToContents();
    drawChart();
    decision_->setText(problem.isEmpty() ? sentence : problem);
    if (!problem.isEmpty())
        emit message("warning", problem);
    updateButtons();
}

void StudyPage::showDecision()
{
    decision_->setText(QString::fromStdString(study::decide(points_->table()).sentence));
}

void StudyPage::filter(const QString& text)
{
    static_cast<PointFilter*>(sorted_)->setWords(text.split(' ', Qt::SkipEmptyParts));
}

/// Throughput over price where both are reported, else the first two figures.
void StudyPage::fillFigureChoices()
{
    const auto& figures = points_->table().figures;
    const QSignalBlocker quietX(horizontal_), quietY(vertical_);
    for (QComboBox* const each : {horizontal_, vertical_}) {
        each->clear();
        for (const study::Column& figure : figures)
            each->addItem(QString::fromStdString(figure.name));
    }
    vertical_->setCurrentIndex(figures.empty() ? -1 : 0);
    const int price = horizontal_->findText("price");
    horizontal_->setCurrentIndex(price >= 0 ? price : figures.size() > 1 ? 1 : static_cast<int>(figures.size()) - 1);
}

void StudyPage::drawChart()
{
    const study::Table& table = points_->table();
    const int x = horizontal_->currentIndex(), y = vertical_->currentIndex();
    std::vector<ScatterPoint> points;
    ScatterAxis axes[2];
    if (x >= 0 && y >= 0 && !table.figures.empty()) {
        int i = 0;
        for (const int figure : {x, y}) {
            const study::Column& column = table.figures[static_cast<std::size_t>(figure)];
            axes[i++] = {QString::fromStdString(column.name), QString::fromStdString(column.unit),
                         study::largerIsBetter(column.name)};
        }
        for (const study::Row& row : table.rows) {
            if (row.state != study::PointState::done)
                continue;
            const study::Cell &atX = row.figures[static_cast<std::size_t>(x)],
                              &atY = row.figures[static_cast<std::size_t>(y)];
            if (atX.known() && atY.known())
                points.push_back(
                    {row.number, QString::fromStdString(study::inWords(table, row)), atX.value, atY.value});
        }
    }
    chart_->setContent(axes[0], axes[1], std::move(points));
}

std::optional<qulonglong> StudyPage::selected() const
{
    const QModelIndexList rows = table_->selectionModel()->selectedRows();
    return rows.isEmpty() ? std::optional<qulonglong>() : rows.front().data(StudyTableModel::pointRole).toULongLong();
}

void StudyPage::select(std::optional<qulonglong> point)
{
    if (!point)
        return table_->clearSelection();
    const QModelIndex at = sorted_->mapFromSource(points_->index(static_cast<int>(*point), 0));
    if (!at.isValid())
        return; // the filter hides it
    table_->selectRow(at.row());
    table_->scrollTo(at);
}

void StudyPage::useSelected()
{
    const auto point = selected();
    if (!point)
        return;
    const study::Table& table = points_->table();
    const study::Row& row = table.rows[*point];
    const EditStep step(model_, tr("use the values of point %1").arg(*point));
    for (std::size_t i = 0; i < row.settings.size(); ++i) {
        const project::Parameter* parameter = project::findParameter(model_.project(), table.parameters[i].name);
        if (!parameter)
            continue;
        const project::Json bare = project::Json::parse(row.settings[i].text, nullptr, false);
        const bool named =
            parameter->type == project::ParameterType::choice || parameter->type == project::ParameterType::component;
        const bool plain = !named && (bare.is_number() || bare.is_boolean());
        setParameter(model_, QString::fromStdString(parameter->name),
                     plain ? bare : project::Json(row.settings[i].text));
    }
}

void StudyPage::exportCsv()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the table"), folder_ + "/study.csv",
                                                      tr("Comma-separated values (*.csv)"));
    if (path.isEmpty())
        return;
    QSaveFile file(path);
    const QByteArray text = QByteArray::fromStdString(study::toCsv(points_->table()));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
        emit message("error", tr("%1 could not be written: %2.").arg(path, file.errorString()));
}

} // namespace headroom::app
