// The panels around the drawings: project tree, history, palette, parameters, properties, results. How they are
// arranged, and what joins them with the document.
#pragma once

#include "app/outline/project_tree.h"
#include "app/window/results_panel.h"
#include "widgets/diagram/behaviour/block_palette.h"
#include "widgets/parameters/inspector_controller.h"
#include "widgets/parameters/parameter_panel.h"

namespace headroom::widgets {
class ParameterController;
}

namespace headroom::app {

class Workspace;

class Panels : public QObject
{
    Q_OBJECT
public:
    explicit Panels(Workspace& workspace);

    ProjectTree& tree() { return *tree_; }
    widgets::BlockPalette& palette() { return *palette_; }
    widgets::ParameterPanel& parameters() { return *parameters_; }
    widgets::PropertyInspector& inspector() { return *inspector_; }
    widgets::InspectorController& inspection() { return *inspection_; }
    ResultsPanel& results() { return *results_; }

    /// What shows or hides a panel each.
    QList<QAction*> toggles() const;
    /// Without a document there is nothing to show in them.
    void hideAll();
    void showAgain();
    /// The arrangement of a former window; empty: the usual one.
    void restore(const QByteArray& arrangement);
    QByteArray arrangement() const;

signals:
    /// Someone wants to go to a field that names a parameter.
    void placeChosen(const headroom::widgets::ElementRef& element, const QString& field);

private:
    QDockWidget* addDock(const QString& name, const QString& title, Qt::DockWidgetArea area, QWidget* content);
    void makePalettes();
    void makeParameters();
    void makeResults();
    void makeHistory();
    void connectDocument();
    void titleOrTab(QDockWidget& dock);
    void shareRoom();

    Workspace& workspace_;
    QMainWindow& window_;
    ProjectTree* tree_;
    widgets::BlockPalette* palette_;
    widgets::ParameterPanel* parameters_;
    widgets::PropertyInspector* inspector_;
    widgets::InspectorController* inspection_;
    ResultsPanel* results_;
    QDockWidget *treeDock_, *historyDock_ = nullptr, *paletteDock_ = nullptr, *parameterDock_ = nullptr,
                            *inspectorDock_ = nullptr;
    QByteArray shown_;      ///< arrangement beside a document, while all are hidden
    bool arranged_ = false; ///< they have the sizes someone gave them, or their share of the window
};

} // namespace headroom::app
