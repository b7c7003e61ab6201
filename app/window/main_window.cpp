#include "app/window/main_window.h"

#include "app/advice/advice_controller.h"
#include "app/advice/alternatives_controller.h"
#include "app/base/notice_bar.h"
#include "app/base/settings.h"
#include "app/charts/timeline_controller.h"
#include "app/charts/timeline_tools.h"
#include "app/decide/decide_page.h"
#include "app/document/help_actions.h"
#include "app/document/help_pages.h"
#include "app/frame/find_controller.h"
#include "app/frame/problem_controller.h"
#include "app/hardware/components_page.h"
#include "app/menus/command_palette.h"
#include "app/menus/edit_actions.h"
#include "app/menus/export_actions.h"
#include "app/menus/file_actions.h"
#include "app/menus/view_actions.h"
#include "app/software/software_edits.h"
#include "app/welcome/first_system_tour.h"
#include "app/welcome/welcome_page.h"
#include "app/window/run_guide.h"
#include "project/file/json_writer.h"
#include "widgets/controls/tab_order.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

// Outside all namespaces, as the macro requires. The resources of a static library are not registered automatically.
static void loadResources()
{
    Q_INIT_RESOURCE(app);
    Q_INIT_RESOURCE(manual);
}

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int cascade = 32; // offset of a new window

