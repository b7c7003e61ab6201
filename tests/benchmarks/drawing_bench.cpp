// Measures how smoothly a large drawing moves: 10 000 blocks and 10 000 wires in a view of 1600 × 1000, painted by the
// processor alone. Each frame is one step's cost to the window's thread: the step, what follows from it, and painting.
// Times are of that thread's processor time; with one core for itself that is the time on the wall.
#include "app/window/main_window.h"
#include "markdown_table.h"
#include "studio_environment.h"
#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QScrollBar>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <vector>

namespace {

using namespace headroom;

constexpr int rows = 100, columns = 100;
constexpr qreal columnPitch = 192, rowPitch = 88;
const QString path = "server/serve/full";

double threadMs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

std::string idAt(int row, int column)
{
    return "work" + std::to_string(row) + "-" + std::to_string(column);
}

/// Rows of blocks in line, each with a wire to the next; the ends of the rows are joined downwards.
project::Project large()
{
    project::Project project;
    project.name = "large";
    project::Diagram diagram;
    diagram.id = "full";
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const bool branch = row == 0 && column == 0;
            project::Block block{idAt(row, column), branch ? "branch" : "compute", "", project::Json::object(), {}};
            if (!branch)
                block.fields["work"] = "0.2 ms + 3 ns * size";
            diagram.blocks.push_back(block);
            if (column + 1 < columns)
                diagram.wires.push_back({block.id, branch ? "yes" : "next", idAt(row, column + 1), "in", {}});
            else if (row + 1 < rows)
                diagram.wires.push_back({block.id, "next", idAt(row + 1, column), "in", {}});
        }
    }
    diagram.wires.push_back({idAt(0, 0), "no", idAt(1, 0), "in", {}});
    project::Places places;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            places.append(idAt(row, column),
                          {static_cast<int>(column * columnPitch), static_cast<int>(row * rowPitch)});
    project.view.drawings[path.toStdString()].positions = std::move(places);
    project::Operation operation;
    operation.id = "serve";
    operation.diagrams.push_back(std::move(diagram));
    project::Behaviour behaviour;
    behaviour.role.id = "server";
    behaviour.role.operations.push_back(std::move(operation));
    project.behaviours.push_back(std::move(behaviour));
    return project;
}

class Frames
{
public:
    void measure(const std::function<void()>& step)
    {
        const double begin = threadMs();
        step();
        QApplication::processEvents();
        times_.push_back(threadMs() - begin);
    }

    void print(const test::MarkdownTable& table, const char* what, double median, double p99) const
    {
        std::vector<double> sorted = times_;
        std::sort(sorted.begin(), sorted.end());
        const auto at = [&](double share) {
            return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
        };
        table.row({what, std::to_string(sorted.size()), test::number(at(0.5), 1), test::number(at(0.99), 1),
                   test::number(sorted.back(), 1), test::number(median) + ", " + test::number(p99)});
    }

private:
    std::vector<double> times_;
};

/// From 1:1 to the whole diagram and back, in steps as of a wheel, panned all the time; and pans at four scales.
void zoomAndPan(widgets::CanvasView& view, const test::MarkdownTable& table)
{
    Frames zooms, pans;
    view.fit();
    const qreal whole = view.zoom();
    view.setZoom(1);
    constexpr int steps = 120;
    const QRectF content = view.canvas().contentRect();
    for (int step = 0; step <= 2 * steps; ++step) {
        const qreal share = static_cast<qreal>(step <= steps ? step : 2 * steps - step) / steps;
        const auto act = [&] {
            view.setZoom(std::pow(whole, share));
            view.centerOn(content.center() + QPointF(0.3 * content.width() * std::sin(step * 0.05),
                                                     0.3 * content.height() * std::cos(step * 0.07)) *
                                                 (1 - share));
        };
        zooms.measure(act);
    }
    for (const qreal zoom : {1.0, 0.6, 0.3, whole}) {
        view.setZoom(zoom);
        view.centerOn(content.center());
        QApplication::processEvents();
        for (int step = 0; step < 60; ++step)
            pans.measure([&] {
                view.horizontalScrollBar()->setValue(view.horizontalScrollBar()->value() + (step < 30 ? 23 : -23));
                view.verticalScrollBar()->setValue(view.verticalScrollBar()->value() + (step % 20 < 10 ? 11 : -11));
            });
    }
    zooms.print(table, "zoom from 1:1 to all and back", 16, 33);
    pans.print(table, "pan at 1:1, 0.6, 0.3 and all", 16, 33);
}

