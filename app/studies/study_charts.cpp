#include "app/studies/study_charts.h"

#include "app/studies/study_analysis.h"
#include "project/vocabulary/figure_names.h"
#include "widgets/plots/studies/study_bars_view.h"
#include "widgets/plots/studies/study_grid_view.h"
#include "widgets/plots/studies/study_lines_view.h"
#include "widgets/plots/studies/study_parallel_view.h"
#include "widgets/plots/views/scatter_view.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <functional>

namespace headroom::app {

using namespace widgets;

namespace {

StudyValue valueOf(const study::Cell& cell)
{
    return {cell.value, cell.low, cell.high};
}

StudyVerdict verdictOf(const study::Table& table, const study::Row& row)
{
    if (table.goals.empty())
        return StudyVerdict::none;
    if (row.meetsAllGoals())
        return StudyVerdict::met;
    const bool missed = std::any_of(row.goals.begin(), row.goals.end(),
                                    [](const study::GoalCell& goal) { return goal.verdict == "missed"; });
    return missed ? StudyVerdict::missed : StudyVerdict::unknown;
}

QComboBox* axisChoice(const char* name, const QString& title)
{
    auto* combo = named(new QComboBox, name);
    combo->setAccessibleName(title);
    combo->setMinimumContentsLength(8);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    return combo;
}

} // namespace

ChartPoints::ChartPoints(const study::Table& table)
    : table_(table), figures_(study::knownFigures(table)), texts_(table.parameters.size()),
      points_(std::make_shared<StudyPoints>())
{
    for (std::size_t i = 0; i < table.parameters.size(); ++i) {
        const study::Column& column = table.parameters[i];
        const bool numeric = std::all_of(table.rows.begin(), table.rows.end(),
                                         [i](const study::Row& row) { return std::isfinite(row.settings[i].number); });
        points_->parameters.push_back({text(column.name), text(column.unit), {}, numeric});
    }
    for (const std::size_t i : figures_)
        points_->figures.push_back({text(table.figures[i].name), text(table.figures[i].unit),
                                    project::largerIsBetter(table.figures[i].name), true});
    points_->points.reserve(table.rows.size());
}

QString ChartPoints::shown(std::size_t parameter, const std::string& value)
{
    const auto [found, fresh] = texts_[parameter].try_emplace(value);
    if (fresh)
        found->second = text(value);
    return found->second;
}

bool ChartPoints::readSome()
{
    constexpr std::size_t atOnce = 200;
    for (const std::size_t end = std::min(next_ + atOnce, table_.rows.size()); next_ < end; ++next_) {
        const study::Row& row = table_.rows[next_];
        if (row.state != study::PointState::done)
            continue;
        StudyPoint& point = points_->points.emplace_back();
        point.number = row.number;
        point.settings.reserve(row.settings.size());
        point.numbers.reserve(row.settings.size());
        for (std::size_t i = 0; i < row.settings.size(); ++i) {
            point.settings.push_back(shown(i, row.settings[i].text));
            point.numbers.push_back(row.settings[i].number);
        }
        point.figures.reserve(figures_.size());
        for (const std::size_t i : figures_)
            point.figures.push_back(valueOf(row.figures[i]));
        point.goals = verdictOf(table_, row);
    }
    return next_ < table_.rows.size();
}

std::shared_ptr<StudyPoints> chartPoints(const study::Table& table)
{
    ChartPoints points(table);
    while (points.readSome()) {
    }
    return points.take();
}

ScatterAxes usualScatterAxes(const StudyPoints& points)
{
    QStringList names;
    for (const StudyColumn& figure : points.figures)
        names.append(figure.name);
    const QString first = names.value(0);
    if (names.indexOf("price") > 0)
        return {"price", first};
    for (const StudyColumn& parameter : points.parameters)
        if (parameter.isNumeric)
            names.append(parameter.name);
    return {names.value(1, first), first};
}

void showScatter(ScatterView& scatter, const std::shared_ptr<const StudyPoints>& study, const QString& x,
                 const QString& y)
{
    std::vector<ScatterPoint> points;
    ScatterAxis axes[2] = {{x, {}, {}, false}, {y, {}, {}, false}};
    std::function<double(const StudyPoint&)> values[2];
    for (int i = 0; i < 2; ++i) {
        for (std::size_t at = 0; at < study->parameters.size(); ++at)
            if (study->parameters[at].name == axes[i].name) {
                axes[i].unit = study->parameters[at].unit;
                axes[i].steps = true;
                values[i] = [at](const StudyPoint& point) { return point.numbers[at]; };
            }
        for (std::size_t at = 0; at < study->figures.size(); ++at)
            if (study->figures[at].name == axes[i].name) {
                axes[i].unit = study->figures[at].unit;
                axes[i].largerIsBetter = study->figures[at].largerIsBetter;
                values[i] = [at](const StudyPoint& point) { return point.figures[at].value; };
            }
    }
    std::vector<const StudyPoint*> named;
    if (values[0] && values[1])
        for (const StudyPoint& point : study->points)
            if (const double across = values[0](point), up = values[1](point);
                std::isfinite(across) && std::isfinite(up)) {
                points.push_back({point.number, named.size(), across, up});
                named.push_back(&point);
            }
    scatter.setContent(axes[0], axes[1], std::move(points), [study, named = std::move(named)](std::size_t index) {
        return othersInWords(*study, *named[index], {});
    });
}

StudyCharts::StudyCharts(QWidget* parent)
    : QWidget(parent), points_(std::make_shared<StudyPoints>()), turns_([this] { return readSome(); }),
      analysis_(new StudyAnalysis), kind_(axisChoice("studyChartKind", tr("Chart"))),
      horizontal_(axisChoice("studyX", tr("Horizontal axis"))), vertical_(axisChoice("studyY", tr("Vertical axis"))),
      pages_(new QStackedWidget), scatter_(new ScatterView),
      others_({new StudyLinesView, new StudyGridView, new StudyParallelView, new StudyBarsView})
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(rhythm::step, 0, 0, 0);
    auto* head = new QHBoxLayout;
    head->addWidget(kind_);
    head->addStretch();
    head->addWidget(makeAlone());
    column->addLayout(head);
    column->addWidget(pages_, 1);
    kind_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    kind_->addItem(tr("Points and Pareto front"));
    pages_->addWidget(makeScatter());
    for (StudyChart* const chart : std::as_const(others_)) {
        kind_->addItem(chart->windowTitle());
        pages_->addWidget(chart);
        connect(chart, &StudyChart::pointChosen, this, &StudyCharts::pointChosen);
    }
    kind_->addItem(tr("What matters"));
    pages_->addWidget(analysis_);
    connect(scatter_, &ScatterView::pointChosen, this, &StudyCharts::pointChosen);
    connect(kind_, &QComboBox::currentIndexChanged, this, [this](int index) {
        pages_->setCurrentIndex(index);
        draw();
    });
}

