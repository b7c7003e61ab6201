// Measures the cost of reading a study of 100 000 points to the window's thread: its arrival, and a hand's use of the
// table and the charts. This program stands in the engine's place by itself.
#include "app/decide/decide_page.h"
#include "app/studies/study_page.h"
#include "app/window/main_window.h"
#include "markdown_table.h"
#include "studio_environment.h"
#include "study/table/study_table.h"
#include "timed_application.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QFile>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QThreadPool>

#include <cmath>
#include <functional>
#include <iostream>
#include <string_view>

namespace {

using namespace headroom;
using bench::TimedApplication;
using test::number;

constexpr std::uint64_t points = 100000;
constexpr int quietMs = 700; // longer than anything is put off

study::Table columns()
{
    study::Table table;
    table.project = "large";
    table.study = "all";
    table.parameters = {{"DEVICE", ""}, {"WORKERS", ""}, {"SIZE", "B"}, {"NODES", ""}};
    table.figures = {{"PUT.throughput", "1/s"}, {"PUT.latency.p50", "s"}, {"PUT.latency.p99", "s"}, {"price", "USD"}};
    return table;
}

study::Row row(std::uint64_t point, study::PointState state)
{
    static constexpr const char* devices[] = {"Standard_SATA_Drive_7200RPM_2TB", "Intel_SSD_DC_S3700_Series_800GB",
                                              "Intel_SSD_DC_P3700_800GB"};
    const auto share = [&](std::uint64_t of) { return static_cast<double>(point % of) / static_cast<double>(of); };
    study::Row row;
    row.number = point;
    row.state = state;
    row.settings = {{devices[point % 3], NAN},
                    {std::to_string(16 + point % 50), 0},
                    {std::to_string(1 + point % 7) + " MB", 0},
                    {std::to_string(4 + point % 97), 0}};
    const double rate = 1000 * (1 + share(97)) * (1 + share(3)) * (1 + 0.01 * std::sin(static_cast<double>(point)));
    for (const double value :
         {rate, 2 / rate, 9 / rate * (1 + share(50)), 1000 * (4 + 97 * share(97)) + 10 * share(50)})
        row.figures.push_back({value, 0.99 * value, 1.01 * value});
    row.runs = 1;
    row.processorS = 1;
    return row;
}

void print(study::Json record, const char* kind)
{
    record["record"] = kind;
    std::cout << record.dump() << '\n';
}

/// Writes the output of a study that was finished before.
int playEngine()
{
    study::Table table = columns();
    for (std::uint64_t i = 0; i < points; ++i)
        table.rows.push_back(row(i, study::PointState::done));
    study::Json head = study::columnsToJson(table);
    head["file"] = "";
    head["runs"] = 0;
    head["points"] = points;
    print(head, "study");
    for (std::size_t first = 0; first < points; first += 100)
        print({{"points", study::rowsToJson(table, first, 100)}}, "points");
    print({{"complete", true}, {"point", 1}, {"sentence", "Point 1 is best."}}, "end");
    return 0;
}

class Reader
{
public:
    Reader(TimedApplication& application, app::StudyPage& page, const test::MarkdownTable& table)
        : application_(application), page_(page), table_(table)
    {
    }

    template <typename Widget>
    Widget* find(const char* name)
    {
        return page_.findChild<Widget*>(name);
    }

    /// Counts the work of one call as one piece.
    void call(const std::string& what, const std::function<void()>& act)
    {
        step(what, [&] {
            const double begin = bench::threadMs();
            act();
            application_.longest = bench::threadMs() - begin;
        });
    }

    /// Measures work that is done by events.
    void step(const std::string& what, const std::function<void()>& act)
    {
        application_.longest = 0;
        const double begin = bench::threadMs();
        act();
        QElapsedTimer quiet;
        for (quiet.start(); quiet.elapsed() < quietMs; QThread::msleep(1)) {
            const double before = bench::threadMs();
            QCoreApplication::processEvents();
            if (bench::threadMs() - before > 1)
                quiet.restart();
        }
        table_.row({what, number(application_.longest, 0), number(bench::threadMs() - begin, 0)});
    }

private:
    TimedApplication& application_;
    app::StudyPage& page_;
    const test::MarkdownTable& table_;
};

} // namespace

int main(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i)
        if (std::string_view(argv[i]) == "--stream")
            return playEngine();
    if (argc > 1)
        return 1; // it knows nothing else
    const bench::StudioEnvironment environment;
    qputenv("HEADROOM_ENGINE", QFile::symLinkTarget("/proc/self/exe").toUtf8());
    TimedApplication application(argc, argv);
    widgets::applyTheme(application, widgets::Theme::light);
    test::printHeading("A study of 100 000 points",
                       "Its page in a window of 1600 × 1000, with four parameters and four figures: the longest piece "
                       "of work of the window's thread (aim: 50 ms) and all of its work, in processor time.");
    const test::MarkdownTable table({"what", "longest, ms", "all, ms"});
    QTemporaryDir folder;
    const QString path = folder.filePath("gluster-atom.headroom");
    QFile::copy(HEADROOM_SOURCE_DIR "/projects/gluster-atom/gluster-atom.headroom", path);
    app::MainWindow window;
    window.resize(1600, 1000);
    window.show();
    if (!window.openProject(path))
        return 1;
    window.decide().showView(app::DecidePage::study);
    Reader reader(application, window.decide().studyPage(), table);
    reader.step("the window, before", [] {});
    reader.step("the points arrive", [&] {
        QTest::mouseClick(reader.find<QPushButton>("runStudy"), Qt::LeftButton);
        while (window.decide().studyPage().process().isRunning())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    });
    auto* view = reader.find<QTableView>("studyTable");
    if (view->model()->rowCount() != static_cast<int>(points))
        return 1;
    for (const int column : {5, 1})
        reader.step("sorting by " + view->model()->headerData(column, Qt::Horizontal).toString().toStdString(), [&] {
            const auto* header = view->horizontalHeader();
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              {header->sectionViewportPosition(column) + 20, header->height() / 2});
        });
    auto* filter = reader.find<QLineEdit>("studyFilter");
    reader.step("filtering", [&] { QTest::keyClicks(filter, "WORKERS=17"); });
    reader.call("no filter", [&] { filter->clear(); });
    auto* kind = reader.find<QComboBox>("studyChartKind");
    for (int i = kind->count() - 2; i >= 0; --i)
        reader.call("chart: " + kind->itemText(i).toStdString(), [&] { kind->setCurrentIndex(i); });
    reader.call("choosing a row", [&] { view->selectRow(5000); });
    for (const char* const name : {"table.csv", "table.xlsx"})
        reader.call(std::string("writing ") + name,
                    [&] { window.findChild<app::StudyResults*>()->save(folder.filePath(name)); });
    QThreadPool::globalInstance()->waitForDone();
    return 0;
}