QVBoxLayout* columnOf(QWidget& widget)
{
    auto* column = new QVBoxLayout(&widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), workspace_(std::make_unique<Workspace>(*this)),
      panels_(std::make_unique<Panels>(*workspace_)),
      softwareEdits_(std::make_unique<SoftwareEdits>(model(), software(), panels_->tree(), this)),
      navigator_(std::make_unique<Navigator>(*workspace_, *panels_, *softwareEdits_)),
      problems_(std::make_unique<ProblemController>(*workspace_, *panels_)),
      find_(std::make_unique<FindController>(*workspace_, *navigator_)),
      runs_(std::make_unique<RunActions>(*workspace_, results(),
                                         [this](const QString& path) { return softwareEdits_->operationPath(path); })),
      decide_(new DecidePage(model(), files(), controller())),
      advice_(std::make_unique<AdviceController>(
          controller(), model(), QList{&results().comparison().advice(), &decide_->adviceView()}, nullptr)),
      alternatives_(std::make_unique<AlternativesController>(controller(), model(), parameters())),
      session_(
          std::make_unique<SessionController>(*workspace_, [this]() -> SessionController& { return openAnother(); })),
      fileActions_(std::make_unique<FileActions>(*workspace_, *session_)),
      editActions_(std::make_unique<EditActions>(*workspace_)),
      viewActions_(std::make_unique<ViewActions>(*workspace_, *navigator_)),
      exportActions_(std::make_unique<ExportActions>(*workspace_, results(), *runs_)),
      help_(new HelpActions(files(), model(), panels_->inspection(), panels_->inspector(), *this)),
      components_(new ComponentsPage(model(), files())), pages_(new QStackedWidget)
{
    setObjectName("studio");
    loadResources();
    setWindowIcon(QIcon(":/headroom/app/headroom.svg"));
    setDockNestingEnabled(true);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    setAcceptDrops(true);
    makeCentre();
    makePages();
    makeMenus();
    runBar_ = new RunBar(controller(), runs_->actions(), &exportActions_->menu(), this);
    addToolBar(Qt::TopToolBarArea, runBar_);
    makeTimeline();
    makeTour();
    StatusLine& status = workspace_->status();
    new RunGuide(*workspace_, *panels_, *navigator_, *softwareEdits_, *runs_);
    connect(softwareEdits_.get(), &SoftwareEdits::refused, &status, &StatusLine::say);
    connect(softwareEdits_.get(), &SoftwareEdits::unlinked, this, [this](const QString& role, const QString& library) {
        session_->showUnlinked(role, library, [this, role] { softwareEdits_->linkAgain(role); });
    });
    connect(softwareEdits_.get(), &SoftwareEdits::linked, session_.get(), &SessionController::showLinked);
    connect(components_, &ComponentsPage::message, &status, &StatusLine::say);
    connect(&panels_->palette(), &BlockPalette::blockRequested, editActions_.get(), &EditActions::insertBlock);
    connect(runs_.get(), &RunActions::projectWanted, session_.get(), &SessionController::openAsRun);
    connect(session_.get(), &SessionController::message, &results(), &ResultsPanel::addMessage);
    connect(advice_.get(), &AdviceController::message, &results(), &ResultsPanel::addMessage);
    connect(&files(), &DocumentFiles::opened, advice_.get(), &AdviceController::cancel);
    connectDecide();
    connect(panels_.get(), &Panels::elementWanted, this, &MainWindow::editElement);
    connect(&files(), &DocumentFiles::opened, this, &MainWindow::showDocument);
    connect(&files(), &DocumentFiles::closed, this, &MainWindow::showWelcome);
    restoreArrangement();
    showWelcome();
}

void MainWindow::editElement(const ElementRef& element)
{
    panels_->tree().markElement(element);
    panels_->showInspector();
    navigator_->showElement(element);
    panels_->inspector().editFirst();
}

void MainWindow::connectDecide()
{
    connect(decide_, &DecidePage::message, &results(), &ResultsPanel::addMessage);
    connect(decide_, &DecidePage::runWanted, this, [this](const project::Project& project) {
        controller().start(project, *files().library());
        results().showTab(ResultsPanel::timelineTab);
    });
    connect(&decide_->questionView(), &QuestionView::sizeWanted, session_.get(), &SessionController::size);
    connect(&decide_->questionView(), &QuestionView::elementWanted, this, &MainWindow::editElement);
    connect(decide_, &DecidePage::shown, this, [this] { workspace_->tabs().setCurrentWidget(decide_); });
    connect(session_.get(), &SessionController::sizingOpened, decide_, &DecidePage::decide);
    connect(&panels_->parameters(), &ParameterPanel::studyWanted, this, [this] {
        decide_->studyPage().chooseTicked();
        decide_->showView(DecidePage::study);
    });
}

MainWindow::~MainWindow()
{
    hide(); // widgets that update when hidden still need the document, which exists here
}

SessionController& MainWindow::openAnother()
{
    auto* window = new MainWindow;
    window->setAttribute(Qt::WA_DeleteOnClose);
    const QRect room = screen()->availableGeometry().adjusted(0, 0, -4, -32); // with frame and title on the screen
    const QSize least = window->minimumSizeHint();
    const QPoint place(std::max(room.left(), std::min(pos().x() + cascade, room.right() - least.width())),
                       std::max(room.top(), std::min(pos().y() + cascade, room.bottom() - least.height())));
    window->move(place);
    window->resize(window->size().boundedTo({room.right() - place.x(), room.bottom() - place.y()}).expandedTo(least));
    window->show();
    return *window->session_;
}

void MainWindow::makePages()
{
    setManualPage(runs_->page(), "runs");
    setManualPage(*components_, "components");
    workspace_->tabs().addTab(&runs_->page(), tr("Runs"));
    workspace_->tabs().addTab(decide_, tr("Decide"));
    panels_->addHighPage(*decide_);
    workspace_->tabs().addTab(components_, tr("Components"));
}

/// Either the welcome page or the drawings, then the notice bar: above them it would push them down. From the outside
/// inwards: with a style sheet each widget that gets a parent takes over its style anew, with all that is in it.
void MainWindow::makeCentre()
{
    auto* centre = new QWidget;
    setCentralWidget(centre);
    auto* column = columnOf(*centre);
    column->addWidget(pages_, 1);
    column->addWidget(&session_->notices());
    pages_->addWidget(&session_->welcome());
    auto* drawings = new QWidget;
    pages_->addWidget(drawings);
    auto* below = columnOf(*drawings);
    below->addWidget(&find_->bar());
    below->addWidget(&workspace_->tabs(), 1);
}

void MainWindow::makeTimeline()
{
    TimelineView& timeline = results().timeline();
    auto* controls = new TimelineController(controller(), model(), files(), timeline, this);
    connect(controls, &TimelineController::message, &results(), &ResultsPanel::addMessage);
    new TimelineTools(controller(), *controls, timeline, results().timelineSplit(), this);
}

/// On the start page, or in a project that has no software yet.
void MainWindow::makeTour()
{
    tour_ = new FirstSystemTour(
        model(),
        [this] {
            const auto& runs = controller().history().runs();
            return std::any_of(runs.begin(), runs.end(), [](const Run& run) { return run.summary.has_value(); });
        },
        session_->notices(),
        [this] { showHelpPage(project::blockTypesOf(model().project()), "manual/first-system.md", {}, this); }, this);
    const auto start = [this] {
        if (pages_->currentWidget() == &session_->welcome())
            session_->createProject();
        if (model().project().behaviours.empty())
            tour_->start();
        else
            workspace_->status().say(tr("The tour begins in an empty project: Ctrl+N."));
    };
    connect(&controller(), &RunController::finished, tour_, &FirstSystemTour::follow, Qt::QueuedConnection);
    connect(&session_->welcome(), &WelcomePage::tourRequested, this, start);
    connect(help_, &HelpActions::tourWanted, this, start);
}

void MainWindow::makeMenus()
{
    fileActions_->fillMenu(*menuBar()->addMenu(tr("&File")), *exportActions_);
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    editActions_->fillEditMenu(*edit, *find_);
    auto* palette = new CommandPalette(*workspace_, panels_->tree(), *navigator_);
    palette->fillMenu(*edit);
    const QStringList steps = DecidePage::titles();
    for (int i = 0; i < steps.size(); ++i)
        palette->addView(steps[i], [this, i] { decide_->showView(static_cast<DecidePage::View>(i)); });
    edit->addSeparator();
    edit->addAction(icon("list-add"), tr("Make a generic para&meter of the field"), &panels_->inspection(),
                    &InspectorController::makeParameterOfFocused)
        ->setShortcut(QKeySequence(makeParameterKey));
    makeInsertMenu();
    editActions_->fillArrangeMenu(*menuBar()->addMenu(tr("&Arrange")));
    viewActions_->fillMenu(*menuBar()->addMenu(tr("&View")), *panels_, *components_);
    softwareEdits_->fillMenu(*menuBar()->addMenu(tr("&Software")));
    runs_->fillMenu(*menuBar()->addMenu(tr("&Run")));
    help_->fillMenu(*menuBar()->addMenu(tr("&Help")), *menuBar());
}

/// The menu lists roles, so it is made anew each time it opens.
void MainWindow::makeInsertMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Insert"));
    const auto fill = [this, menu] {
        qDeleteAll(menu->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
        menu->clear();
        menu->addActions({&softwareEdits_->newRole(), &softwareEdits_->newOperation()});
        menu->addSeparator();
        fillInsertMenu(*menu, model(), [this](const ElementRef& added) { editElement(added); });
        menu->addSeparator();
        parameters().fillAddMenu(*menu->addMenu(icon("list-add"), tr("Generic &parameter")));
    };
    fill();
    connect(menu, &QMenu::aboutToShow, this, fill);
    panels_->setInsertMenu(*menu);
}

void MainWindow::restoreArrangement()
{
    // Fits the window with its frame and title into the screen.
    resize(QSize(1600, 1000).boundedTo(screen()->availableSize() - QSize(4, 32)));
    QSettings settings = openSettings();
    restoreGeometry(settings.value("window/geometry").toByteArray());
    panels_->restore(settings.value("window/docks").toByteArray());
}

void MainWindow::showWelcome()
{
    panels_->hideAll();
    showDocumentActions(false);
    pages_->setCurrentWidget(&session_->welcome());
}

void MainWindow::showDocument()
{
    if (pages_->currentWidget() == &session_->welcome()) {
        showDocumentActions(true);
        panels_->showAgain();
        pages_->setCurrentIndex(1);
    }
    controller().reset(parametersOf(model().project(), *files().library()),
                       sectionsOf(project::toText(model().project())));
    runs_->store().open();
    navigator_->showDocument();
}

void MainWindow::showDocumentActions(bool shown)
{
    runBar_->setVisible(shown);
    workspace_->status().showProblemCount(shown);
    const QList<QAction*> menus = menuBar()->actions();
    for (QAction* menu : menus)
        menu->setEnabled(shown || menu == menus.front() || menu == menus.back()); // the menus File and Help are always
                                                                                  // available
    fileActions_->enableDocument(shown);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!session_->mayClose()) {
        event->ignore();
        return;
    }
    QSettings settings = openSettings();
    settings.setValue("window/geometry", saveGeometry());
    if (files().isOpen())
        settings.setValue("window/docks", panels_->arrangement());
    controller().stopAll();
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (SessionController::holdsProjects(*event->mimeData()))
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    event->setDropAction(Qt::CopyAction); // the source program keeps the file
    event->accept();
    session_->openDropped(*event->mimeData());
}

bool MainWindow::focusNextPrevChild(bool next)
{
    return focusNeighbour(*this, next) || QMainWindow::focusNextPrevChild(next);
}

} // namespace headroom::app
