#include "app/report/study_report.h"

#include "app/report/save_report.h"
#include "app/report/sections.h"
#include "app/studies/study_charts.h"
#include "project/goals/goal_limits.h"
#include "project/loading.h"
#include "study/table/decision_text.h"
#include "study/table/study_file.h"
#include "widgets/plots/studies/study_grid_view.h"
#include "widgets/plots/studies/study_lines_view.h"
#include "widgets/plots/views/scatter_view.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <cmath>

namespace headroom::app {

using study::PointState;
using study::Row;
using widgets::report::Figure;
using widgets::report::Paragraph;
using widgets::report::Section;

namespace {

struct StudyTexts
{
    Q_DECLARE_TR_FUNCTIONS(StudyReport)
};

constexpr std::size_t mostNext = 3;    // points that are listed after the best one
constexpr std::size_t mostFigures = 3; // columns of figures in a table of points
constexpr std::size_t mostApart = 3;   // parameters that have a column each
constexpr std::size_t mostPoints = 2000, mostFailures = 20;
constexpr int chartWide = 820, chartHigh = 300; // pixels: as wide as the text of a page

QString valueOf(const study::Cell& cell, const std::string& unit)
{
    if (!cell.known())
        return dash;
    const QString value = text(study::inWords(cell.value, unit));
    return std::isinf(cell.high) ? StudyTexts::tr("from %1").arg(value) : value;
}

QString intervalOf(const study::Cell& cell, const std::string& unit)
{
    if (!std::isfinite(cell.low) || !std::isfinite(cell.high) || cell.low == cell.high)
        return dash;
    return StudyTexts::tr("%1 to %2").arg(text(study::inWords(cell.low, unit)), text(study::inWords(cell.high, unit)));
}

QString limitOf(const study::GoalCell& goal, const std::string& unit)
{
    const QString limits = text(project::limitsInWords(goal.atLeast, goal.atMost, unit));
    return limits.isEmpty() ? dash : limits;
}

/// Columns of figures for tables of points: the price, those of the goals, then the first ones that have values.
std::vector<std::size_t> tellingFigures(const study::Table& table)
{
    std::vector<std::size_t> wanted, known;
    for (const std::size_t i : study::knownFigures(table)) {
        const bool telling = std::any_of(table.goals.begin(), table.goals.end(), [&](const study::GoalColumn& goal) {
            return goal.metric == table.figures[i].name;
        });
        if (table.figures[i].name == "price")
            wanted.insert(wanted.begin(), i);
        else
            (telling ? wanted : known).push_back(i);
    }
    wanted.insert(wanted.end(), known.begin(), known.end());
    wanted.resize(std::min(wanted.size(), mostFigures));
    std::sort(wanted.begin(), wanted.end());
    return wanted;
}

QString goalsOf(const Row& row)
{
    const auto met = std::count_if(row.goals.begin(), row.goals.end(),
                                   [](const study::GoalCell& goal) { return goal.verdict == "met"; });
    return StudyTexts::tr("%1 of %2 met").arg(met).arg(row.goals.size());
}

widgets::report::Table pointTable(const study::Table& table, const std::vector<std::uint64_t>& numbers,
                                  const QString& caption)
{
    const auto figures = tellingFigures(table);
    widgets::report::Table result{caption, {StudyTexts::tr("Point")}, {}, 1};
    const bool apart = table.parameters.size() <= mostApart;
    if (!apart)
        result.header.append(StudyTexts::tr("Values"));
    for (const study::Column& parameter : table.parameters)
        if (apart)
            result.header.append(text(parameter.name));
    result.texts = static_cast<int>(result.header.size());
    if (!table.goals.empty()) {
        result.header.append(StudyTexts::tr("Goals"));
        ++result.texts;
    }
    for (const std::size_t i : figures)
        result.header.append(text(table.figures[i].name));
    for (const std::uint64_t number : numbers) {
        const Row& row = table.rows[number];
        QStringList cells = {QString::number(number)};
        if (!apart)
            cells.append(text(study::inWords(table, row)));
        for (std::size_t i = 0; apart && i < row.settings.size(); ++i)
            cells.append(text(study::inWords(table.parameters[i], row.settings[i])));
        if (!table.goals.empty())
            cells.append(goalsOf(row));
        for (const std::size_t i : figures)
            cells.append(valueOf(row.figures[i], table.figures[i].unit));
        result.rows.append(cells);
    }
    return result;
}

widgets::report::Table figureTable(const study::Table& table, const Row& row)
{
    widgets::report::Table result{StudyTexts::tr("Figures of point %1").arg(row.number),
                                  {StudyTexts::tr("Figure"), StudyTexts::tr("Value"), StudyTexts::tr("95 % interval")},
                                  {}};
    for (std::size_t i = 0; i < row.figures.size(); ++i)
        if (row.figures[i].known())
            result.rows.append({text(table.figures[i].name), valueOf(row.figures[i], table.figures[i].unit),
                                intervalOf(row.figures[i], table.figures[i].unit)});
    return result;
}

Figure figureOf(widgets::ChartWidget& chart, const QString& caption)
{
    const QSize size(chartWide, chartHigh);
    return {caption, chart.picture(size), size};
}

void addDecision(Parts& parts, const study::Table& table, const std::vector<std::uint64_t>& ranked)
{
    const study::Decision decision = study::decide(table);
    parts.append(Paragraph{text(study::sentenceOf(table, decision)), Paragraph::Kind::lead});
    if (!decision.ofLoads.empty())
        parts.append(pointTable(table, decision.ofLoads, StudyTexts::tr("The best point for each load")));
    if (const auto open = table.rows.size() - table.count(PointState::done) - table.count(PointState::failed); open > 0)
        parts.append(
            Paragraph{StudyTexts::tr("%1 of %2 points have not been run yet.").arg(open).arg(table.rows.size())});
    if (ranked.empty())
        return;
    const Row& best = table.rows[ranked.front()];
    if (!best.reason.empty())
        parts.append(Paragraph{StudyTexts::tr("Point %1: %2").arg(best.number).arg(text(best.reason))});
    parts.append(valuesOf(table, best));
    if (!best.goals.empty())
        parts.append(goalTable(table, best));
    widgets::ScatterView scatter;
    const auto points = chartPoints(table);
    const auto [x, y] = usualScatterAxes(*points);
    showScatter(scatter, points, x, y);
    scatter.setSelected(best.number);
    if (scatter.isFilled())
        parts.append(figureOf(scatter, StudyTexts::tr("%1 over %2. A circle marks point %3; the line joins the points "
                                                      "that no other one surpasses in both.")
                                           .arg(y, x)
                                           .arg(best.number)));
    // Below the chart, because long names make many lines.
    if (ranked.size() > 1)
        parts.append(pointTable(table, ranked, StudyTexts::tr("The best points, the best first")));
}

void addCharts(Parts& parts, const study::Table& table, std::uint64_t best)
{
    const auto points = chartPoints(table);
    widgets::StudyLinesView lines;
    widgets::StudyGridView grid;
    lines.setSelected(best);
    grid.setSelected(best);
    lines.setStudy(points);
    grid.setStudy(points);
    if (lines.table().rows.size() > 1)
        parts.append(
            figureOf(lines, StudyTexts::tr("All other parameters as at point %1; bands: 95 % intervals.").arg(best)));
    if (grid.table().rows.size() > 1)
        parts.append(figureOf(grid, StudyTexts::tr("All other parameters as at point %1.").arg(best)));
}

void addPoints(Parts& parts, const study::Table& table)
{
    std::vector<std::uint64_t> done;
    for (const Row& row : table.rows)
        if (row.state == PointState::done)
            done.push_back(row.number);
    if (done.empty())
        return;
    const std::size_t all = done.size();
    done.resize(std::min(all, mostPoints));
    widgets::report::Table points = pointTable(table, done, StudyTexts::tr("All points that were run"));
    points.folded = true;
    parts.append(std::move(points));
    if (all > done.size())
        parts.append(Paragraph{StudyTexts::tr("%1 further points are in the file of the study.").arg(all - done.size()),
                               Paragraph::Kind::note});
}

/// Adds the number of values of each parameter, the number of runs, and the points that failed.
void addMethod(Parts& parts, const study::Table& table)
{
    widgets::report::Table space{{}, {StudyTexts::tr("Parameter"), StudyTexts::tr("Different values")}, {}};
    for (std::size_t i = 0; i < table.parameters.size(); ++i) {
        QSet<QString> values;
        for (const Row& row : table.rows)
            values.insert(text(row.settings[i].text));
        space.rows.append({text(table.parameters[i].name), QString::number(values.size())});
    }
    std::uint64_t runs = 0;
    for (const Row& row : table.rows)
        runs += row.runs;
    parts.append(
        Paragraph{StudyTexts::tr("%1 of %2 points were run, %3 of them failed; the figures are from %4 runs. All "
                                 "points have the same random numbers, so that they see the same demands.")
                      .arg(table.count(PointState::done) + table.count(PointState::failed))
                      .arg(table.rows.size())
                      .arg(table.count(PointState::failed))
                      .arg(runs)});
    parts.append(space);
    std::size_t told = 0;
    for (const Row& row : table.rows)
        if (row.state == PointState::failed && told++ < mostFailures)
            parts.append(Paragraph{StudyTexts::tr("Point %1 failed: %2").arg(row.number).arg(text(row.reason)),
                                   Paragraph::Kind::note});
}

} // namespace

widgets::report::Table valuesOf(const study::Table& table, const Row& row)
{
    widgets::report::Table result{
        StudyTexts::tr("Point %1").arg(row.number), {StudyTexts::tr("Parameter"), StudyTexts::tr("Value")}, {}, 2};
    for (std::size_t i = 0; i < table.parameters.size(); ++i)
        result.rows.append(
            {text(table.parameters[i].name), text(study::inWords(table.parameters[i], row.settings[i]))});
    return result;
}

widgets::report::Table goalTable(const study::Table& table, const Row& row)
{
    widgets::report::Table result{StudyTexts::tr("Goals at point %1").arg(row.number),
                                  {StudyTexts::tr("Goal"), StudyTexts::tr("Verdict"), StudyTexts::tr("Limit"),
                                   StudyTexts::tr("Simulated"), StudyTexts::tr("95 % interval")},
                                  {},
                                  2};
    for (std::size_t i = 0; i < row.goals.size(); ++i) {
        const study::GoalColumn& goal = table.goals[i];
        const QString name = text(goal.metric) + (goal.conditions.empty() ? QString() : ", " + text(goal.conditions));
        result.rows.append({name, text(row.goals[i].verdict), limitOf(row.goals[i], goal.unit),
                            valueOf(row.goals[i].figure, goal.unit), intervalOf(row.goals[i].figure, goal.unit)});
    }
    return result;
}

std::vector<std::uint64_t> rankedPoints(study::Table table, std::size_t most)
{
    std::vector<std::uint64_t> ranked;
    while (ranked.size() < most) {
        const auto best = study::decide(table).point;
        if (!best)
            break;
        ranked.push_back(*best);
        table.rows[*best].state = PointState::waiting;
    }
    return ranked;
}

study::Table withModels(study::Table table, const project::ComponentLibrary& library)
{
    for (Row& row : table.rows)
        for (study::Setting& setting : row.settings)
            if (const project::Component* component = library.find(setting.text))
                setting.text = component->model;
    return table;
}

widgets::report::Report makeStudyReport(const study::Table& table, const ReportChoice& choice,
                                        const QString& description)
{
    const QString study = table.study.empty() ? StudyTexts::tr("study") : text(table.study);
    widgets::report::Report report = reportHead(choice, text(table.project) + ": " + study, description);
    const auto ranked = rankedPoints(table, 1 + mostNext);
    Section decision{"decision", StudyTexts::tr("Decision"), {}}, best{"best", StudyTexts::tr("The best point"), {}},
        charts{"charts", StudyTexts::tr("Charts"), {}}, points{"points", StudyTexts::tr("All points"), {}},
        method{"method", StudyTexts::tr("What was run"), {}};
    addDecision(decision.parts, table, ranked);
    if (!ranked.empty()) {
        best.parts.append(figureTable(table, table.rows[ranked.front()]));
        addCharts(charts.parts, table, ranked.front());
    }
    addPoints(points.parts, table);
    addMethod(method.parts, table);
    for (const Section& section : {decision, best, charts, points, method})
        if (!section.parts.isEmpty() && !choice.leftOut.contains(section.id))
            report.sections.append(section);
    return report;
}

SavedFile saveStudyReport(QWidget& parent, const study::Table& table, const project::Project& project,
                          const project::ComponentLibrary& library, const QString& folder)
{
    const QString name = table.study.empty() ? StudyTexts::tr("study") : text(table.study);
    return saveReport(parent, StudyTexts::tr("Report of the study"), folder, name,
                      [&] { return makeStudyReport(withModels(table, library), {}, text(project.description)); });
}

std::pair<study::Table, QString> readStudy(const QString& path)
{
    const auto file = study::StudyFile::open(path.toStdString(), false);
    const std::string& text = file.definition().projectText;
    const auto project = study::Json::parse(text, nullptr, false);
    const auto description = project.is_object() ? project.find("description") : project.end();
    project::Loading loading = project::parseWhole(text, project::loadHardware(), {project::libraryFolders(), {}});
    return {loading.whole ? withModels(file.table(), loading.whole->components) : file.table(),
            project.is_object() && description != project.end() && description->is_string()
                ? widgets::text(description->get<std::string>())
                : QString()};
}

} // namespace headroom::app
