#include "app/window/main_window.h"

#include "app/base/settings.h"
#include "app/charts/charts_controller.h"
#include "app/charts/timeline_tools.h"
#include "app/document/autosave.h"
#include "widgets/diagram/canvas/items/box_item.h"
#include "widgets/document/lookup/candidates.h"
#include "widgets/parameters/parameter_controller.h"
#include "widgets/theme/number_text.h"

#include <QApplication>
#include <QCloseEvent>
#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QMenu>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QTime>
#include <algorithm>
#include <utility>

#include <cmath>

// Outside of every namespace, as the macro wants it; resources of a static library do not register themselves.
static void loadResources()
{
    Q_INIT_RESOURCE(app);
}

namespace headroom::app {

using namespace widgets;

namespace {

/// Increased when docks come or go, so that an old arrangement is not applied to new docks.
constexpr int arrangementVersion = 2;

QWidget* scrolled(QWidget* content)
{
    auto* area = new QScrollArea;
    area->setWidget(content);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setMinimumWidth(220);
    return area;
}

} // namespace

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), files_(new DocumentFiles(model_, this)), checker_(model_), tabs_(new QTabWidget),
      software_(new CanvasTab), topology_(new CanvasTab),
      topologyPage_(new TopologyPage(model_, *files_, *topology_, this)),
      runActions_(new RunActions(model_, controller_, *files_, this))
{
    setObjectName("studio");
    loadResources();
    setWindowIcon(QIcon(":/headroom/app/headroom.svg"));
    setDockNestingEnabled(true);
    setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
    tabs_->setObjectName("mainTabs");
    tabs_->setDocumentMode(true);
    tabs_->addTab(software_, tr("Software"));
    tabs_->addTab(topology_, tr("Topology"));
    tabs_->addTab(topologyPage_->mappingPage(), tr("Mapping"));
    tabs_->addTab(&runActions_->page(), tr("Runs"));
    components_ = new ComponentsPage(model_, *files_);
    tabs_->addTab(components_, tr("Components"));
    connect(components_, &ComponentsPage::message, this,
            [this](const QString& text) { statusBar()->showMessage(text, 8000); });
    setCentralWidget(makeCentre());
    makeDocks();
    makeHistory();
    makeSession();
    makeMenus();
    auto* bar = new RunBar(controller_, run_, exportMenu_, this);
    addToolBar(Qt::TopToolBarArea, bar);
    makeStatusBar();
    auto* plots = new TimelineController(controller_, model_, *files_, results_->timeline(), this);
    connect(plots, &TimelineController::message, results_, &ResultsPanel::addMessage);
    new TimelineTools(controller_, *plots, results_->timeline(), results_->timelineSplit(), this);
    connect(&results_->charts(), &ChartsController::blockChosen, this, &MainWindow::showTracedBlock);
    connectDocument();
    connectRuns();
    // Within the screen, the frame and its title included.
    resize(QSize(1600, 1000).boundedTo(screen()->availableSize() - QSize(4, 32)));
    QSettings settings = openSettings();
    restoreGeometry(settings.value("window/geometry").toByteArray());
    arranged_ = restoreState(settings.value("window/docks").toByteArray(), arrangementVersion);
    updateTitle();
    showRunState();
    showWelcome();
}

MainWindow::~MainWindow()
{
    hide(); // what is laid out anew when it is hidden asks the document, which is still there
    // What still speaks while the parts go must not reach a window half gone.
    controller_.disconnect(this);
    controller_.history().disconnect(this);
    model_.disconnect(this);
    model_.undoStack()->disconnect(this);
    delete &runActions_->page(); // they speak to the runs, which go before the window's children
    delete runActions_;
    for (CanvasTab* tab : {software_, topology_})
        if (tab->scene())
            tab->scene()->disconnect(this); // a selection ends with its boxes, and would tell the inspector
}

QDockWidget* MainWindow::addDock(const QString& name, const QString& title, Qt::DockWidgetArea area, QWidget* content)
{
    auto* dock = new QDockWidget(title.toUpper(), this);
    dock->setObjectName(name);
    dock->setWidget(content);
    if (content->accessibleName().isEmpty())
        content->setAccessibleName(title);
    dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetClosable);
    dock->toggleViewAction()->setText(title);
    addDockWidget(area, dock);
    return dock;
}

