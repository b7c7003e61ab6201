// Measures delays that a person feels of a run: the time from the click on Run to the first live point, and the longest
// time that the window's thread did not answer while the run went on.
#include "app/window/main_window.h"
#include "markdown_table.h"
#include "studio_environment.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <vector>

namespace {

using namespace headroom;

constexpr int beatMs = 1; // of the heartbeat: stalls below it are not seen

struct Figures
{
    double firstPointMs = 0;
    double longestStallMs = 0, stall99Ms = 0;
    double wallS = 0;
};

Figures runOnce(app::MainWindow& window)
{
    Figures figures;
    std::vector<double> gaps;
    QElapsedTimer sinceClick, sinceBeat;
    QEventLoop loop;
    QTimer heartbeat;
    heartbeat.setTimerType(Qt::PreciseTimer);
    QObject context;
    QObject::connect(&heartbeat, &QTimer::timeout, &context, [&] {
        gaps.push_back(std::max(0.0, static_cast<double>(sinceBeat.nsecsElapsed()) / 1e6 - beatMs));
        sinceBeat.restart();
    });
    QObject::connect(&window.controller(), &app::RunController::samplesArrived, &context, [&] {
        if (figures.firstPointMs == 0) {
            window.results().timeline().paintNow();
            figures.firstPointMs = static_cast<double>(sinceClick.nsecsElapsed()) / 1e6;
        }
    });
    QObject::connect(&window.controller(), &app::RunController::finished, &loop, &QEventLoop::quit);
    heartbeat.start(beatMs);
    sinceBeat.start();
    sinceClick.start();
    window.findChild<QToolButton*>("runButton")->click();
    loop.exec();
    figures.wallS = static_cast<double>(sinceClick.nsecsElapsed()) / 1e9;
    std::sort(gaps.begin(), gaps.end());
    if (!gaps.empty()) {
        figures.longestStallMs = gaps.back();
        figures.stall99Ms = gaps[gaps.size() * 99 / 100];
    }
    return figures;
}

/// The median of the runs and their range.
void row(const test::MarkdownTable& table, const char* what, std::vector<double> values, int decimals)
{
    std::sort(values.begin(), values.end());
    table.row({what, test::number(values[values.size() / 2], decimals), test::number(values.front(), decimals),
               test::number(values.back(), decimals)});
}

} // namespace

int main(int argc, char** argv)
{
    const bench::StudioEnvironment environment;
    QApplication application(argc, argv);
    widgets::applyTheme(application, widgets::Theme::light);
    app::MainWindow window;
    window.show();
    if (!window.openProject(HEADROOM_SOURCE_DIR "/projects/swift-rack/swift-rack.headroom"))
        return 1;
    test::printHeading("The studio during a run", "Five runs of swift-rack as shipped, in a window of " +
                                                      std::to_string(window.width()) + " × " +
                                                      std::to_string(window.height()) + ".");
    std::vector<double> firstPoint, longestStall, stall99, wall;
    for (int run = 1; run <= 5; ++run) {
        const Figures figures = runOnce(window);
        firstPoint.push_back(figures.firstPointMs);
        longestStall.push_back(figures.longestStallMs);
        stall99.push_back(figures.stall99Ms);
        wall.push_back(figures.wallS);
    }
    const test::MarkdownTable table({"what", "median", "least", "most"});
    row(table, "click on Run to the first live point, ms", firstPoint, 0);
    row(table, "longest stall of the window's thread, ms", longestStall, 0);
    row(table, "99 % of the stalls within, ms", stall99, 1);
    row(table, "the whole run, s", wall, 2);
    return 0;
}