QWidget* StudyCharts::makeAlone()
{
    auto* alone = named(new QToolButton, "chartAlone", tr("Show the chart without the table"));
    alone->setIcon(icon("view-fullscreen"));
    alone->setCheckable(true);
    alone->setToolTip(alone->accessibleName());
    connect(alone, &QToolButton::toggled, this, &StudyCharts::aloneWanted);
    return alone;
}

QWidget* StudyCharts::makeScatter()
{
    auto* area = new QWidget;
    auto* column = new QVBoxLayout(area);
    column->setContentsMargins(0, 0, 0, 0);
    auto* row = new QHBoxLayout;
    row->addWidget(vertical_, 1);
    row->addWidget(new QLabel(tr("over")));
    row->addWidget(horizontal_, 1);
    column->addLayout(row);
    column->addWidget(scatter_, 1);
    for (QComboBox* const each : {horizontal_, vertical_})
        connect(each, &QComboBox::currentIndexChanged, this, [this] {
            axesChosen_ = true;
            drawScatter();
        });
    return area;
}

/// The axes can be figures, or parameters with numbers.
void StudyCharts::fillAxes(const study::Table& table)
{
    const QSignalBlocker quietX(horizontal_), quietY(vertical_);
    for (QComboBox* const each : {horizontal_, vertical_}) {
        each->clear();
        for (const study::Column& figure : table.figures)
            each->addItem(text(figure.name));
        for (std::size_t i = 0; i < table.parameters.size(); ++i)
            if (!table.rows.empty() && std::isfinite(table.rows.front().settings[i].number))
                each->addItem(text(table.parameters[i].name));
    }
    axesChosen_ = false;
}

/// Chooses axes anew: the figures that have values are known only when points are finished.
void StudyCharts::chooseAxes()
{
    const QSignalBlocker quietX(horizontal_), quietY(vertical_);
    const ScatterAxes usual = usualScatterAxes(*points_);
    vertical_->setCurrentText(usual.y);
    horizontal_->setCurrentText(usual.x);
}

void StudyCharts::begin(const study::Table& table)
{
    present_.reset();
    fillAxes(table);
    setTable(table);
}

void StudyCharts::setTable(const study::Table& table)
{
    turns_.stop();
    reading_.emplace(table);
    turns_.start();
}

bool StudyCharts::readSome()
{
    if (reading_->readSome())
        return true;
    auto points = reading_->take();
    reading_.reset();
    points->present = present_;
    points_ = std::move(points);
    if (!axesChosen_)
        chooseAxes();
    draw();
    return false;
}

void StudyCharts::setPresent(qulonglong point)
{
    present_ = point;
}

/// The one that is shown; the others follow when they are chosen.
void StudyCharts::draw()
{
    const int index = pages_->currentIndex();
    if (index == 0)
        drawScatter();
    else if (index <= others_.size())
        others_[index - 1]->setStudy(points_);
}

void StudyCharts::drawScatter()
{
    showScatter(*scatter_, points_, horizontal_->currentText(), vertical_->currentText());
}

void StudyCharts::setFile(const QString& file)
{
    analysis_->setFile(file);
}

void StudyCharts::setSelected(std::optional<qulonglong> point)
{
    scatter_->setSelected(point);
    for (StudyChart* const chart : std::as_const(others_))
        chart->setSelected(point);
}

void StudyCharts::setFileProposal(const std::function<QString(const QString& title)>& proposal)
{
    scatter_->setFileProposal(proposal);
    for (StudyChart* const chart : std::as_const(others_))
        chart->setFileProposal(proposal);
    analysis_->setFileProposal(proposal);
}

} // namespace headroom::app