void MainWindow::makeDocks()
{
    tree_ = new ProjectTree(model_);
    softwareEdits_ = new SoftwareEdits(model_, *software_, *tree_, this);
    palette_ = new BlockPalette;
    parameters_ = new ParameterPanel;
    inspector_ = new PropertyInspector;
    inspection_ = new InspectorController(model_, *inspector_, this);
    // The dock's own title takes the place of the panel's heading.
    for (QLabel* label : parameters_->findChildren<QLabel*>(Qt::FindDirectChildrenOnly))
        if (label->property("look").toString() == "heading")
            label->hide();
    parameters_->layout()->setContentsMargins(rhythm::margin, 0, rhythm::margin, rhythm::margin);
    addDock("project", tr("Project"), Qt::LeftDockWidgetArea, tree_);
    // The palette is the one of the drawing that is seen.
    auto* palettes = new QStackedWidget;
    palettes->addWidget(palette_);
    palettes->addWidget(&topologyPage_->palette());
    auto* paletteDock = addDock("blocks", tr("Blocks"), Qt::LeftDockWidgetArea, palettes);
    connect(tabs_, &QTabWidget::currentChanged, palettes, [this, palettes, paletteDock] {
        const bool hardware = tabs_->currentWidget() == topology_;
        palettes->setCurrentIndex(hardware ? 1 : 0);
        paletteDock->setWindowTitle((hardware ? tr("Parts") : tr("Blocks")).toUpper());
    });
    addDock("parameters", tr("Generic parameters"), Qt::RightDockWidgetArea, scrolled(parameters_));
    addDock("properties", tr("Properties"), Qt::RightDockWidgetArea, scrolled(inspector_));
    inspector_->layout()->setContentsMargins(rhythm::margin, 0, rhythm::margin, rhythm::margin);
    results_ = new ResultsPanel(controller_, this);
    results_->toggleViewAction()->setText(tr("Results"));
    addDockWidget(Qt::BottomDockWidgetArea, results_);
}

void MainWindow::makeStatusBar()
{
    stateLabel_ = new QLabel;
    stateLabel_->setObjectName("state");
    savedLabel_ = new QLabel;
    detailLabel_ = new QLabel;
    for (QLabel* label : {stateLabel_, savedLabel_})
        statusBar()->addWidget(label);
    makeProblemMarks();
    statusBar()->addPermanentWidget(detailLabel_);
    statusBar()->setSizeGripEnabled(false);
}

void MainWindow::connectDocument()
{
    connect(files_, &DocumentFiles::libraryChanged, this, [this] {
        checker_.setLibrary(files_->library());
        inspection_->setLibrary(files_->library());
        parameters_->setLibrary(files_->library().get());
    });
    connect(files_, &DocumentFiles::opened, this, &MainWindow::documentOpened);
    connect(files_, &DocumentFiles::opened, palette_,
            [this] { palette_->setTypes(project::blockTypesOf(model_.project())); });
    connect(files_, &DocumentFiles::saved, this, [this] {
        parameters_->markSaved();
        savedLabel_->setText(tr("Saved %1").arg(QTime::currentTime().toString("HH:mm")));
        updateTitle();
    });
    connect(files_, &DocumentFiles::message, results_, &ResultsPanel::addMessage);
    connect(&model_, &DocumentModel::changed, this, &MainWindow::elementChanged);
    connect(model_.undoStack(), &QUndoStack::cleanChanged, this, &MainWindow::updateTitle);
    connect(&results_->problems(), &FindingsView::chosen, this, &MainWindow::goTo);
    connect(topologyPage_, &TopologyPage::elementChosen, inspection_, &InspectorController::show);
    connect(topologyPage_, &TopologyPage::refused, this,
            [this](const QString& why) { statusBar()->showMessage(why, 8000); });
    connect(tree_, &ProjectTree::diagramChosen, this, &MainWindow::showDiagram);
    connect(softwareEdits_, &SoftwareEdits::diagramWanted, this, &MainWindow::showDiagram);
    connect(softwareEdits_, &SoftwareEdits::refused, this,
            [this](const QString& why) { statusBar()->showMessage(why, 8000); });
    connect(tree_, &ProjectTree::elementChosen, this, &MainWindow::showElement);
    connect(palette_, &BlockPalette::blockRequested, this, &MainWindow::insertBlock);
    connect(inspection_, &InspectorController::renamed, tree_, &ProjectTree::markElement);
    connect(inspection_, &InspectorController::renamed, this, [this](const ElementRef& element) {
        if (isInTopology(element.kind)) // its drawing was made anew, and has nothing chosen
            showElement(element);
    });
    connect(inspection_, &InspectorController::refused, this,
            [this](const QString& why) { statusBar()->showMessage(why, 8000); });
    auto* wiring = new ParameterController(model_, *parameters_, this);
    connect(wiring, &ParameterController::placeChosen, this, [this](const ElementRef& element, const QString& field) {
        showElement(element);
        showField(field);
        if (QWidget* editor = inspector_->editor(field))
            editor->setFocus();
    });
}