void drag(widgets::CanvasView& view, const test::MarkdownTable& table, qreal zoom, const char* what)
{
    auto& scene = view.canvas();
    QStringList block;
    for (int row = 40; row < 60; ++row)
        for (int column = 40; column < 65; ++column)
            block.append(QString::fromStdString(idAt(row, column)));
    scene.selectBoxes(block);
    view.setZoom(zoom);
    const auto* grabbed = scene.box(block[260]);
    view.centerOn(grabbed);
    QApplication::processEvents();
    const QPoint from = view.mapFromScene(grabbed->sceneFrame().center());
    QTest::mousePress(view.viewport(), Qt::LeftButton, {}, from);
    QPoint at = from;
    Frames moves, release;
    for (int step = 0; step < 60; ++step) {
        at += QPoint(step < 30 ? 9 : -7, step % 2 ? 5 : -3);
        moves.measure([&] { QTest::mouseMove(view.viewport(), at); });
    }
    release.measure([&] { QTest::mouseRelease(view.viewport(), Qt::LeftButton, {}, at); });
    moves.print(table, what, 33, 33);
    release.print(table, "their release", 50, 50);
}

/// The largest group of the topology that is shown: its box is opened, brought into view and painted.
double openGroup(app::MainWindow& window)
{
    auto& view = *window.topology().view();
    auto& scene = dynamic_cast<widgets::TopologyScene&>(*window.topology().scene());
    const auto& nodes = scene.plan().nodes;
    const auto largest = std::max_element(nodes.begin(), nodes.end()) - nodes.begin();
    const auto& group = window.model().project().topology.groups[static_cast<std::size_t>(largest)];
    const double before = threadMs();
    scene.setOpened(QString::fromStdString(group.id), true);
    view.fit();
    (void)view.grab();
    return threadMs() - before;
}

} // namespace

int main(int argc, char** argv)
{
    const bench::StudioEnvironment environment;
    QApplication application(argc, argv);
    widgets::applyTheme(application, widgets::Theme::light);

    widgets::DocumentModel model;
    model.setProject(large());
    const double begin = threadMs();
    widgets::DiagramScene scene(model, path);
    widgets::CanvasView view(scene);
    view.resize(1600, 1000);
    view.show();
    QApplication::processEvents();
    const double opened = threadMs() - begin;
    test::printHeading("A large drawing",
                       "Frames of a drawing of 10 000 blocks and 10 000 wires, processor time of the "
                       "window's thread in ms. The aims are of the median and of 99 %.");
    const test::MarkdownTable table({"what", "frames", "median", "99 %", "longest", "aims"});
    zoomAndPan(view, table);
    drag(view, table, 1, "500 selected blocks dragged at 1:1");
    drag(view, table, 0.3, "500 selected blocks dragged at 0.3");
    table.row({"opening it", "1", test::number(opened), "", "", "1000"});

    app::MainWindow window;
    window.resize(1600, 1000);
    window.show();
    QApplication::processEvents();
    const double before = threadMs();
    if (!window.openProject(HEADROOM_SOURCE_DIR "/projects/leaf-spine-700/leaf-spine-700.headroom"))
        return 1;
    window.showDiagram(widgets::topologyPath);
    QApplication::processEvents();
    table.row({"opening the topology of leaf-spine-700", "1", test::number(threadMs() - before), "", "", "1000"});
    table.row({"opening its largest group", "1", test::number(openGroup(window)), "", "", "1000"});
    return 0;
}
