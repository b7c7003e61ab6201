// The main window, which connects all parts of the studio.
#pragma once

#include "app/base/saved_file.h"
#include "app/frame/navigator.h"
#include "app/frame/panels.h"
#include "app/frame/session_controller.h"
#include "app/frame/workspace.h"
#include "app/menus/run_actions.h"

#include <QMainWindow>

class QStackedWidget;

namespace headroom::app {

class AdviceController;
class AlternativesController;
class ComponentsPage;
class DecidePage;
class EditActions;
class ExportActions;
class FirstSystemTour;
class HelpActions;
class FileActions;
class FindController;
class ProblemController;
class SoftwareEdits;
struct Sizing;
class ViewActions;

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    widgets::DocumentModel& model() { return workspace_->model(); }
    DocumentFiles& files() { return workspace_->files(); }
    RunController& controller() { return workspace_->runs(); }
    CanvasTab& software() { return workspace_->software(); }
    CanvasTab& topology() { return workspace_->topology(); }
    TopologyPage& topologyPage() { return workspace_->topologyPage(); }
    ResultsPanel& results() { return panels_->results(); }
    widgets::ParameterPanel& parameters() { return panels_->parameters(); }
    DecidePage& decide() { return *decide_; }
    FirstSystemTour& tour() { return *tour_; }
    Navigator& navigator() { return *navigator_; }
    RunActions& runActions() { return *runs_; }
    Autosave& autosave() { return session_->autosave(); }
    NoticeBar& notices() { return session_->notices(); }

    /// Opens a project in this window, even if it already has a document.
    bool openProject(const QString& path) { return session_->openProject(path); }
    /// Opens a project in the window that already has it; else in this window, or in a new one if this document has
    /// changes or runs.
    bool openSomewhere(const QString& path) { return session_->openSomewhere(path); }
    bool openInNewWindow(const QString& path) { return session_->openWindow().openProject(path); }
    void run() { runs_->run(); }
    void showDiagram(const QString& path) { navigator_->showDiagram(path); }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    SessionController& openAnother();
    void connectDecide();
    /// Shows an element with its fields, the first of which is to be filled in.
    void editElement(const widgets::ElementRef& element);
    void makePages();
    void makeCentre();
    void makeTimeline();
    void makeTour();
    void makeMenus();
    void makeInsertMenu();
    void restoreArrangement();
    void showWelcome();
    void showDocument();
    /// Without a document, the actions to run, edit and save are hidden.
    void showDocumentActions(bool shown);

    // Each object uses the ones above it and is destroyed before them.
    std::unique_ptr<Workspace> workspace_;
    std::unique_ptr<Panels> panels_;
    std::unique_ptr<SoftwareEdits> softwareEdits_;
    std::unique_ptr<Navigator> navigator_;
    std::unique_ptr<ProblemController> problems_;
    std::unique_ptr<FindController> find_;
    std::unique_ptr<RunActions> runs_;
    DecidePage* decide_; ///< also shows the advice
    std::unique_ptr<AdviceController> advice_;
    std::unique_ptr<AlternativesController> alternatives_;
    std::unique_ptr<SessionController> session_;
    std::unique_ptr<FileActions> fileActions_;
    std::unique_ptr<EditActions> editActions_;
    std::unique_ptr<ViewActions> viewActions_;
    std::unique_ptr<ExportActions> exportActions_;
    HelpActions* help_;
    FirstSystemTour* tour_;
    ComponentsPage* components_;
    QStackedWidget* pages_;
    QToolBar* runBar_;
};

} // namespace headroom::app