void MainWindow::connectRuns()
{
    connect(&controller_, &RunController::stateChanged, this, &MainWindow::showRunState);
    connect(&controller_, &RunController::begun, this, &MainWindow::showRunState);
    runActions_->follow(*software_, *topology_, *topologyPage_,
                        [this](const QString& path) { return softwareEdits_->operationPath(path); });
    runActions_->follow(results_->timeline());
    connect(tabs_, &QTabWidget::currentChanged, &runActions_->drawings(), &LiveDrawings::show);
    connect(runActions_, &RunActions::message, results_, &ResultsPanel::addMessage);
    connect(runActions_, &RunActions::refused, this,
            [this](const QString& why) { statusBar()->showMessage(why, 8000); });
    connect(runActions_, &RunActions::comparisonWanted, this, [this] { results_->showTab(ResultsPanel::timelineTab); });
    connect(runActions_, &RunActions::projectWanted, this, &MainWindow::openAsRun);
    connect(&controller_, &RunController::finished, this, &MainWindow::runEnded);
    connect(&results_->timeline(), &TimelineView::runRequested, this, &MainWindow::run);
}

void MainWindow::documentOpened()
{
    leaveWelcome();
    controller_.reset();
    runActions_->store().open();
    parameters_->setProject(&model_.project(), files_->library().get());
    software_->setScene(nullptr);
    software_->setBreadcrumb({});
    showTopology();
    if (const QString first = mostTelling(model_.project()); !first.isEmpty())
        showDiagram(first);
    tabs_->setCurrentIndex(0);
    savedLabel_->clear();
    updateTitle();
}

void MainWindow::elementChanged(const ElementRef& element)
{
    parameters_->refresh();
    if (element.kind != ElementKind::parameter && element.kind != ElementKind::topology)
        return;
    if (auto* scene = qobject_cast<TopologyScene*>(topology_->scene())) {
        scene->refresh();
        runActions_->drawings().show();
    }
}

void MainWindow::showTopology()
{
    const auto display = [this](const project::Json& value) {
        return displayOf(model_.project(), *files_->library(), value);
    };
    const auto fabric = [this]() -> QString {
        const project::Topology& topology = model_.project().topology;
        if (topology.fabric.is_string())
            return displayOf(model_.project(), *files_->library(), topology.fabric);
        return topology.fabrics.empty() ? QString() : QString::fromStdString(topology.fabrics.front().id);
    };
    auto* scene = new TopologyScene(model_, display, fabric);
    topology_->setScene(scene);
    topologyPage_->setScene(scene);
    topology_->view()->setLoadCaption(tr("Load of the busiest part"));
    topology_->setBreadcrumb(tr("<b>Topology</b>"));
    connect(scene, &CanvasScene::selectionEdited, this,
            [this](const QList<ElementRef>& elements) { inspection_->showAll(elements); });
    connect(scene, &CanvasScene::refused, this, [this](const QString& why) { statusBar()->showMessage(why, 8000); });
}

