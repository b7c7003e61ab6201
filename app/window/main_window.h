// The studio's window: puts the parts together and says which of them hears of what.
#pragma once

#include "app/charts/timeline_controller.h"
#include "app/document/document_files.h"
#include "app/document/problem_checker.h"
#include "app/hardware/components_page.h"
#include "app/hardware/topology_page.h"
#include "app/outline/canvas_tab.h"
#include "app/outline/project_tree.h"
#include "app/runs/run_bar.h"
#include "app/software/software_edits.h"
#include "app/window/results_panel.h"
#include "app/window/run_actions.h"
#include "widgets/diagram/behaviour/block_palette.h"
#include "widgets/diagram/behaviour/diagram_scene.h"
#include "widgets/diagram/topology/topology_scene.h"
#include "widgets/parameters/inspector_controller.h"
#include "widgets/parameters/parameter_panel.h"
#include "widgets/theme/theme.h"

#include <QMainWindow>

#include <functional>

class QLabel;
class QToolButton;
class QStackedWidget;
class QTabWidget;

namespace headroom::app {

class Autosave;
class FindBar;
class NoticeBar;
class ProblemMarks;
class WelcomePage;

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    explicit MainWindow(QWidget* parent = nullptr);
    ~MainWindow() override;

    widgets::DocumentModel& model() { return model_; }
    DocumentFiles& files() { return *files_; }
    RunController& controller() { return controller_; }
    ResultsPanel& results() { return *results_; }
    widgets::ParameterPanel& parameters() { return *parameters_; }
    CanvasTab& software() { return *software_; }
    CanvasTab& topology() { return *topology_; }
    TopologyPage& topologyPage() { return *topologyPage_; }
    RunActions& runActions() { return *runActions_; }

    Autosave& autosave() { return *autosave_; }
    NoticeBar& notices() { return *notices_; }

    /// In this window, whatever it shows.
    bool openProject(const QString& path);
    /// In the window that has it already; else in this one, or in a new one if this one's document has changes or runs.
    bool openSomewhere(const QString& path);
    bool openInNewWindow(const QString& path) { return openWindow().openProject(path); }
    void run();
    void showDiagram(const QString& path);

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeDocks();
    void makeMenus();
    void makeFileMenu();
    using CanvasAct = std::function<void(widgets::CanvasScene&)>;
    QAction* addCanvasAction(QMenu* menu, const QString& iconName, const QString& text, const QKeySequence& key,
                             CanvasAct act);
    void makeEditMenu();
    void makeArrangeMenu();
    void addColourActions(QMenu* menu);
    void makeViewMenu();
    void makeExportMenu();
    void makeRecentMenu(QMenu* menu);
    void makeStatusBar();
    void connectDocument();
    void connectRuns();
    void makeFind();
    void addFindActions(QMenu& menu);
    void markFound();
    void makeHistory();
    void titleOrTab(QDockWidget& dock);
    void makeProblemMarks();
    void showProblems(const project::Findings& findings);
    void shareRoom();
    QWidget* makeCentre();
    void makeSession();
    void showWelcome();
    void leaveWelcome();
    void showDocumentActions(bool shown);
    MainWindow& openWindow();
    MainWindow& windowForAnother();
    void openChosen();
    void createProject();
    void createFromTemplate(const QString& path);
    void offerRecovery(const RecoverableWork& work);
    void recover(const RecoverableWork& work);
    void showForeignChange();
    QDockWidget* addDock(const QString& name, const QString& title, Qt::DockWidgetArea area, QWidget* content);

    void documentOpened();
    void elementChanged(const widgets::ElementRef& element);
    void showTopology();
    void showElement(const widgets::ElementRef& element);
    void showSelected(CanvasTab& canvas);
    void showField(const QString& field);
    void showTracedBlock(const QString& role, const QString& operation, const QString& block);
    void goTo(const QString& pointer);
    void insertBlock(const QString& type);
    void showRunState();
    void runEnded(Ending ending);
    void openAsRun(const QString& text, const QString& name);
    void updateTitle();
    void setTheme(widgets::Theme theme);
    void exportChart();
    /// The run that is shown, whole, in the form of another program; written in a thread.
    void exportRun(const QString& suffix, const QString& filter,
                   const std::function<QString(const QString& resultFile, const QString& path)>& write);
    void exportDrawing();
    void copyDrawing();
    void printDrawing();
    widgets::CanvasScene* drawingToExport();
    void about();
    CanvasTab* currentCanvas() const;

    widgets::DocumentModel model_;
    DocumentFiles* files_;
    RunController controller_;
    ProblemChecker checker_;
    Autosave* autosave_ = nullptr;
    FindBar* find_ = nullptr;
    ProblemMarks* marks_ = nullptr;
    QToolButton* problemButton_ = nullptr;
    NoticeBar* notices_ = nullptr;
    WelcomePage* welcome_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    QByteArray docksBeside_;          ///< docks as they are beside a document, while the window welcomes
    QList<QAction*> documentActions_; ///< of the file menu, and only there with a document
    QTabWidget* tabs_;
    CanvasTab* software_;
    CanvasTab* topology_;
    TopologyPage* topologyPage_;
    RunActions* runActions_;
    ComponentsPage* components_ = nullptr;
    ProjectTree* tree_ = nullptr;
    SoftwareEdits* softwareEdits_ = nullptr;
    widgets::BlockPalette* palette_ = nullptr;
    widgets::ParameterPanel* parameters_ = nullptr;
    widgets::PropertyInspector* inspector_ = nullptr;
    widgets::InspectorController* inspection_ = nullptr;
    ResultsPanel* results_ = nullptr;
    QMenu* exportMenu_ = nullptr;
    RunBar::Actions run_{};
    QLabel *stateLabel_ = nullptr, *savedLabel_ = nullptr, *detailLabel_ = nullptr;
    bool firstCheck_ = false; ///< of a file just opened
    bool arranged_ = false;   ///< docks have the sizes someone gave them, or their share of the window
};

} // namespace headroom::app
