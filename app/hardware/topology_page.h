// The parts of the topology tab around its drawing: the choice of fabric and its form, the rack view and the palette of
// parts. Also the page that maps roles to node groups.
#pragma once

#include "app/document/document_files.h"
#include "app/outline/canvas_tab.h"
#include "app/runs/run_history.h"
#include "widgets/diagram/topology/panels/fabric_form.h"
#include "widgets/diagram/topology/panels/mapping_matrix.h"
#include "widgets/diagram/topology/panels/part_palette.h"
#include "widgets/diagram/topology/panels/rack_view.h"
#include "widgets/diagram/topology/scene/topology_scene.h"

#include <QPointer>

class QComboBox;
class QToolButton;

namespace headroom::app {

class TopologyPage : public QObject
{
    Q_OBJECT
public:
    TopologyPage(widgets::DocumentModel& model, DocumentFiles& files, CanvasTab& tab, QObject* parent);

    widgets::PartPalette& palette() { return *palette_; }
    widgets::MappingView& mapping() { return *mapping_; }
    /// The mapping view with a margin around it.
    QWidget* mappingPage() { return mappingPage_; }
    widgets::RackView& racks() { return *racks_; }
    /// Sets the drawing that the tab shows now.
    void setScene(widgets::TopologyScene* scene);
    void setLoads(const QHash<QString, widgets::GroupLoads>& loads);
    /// Shows the form of a fabric; an empty id means a new one.
    void editFabric(const QString& id);
    void showRacks(bool shown);

signals:
    void elementChosen(const headroom::widgets::ElementRef& element);
    /// The drawing shows other values; loads of a run were removed.
    void redrawn();
    /// An action was refused; `why` is a sentence.
    void refused(const QString& why);

private:
    void makeHeader();
    void refresh();
    void fillFabrics();
    void insertPart(const QString& kind, const QString& component);
    void takeFabric(const widgets::FabricForm& form);

    widgets::DocumentModel& model_;
    DocumentFiles& files_;
    CanvasTab& tab_;
    QPointer<widgets::TopologyScene> scene_;
    widgets::PartPalette* palette_;
    widgets::RackView* racks_;
    widgets::MappingView* mapping_;
    QWidget* mappingPage_;
    QWidget* header_;
    QComboBox* fabrics_;
    QToolButton *rackButton_, *allRacks_;
};

/// Adds the load of each node in a run's summary to the loads of its group.
void addNodeLoads(const record::Summary& summary, QHash<QString, widgets::GroupLoads>& loads);

} // namespace headroom::app
