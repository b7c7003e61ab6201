// Shows the run in the drawings at the time cursor. Blocks are tinted by where requests spend their time and show the
// number of requests; wires show their traffic; hardware shows its utilisation and queues. When a run has ended and the
// cursor follows it, the values are those of the whole measured time. A caption says of which run and time they are,
// and what has been changed in the document since.
#pragma once

#include "app/runs/run_controller.h"

#include <QPointer>
#include <QTimer>

#include <optional>
#include <utility>

namespace headroom::widgets {
class DiagramScene;
class DocumentModel;
class WireItem;
struct GroupLoads;
struct WireTraffic;
} // namespace headroom::widgets

namespace headroom::app {

class CanvasTab;
class DocumentFiles;
class TopologyPage;

class LiveDrawings : public QObject
{
    Q_OBJECT
public:
    /// The path of the operation's drawing that contains a drawing, and the groups on the way to it.
    using OperationPath = std::function<std::pair<QString, QString>(const QString& path)>;

    LiveDrawings(RunController& controller, const widgets::DocumentModel& model, const DocumentFiles& files,
                 CanvasTab& software, CanvasTab& topology, TopologyPage& page, OperationPath operationPath,
                 QObject* parent);

    /// Another drawing is displayed, or the drawing has changed.
    void show();

private:
    struct BlockNow
    {
        double visits = 0;  ///< per second
        double present = 0; ///< number of requests at the block
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
    struct LinkNow
    {
        std::optional<double> mean, busiest; ///< share of the rate, over the link's cables
    };
    using Links = QHash<QString, LinkNow>;   ///< by direction, "access→core"
    using Blocks = QHash<QString, BlockNow>; ///< by id of a block in a drawing; the blocks of a group are summed under
                                             ///< the group's id

    bool showsWhole(const Run& run) const;
    /// The time before the cursor whose mean is shown; single samples of a rarely used block would flicker.
    std::pair<double, double> spanOf(const Run& run) const;
    double valueOf(const widgets::CurveData& curve) const;
    QString momentText(const Run& run) const;
    QString warningOf(const Run& run);
    void readSeries();
    void showSoftware(const Run& run);
    void showTopology(const Run& run);
    Blocks blocksAt(const Run& run, const std::string& diagram, const QString& prefix) const;
    Blocks blocksOfWhole(const Run& run, const std::string& diagram, const QString& prefix) const;
    void showTraffic(widgets::DiagramScene& scene, const Blocks& blocks) const;
    QHash<QString, widgets::GroupLoads> groupsAt(const Run& run) const;
    QHash<QString, widgets::GroupLoads> groupsOfWhole(const Run& run) const;
    Links linksOf(const Run& run) const;
    std::optional<widgets::WireTraffic> trafficOf(const widgets::WireItem& wire, const Links& links) const;
    void clear();

    RunController& controller_;
    const widgets::DocumentModel& model_;
    const DocumentFiles& files_;
    std::optional<Run> drawn_; ///< parameters and sections of the document; empty: it has changed
    CanvasTab& software_;
    CanvasTab& topology_;
    TopologyPage& page_;
    OperationPath operationPath_;
    QTimer timer_;
    std::vector<NodeSeries> nodes_;                  ///< of the displayed run
    QHash<QString, std::pair<QString, int>> places_; ///< of the nodes by name: their group, and their number in it
    QPointer<const QObject> fitted_; ///< the scene that was fitted after load bars made its boxes larger
};

} // namespace headroom::app
