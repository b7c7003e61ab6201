#include "accuracy/reports/reports.h"
#include "markdown_table.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <optional>
#include <utility>

namespace headroom::accuracy {

namespace {

using test::MarkdownTable;
using test::number;

std::string inOneCell(std::string text)
{
    std::ranges::replace(text, '|', '/');
    std::ranges::replace(text, '\n', ' ');
    return text;
}

/// The reports of which the cause is given, and those of which it is named.
struct Count
{
    int all = 0, given = 0, expressible = 0, named = 0;
};

void printCauses(const std::vector<Report>& reports)
{
    const MarkdownTable table({"report", "cause", "given by", "the run says", "advise says", "named by"});
    Count count;
    for (const Report& report : reports) {
        ++count.all;
        count.given += report.cause.empty() ? 0 : 1;
        std::string run = "not expressible: " + report.notExpressible, advice = "-", named = "-";
        if (report.notExpressible.empty()) {
            count.expressible += report.cause.empty() ? 0 : 1;
            try {
                const ReportAnswer answer = answerOn(report);
                run = answer.run.text;
                advice = answer.advice.text;
                const bool any = answer.run.namesCause || answer.advice.namesCause;
                count.named += any ? 1 : 0;
                named = report.cause.empty()                                ? "no cause given"
                        : answer.run.namesCause && answer.advice.namesCause ? "both"
                        : answer.run.namesCause                             ? "the run"
                        : answer.advice.namesCause                          ? "advise"
                                                                            : "NEITHER";
            } catch (const std::exception& error) {
                run = std::string("failed: ") + error.what();
                named = "NEITHER";
            }
        }
        table.row({report.id + ' ' + report.system, report.cause.empty() ? "none" : inOneCell(report.cause),
                   report.causeFrom, inOneCell(run), inOneCell(advice), named});
        std::fflush(stdout);
    }
    std::printf("\nOf %d reports %d give a cause, of which %d can be expressed. It is named in %d.\n\n", count.all,
                count.given, count.expressible, count.named);
}

std::optional<double> simulated(const Report& report, const ReportedFigure& figure)
{
    try {
        return simulatedFigure(report, figure);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s, %s: %s\n", report.id.c_str(), figure.name.c_str(), error.what());
        return {};
    }
}

} // namespace

void printReports(const std::vector<std::string>& ids)
{
    std::vector<Report> reports = practitionersReports();
    if (!ids.empty())
        std::erase_if(reports, [&](const Report& report) { return std::ranges::find(ids, report.id) == ids.end(); });
    test::printHeading("Reports of practitioners",
                       "What users and operators measured and reported, each described with the hardware of the report "
                       "and nothing tuned. The cause that the report gives, what a run says first, what advise says "
                       "first without being asked for values, and which of them names the cause.");
    printCauses(reports);
    const MarkdownTable table({"report", "figure", "measured", "simulated", "simulated / measured"});
    for (const Report& report : reports)
        for (const ReportedFigure& figure : report.figures) {
            const std::string missing = report.notExpressible.empty() ? figure.notExpressible : report.notExpressible;
            const std::optional<double> value = missing.empty() ? simulated(report, figure) : std::optional<double>();
            const int digits = figure.measured >= 1000 ? 0 : figure.measured >= 100 ? 0 : 1;
            table.row({report.id, figure.name, number(figure.measured, digits) + ' ' + figure.unit,
                       value             ? number(*value, digits)
                       : missing.empty() ? "failed"
                                         : "not expressible: " + missing,
                       value ? number(*value / figure.measured, 2) : "-"});
            std::fflush(stdout);
        }
}

} // namespace headroom::accuracy
