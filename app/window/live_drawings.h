// The drawings at the time cursor: blocks tinted by where requests spend their time, with how many are there; wires by
// what goes over them; hardware by how busy it is, with its queues. Once a run has ended, and nobody looks back, its
// measured time as a whole.
#pragma once

#include "app/runs/run_controller.h"

#include <QPointer>
#include <QTimer>

#include <utility>

namespace headroom::widgets {
class DiagramScene;
struct GroupLoads;
} // namespace headroom::widgets

namespace headroom::app {

class CanvasTab;
class TopologyPage;

class LiveDrawings : public QObject
{
    Q_OBJECT
public:
    /// The path of the operation's drawing that a drawing lies in, and the groups within it that lead there.
    using OperationPath = std::function<std::pair<QString, QString>(const QString& path)>;

    LiveDrawings(RunController& controller, CanvasTab& software, CanvasTab& topology, TopologyPage& page,
                 OperationPath operationPath, QObject* parent);

    /// Another drawing is shown, or something of it has changed.
    void show();

private:
    struct BlockNow
    {
        double visits = 0;  ///< per second
        double present = 0; ///< requests at it
    };
    struct NodeSeries
    {
        QString group;
        int node = 0;
        enum Part
        {
            processor,
            disk,
            network
        } part = processor;
        const widgets::CurveData* curve = nullptr;
    };
    using Blocks = QHash<QString, BlockNow>; ///< by block of a drawing; those in a group together, by the group

    bool showsWhole(const Run& run) const;
    double valueOf(const widgets::CurveData& curve) const;
    QString momentText(const Run& run) const;
    void readSeries();
    void showSoftware(const Run& run);
    void showTopology(const Run& run);
    Blocks blocksAt(const Run& run, const std::string& diagram, const QString& prefix) const;
    Blocks blocksOfWhole(const Run& run, const std::string& diagram, const QString& prefix) const;
    void showTraffic(widgets::DiagramScene& scene, const Blocks& blocks) const;
    QHash<QString, widgets::GroupLoads> groupsAt(const Run& run) const;
    QHash<QString, widgets::GroupLoads> groupsOfWhole(const Run& run) const;
    void clear();

    RunController& controller_;
    CanvasTab& software_;
    CanvasTab& topology_;
    TopologyPage& page_;
    OperationPath operationPath_;
    QTimer timer_;
    std::vector<NodeSeries> nodes_;  ///< of the run that is shown
    QPointer<const QObject> fitted_; ///< the scene whose boxes have grown by their bars already
};

} // namespace headroom::app
