// What belongs to the topology's tab beside its drawing: the choice of fabric and its form, the view of racks, the
// palette of parts; and the mapping of roles to node groups.
#pragma once

#include "app/document/document_files.h"
#include "app/outline/canvas_tab.h"
#include "app/runs/run_history.h"
#include "widgets/diagram/topology/fabric_form.h"
#include "widgets/diagram/topology/mapping_matrix.h"
#include "widgets/diagram/topology/part_palette.h"
#include "widgets/diagram/topology/rack_view.h"
#include "widgets/diagram/topology/topology_scene.h"

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
    /// The same with room around it.
    QWidget* mappingPage() { return mappingPage_; }
    widgets::RackView& racks() { return *racks_; }
    /// The drawing that the tab shows now.
    void setScene(widgets::TopologyScene* scene);
    void setLoads(const QHash<QString, widgets::GroupLoads>& loads);
    /// Shows the form of a fabric; an empty id: of a new one.
    void editFabric(const QString& id);
    void showRacks(bool shown);

signals:
    void elementChosen(const headroom::widgets::ElementRef& element);
    /// The drawing shows other values, without what a run said of it.
    void redrawn();
    /// Something was not done; why, in a sentence.
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
    QToolButton* rackButton_;
};

/// The loads of each node that a run's summary tells, into those of their groups.
void addNodeLoads(const record::Summary& summary, QHash<QString, widgets::GroupLoads>& loads);

} // namespace headroom::app