void MainWindow::showDiagram(const QString& path)
{
    if (path == topologyPath) {
        tabs_->setCurrentWidget(topology_);
        return;
    }
    tabs_->setCurrentWidget(software_);
    if (software_->scene() && software_->scene()->path() == path)
        return;
    if (path.isEmpty()) {
        software_->setScene(nullptr);
        software_->setBreadcrumb({});
        return;
    }
    auto* scene = new DiagramScene(model_, path);
    software_->setScene(scene);
    software_->setBreadcrumb(softwareEdits_->breadcrumb(path));
    softwareEdits_->follow(*scene);
    connect(scene, &CanvasScene::selectionEdited, this,
            [this](const QList<ElementRef>& elements) { inspection_->showAll(elements); });
    connect(scene, &CanvasScene::refused, this, [this](const QString& why) { statusBar()->showMessage(why, 8000); });
    tree_->markDiagram(softwareEdits_->operationPath(path).first);
}

void MainWindow::insertBlock(const QString& type)
{
    auto* scene = qobject_cast<DiagramScene*>(software_->scene());
    if (!scene) {
        statusBar()->showMessage(tr("Choose an operation in the project tree first: the block goes into its drawing."),
                                 8000);
        return;
    }
    tabs_->setCurrentWidget(software_);
    scene->addBlockAt(type, software_->view()->visibleRect().center());
}

void MainWindow::run()
{
    if (runActions_->run())
        results_->showTab(ResultsPanel::timelineTab);
}

void MainWindow::runEnded(Ending ending)
{
    if (ending == Ending::refused || ending == Ending::notStarted || ending == Ending::failed)
        results_->showTab(ResultsPanel::messagesTab);
}

void MainWindow::showRunState()
{
    const Run* run = std::as_const(controller_.history()).current();
    const auto state = controller_.state();
    const bool going = state == RunController::State::running || state == RunController::State::paused;
    run_.pause->setEnabled(going);
    run_.step->setEnabled(going);
    run_.stop->setEnabled((state != RunController::State::idle && state != RunController::State::stopping) ||
                          (run && run->queued));
    const bool paused = state == RunController::State::paused;
    run_.pause->setText(paused ? tr("&Resume") : tr("&Pause"));
    run_.pause->setIcon(icon(paused ? "media-playback-start" : "media-playback-pause"));
    QString text = tr("Ready");
    QColor mark = colours(palette()).dimText;
    if (run && run->queued)
        text = tr("%1 waits for another to end").arg(run->title());
    else if (state == RunController::State::starting)
        text = tr("Starting run %1").arg(run->number);
    else if (going || state == RunController::State::stopping) {
        text = (paused                                    ? tr("Paused: %1")
                : state == RunController::State::stopping ? tr("Stopping: %1")
                                                          : tr("Running: %1"))
                   .arg(run->title());
        mark = colours(palette()).good;
    } else if (run && run->ending) {
        text = *run->ending == Ending::crashed ? tr("%1: the engine ended unexpectedly").arg(run->title())
                                               : tr("%1: %2").arg(run->title(), statusText(*run));
        if (*run->ending != Ending::finished && *run->ending != Ending::stopped)
            mark = colours(palette()).bad;
    }
    stateLabel_->setText(QString("<span style='color:%1'>●</span>&nbsp; %2").arg(mark.name(), text.toHtmlEscaped()));
    detailLabel_->setText(
        run && run->summary
            ? tr("Seed %1 · %2 events").arg(run->summary->seed).arg(tickText(double(run->summary->events), "1"))
            : QString());
}

void MainWindow::updateTitle()
{
    setWindowTitle(files_->isOpen() ? tr("%1[*] — Headroom").arg(files_->displayName()) : tr("Headroom"));
    setWindowModified(!model_.isClean());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!files_->mayLeave()) {
        event->ignore();
        return;
    }
    QSettings settings = openSettings();
    settings.setValue("window/geometry", saveGeometry());
    if (files_->isOpen())
        settings.setValue("window/docks", saveState(arrangementVersion));
    autosave_->discard();
    controller_.stopAll();
    event->accept();
}

CanvasTab* MainWindow::currentCanvas() const
{
    return tabs_->currentWidget() == topology_ ? topology_ : software_;
}

} // namespace headroom::app
