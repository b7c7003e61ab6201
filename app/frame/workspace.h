// The data and main widgets of a window: a document with its files, its runs, and the drawings and pages that show it.
#pragma once

#include "app/document/document_files.h"
#include "app/frame/status_line.h"
#include "app/hardware/topology_page.h"
#include "app/outline/canvas_tab.h"
#include "app/runs/run_controller.h"

class QMainWindow;
class QTabWidget;

namespace headroom::app {

class Workspace
{
public:
    /// The window owns the widgets. The workspace must outlive all other objects that use it.
    explicit Workspace(QMainWindow& window);

    QMainWindow& window() { return window_; }
    widgets::DocumentModel& model() { return model_; }
    DocumentFiles& files() { return files_; }
    RunController& runs() { return runs_; }
    StatusLine& status() { return *status_; }

    /// The pages of the window, of which one is visible. The drawings come first.
    QTabWidget& tabs() { return *tabs_; }
    CanvasTab& software() { return *software_; }
    CanvasTab& topology() { return *topology_; }
    QList<CanvasTab*> canvases() { return {software_, topology_}; }
    TopologyPage& topologyPage() { return *topologyPage_; }
    /// The topology's canvas if it is visible, else the software's.
    CanvasTab& currentCanvas();

private:
    QMainWindow& window_;
    widgets::DocumentModel model_;
    DocumentFiles files_;
    RunController runs_;
    std::unique_ptr<StatusLine> status_;
    QTabWidget* tabs_;
    CanvasTab* software_;
    CanvasTab* topology_;
    std::unique_ptr<TopologyPage> topologyPage_;
};

} // namespace headroom::app
