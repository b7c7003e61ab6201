#include "app/window/main_window.h"

#include "app/base/settings.h"
#include "app/document/recent_files.h"
#include "app/runs/run_export.h"
#include "widgets/diagram/view/export_diagram.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QPrintPreviewDialog>
#include <QPrinter>
#include <QStatusBar>
#include <QTabWidget>

namespace headroom::app {

using namespace widgets;

void MainWindow::makeMenus()
{
    const auto action = [this](const char* iconName, const QString& text, const QKeySequence& key, auto act) {
        auto* made = new QAction(icon(iconName), text, this);
        made->setShortcut(key);
        made->setToolTip(tr("%1 (%2)").arg(QString(text).remove('&'), key.toString(QKeySequence::NativeText)));
        connect(made, &QAction::triggered, this, act);
        return made;
    };
    run_.run = action("media-playback-start", tr("&Run"), Qt::Key_F5, [this] { run(); });
    run_.run->setIcon(icon("media-playback-start", Qt::white));
    run_.pause = action("media-playback-pause", tr("&Pause"), Qt::Key_F6, [this] { controller_.pauseOrResume(); });
    run_.stop = action("media-playback-stop", tr("&Stop"), Qt::SHIFT | Qt::Key_F5, [this] { controller_.stop(); });
    run_.step = action("media-skip-forward", tr("S&tep"), Qt::Key_F7, [this] { controller_.step(); });
    run_.steps = runActions_->steps();
    run_.rerun = runActions_->rerun().action();
    makeFileMenu();
    makeEditMenu();
    makeArrangeMenu();
    makeViewMenu();
    QMenu* software = menuBar()->addMenu(tr("&Software"));
    softwareEdits_->fillMenu(*software);
    QMenu* menu = menuBar()->addMenu(tr("&Run"));
    menu->addActions({run_.run, run_.pause, run_.stop, run_.step});
    menu->addActions(run_.steps);
    menu->addSeparator();
    menu->addAction(run_.rerun);
    menu->addAction(icon("document-open"), tr("Open &result …"), runActions_, &RunActions::openResult);
    menu->addSeparator();
    menu->addAction(tr("Hold against the &previous run"), this,
                    [this] { controller_.history().chooseBaseline(std::nullopt); });
    menuBar()->addMenu(tr("&Help"))->addAction(tr("&About Headroom"), this, &MainWindow::about);
}

void MainWindow::makeFileMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&File"));
    const auto add = [&](const char* iconName, const QString& text, const QKeySequence& key, auto act) {
        QAction* action = menu->addAction(icon(iconName), text, this, act);
        action->setShortcut(key);
        return action;
    };
    add("document-new", tr("&New"), QKeySequence::New, [this] { createProject(); });
    QMenu* templates = menu->addMenu(tr("New from &template"));
    const auto found = DocumentFiles::samples();
    for (auto sample = found.begin(); sample != found.end(); ++sample)
        templates->addAction(sample.key(), this, [this, path = sample.value()] { createFromTemplate(path); });
    templates->setEnabled(!found.isEmpty());
    add("window-new", tr("New &window"), QKeySequence("Ctrl+Shift+N"), [this] { openWindow(); });
    menu->addSeparator();
    add("document-open", tr("&Open …"), QKeySequence::Open, [this] { openChosen(); });
    makeRecentMenu(menu->addMenu(tr("Open &recent")));
    menu->addSeparator();
    documentActions_ = {
        add("document-save", tr("&Save"), QKeySequence::Save, [this] { files_->save(); }),
        add("document-save-as", tr("Save &as …"), QKeySequence("Ctrl+Shift+S"), [this] { files_->saveAs(); })};
    menu->addSeparator();
    makeExportMenu();
    documentActions_.append(menu->addMenu(exportMenu_));
    documentActions_.append(
        add("document-print", tr("&Print drawing …"), QKeySequence::Print, [this] { printDrawing(); }));
    menu->addSeparator();
    add("window-close", tr("&Close window"), QKeySequence::Close, [this] { close(); });
    add("application-exit", tr("&Quit"), QKeySequence::Quit, [] { QApplication::closeAllWindows(); });
}

void MainWindow::makeRecentMenu(QMenu* menu)
{
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        for (const RecentFile& file : recentFiles())
            menu->addAction(file.path, this, [this, path = file.path] { openSomewhere(path); })
                ->setEnabled(QFileInfo::exists(file.path));
        if (menu->isEmpty())
            menu->addAction(tr("No project was opened yet"))->setEnabled(false);
    });
}

void MainWindow::makeExportMenu()
{
    exportMenu_ = new QMenu(tr("&Export"), this);
    exportMenu_->setIcon(icon("document-export"));
    exportMenu_
        ->addAction(icon("document-print-preview"), tr("&Report …"), runActions_, qOverload<>(&RunActions::report))
        ->setShortcut(QKeySequence("Ctrl+Shift+R"));
    exportMenu_->addSeparator();
    exportMenu_->addAction(tr("Chart as PNG, SVG, PDF, CSV or XLSX …"), this, &MainWindow::exportChart);
    exportMenu_->addAction(tr("Drawing as SVG, PDF or PNG …"), this, &MainWindow::exportDrawing);
    exportMenu_->addAction(tr("Run as spreadsheet (XLSX) …"), this,
                           [this] { exportRun(".xlsx", tr("Spreadsheet (*.xlsx)"), exportRunTables); });
    exportMenu_->addAction(tr("Run as trace for Perfetto …"), this,
                           [this] { exportRun(".json", tr("Trace (*.json)"), exportRunTrace); });
    exportMenu_->addSeparator();
    exportMenu_->addAction(icon("edit-copy"), tr("&Copy drawing as a picture"), this, &MainWindow::copyDrawing)
        ->setShortcut(QKeySequence("Ctrl+Shift+C"));
}

void MainWindow::copyDrawing()
{
    if (CanvasScene* scene = drawingToExport()) {
        QApplication::clipboard()->setMimeData(clipboardDiagram(*scene));
        statusBar()->showMessage(tr("The drawing is in the clipboard."), 8000);
    }
}

void MainWindow::printDrawing()
{
    CanvasScene* scene = drawingToExport();
    if (!scene)
        return;
    QPrinter printer(QPrinter::HighResolution);
    printer.setDocName(scene->path());
    const QRectF drawing = scene->itemsBoundingRect();
    printer.setPageOrientation(drawing.width() > drawing.height() ? QPageLayout::Landscape : QPageLayout::Portrait);
    QPrintPreviewDialog preview(&printer, this);
    connect(&preview, &QPrintPreviewDialog::paintRequested, this,
            [scene](QPrinter* paper) { printDiagram(*scene, *paper); });
    preview.exec();
}

/// The drawing that is seen; says so if there is none.
CanvasScene* MainWindow::drawingToExport()
{
    CanvasScene* scene = currentCanvas()->scene();
    if (scene && !scene->boxes().isEmpty())
        return scene;
    statusBar()->showMessage(tr("There is no drawing to export yet."), 8000);
    return nullptr;
}

void MainWindow::exportChart()
{
    ChartWidget& chart = results_->currentChart();
    if (!chart.isFilled()) {
        statusBar()->showMessage(tr("There is nothing to export yet: run the project first."), 8000);
        return;
    }
    chart.exportWithDialog();
}

void MainWindow::exportDrawing()
{
    CanvasScene* scene = drawingToExport();
    if (!scene)
        return;
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Export drawing"), QString(scene->path()).replace('/', '-') + ".svg",
                                     tr("Drawings (*.svg *.pdf *.png)"));
    if (path.isEmpty())
        return;
    if (const QString problem = exportDiagram(*scene, path); !problem.isEmpty())
        QMessageBox::warning(this, tr("The drawing was not exported"), problem);
}

void MainWindow::makeViewMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&View"));
    for (const char* name : {"project", "history", "blocks", "parameters", "properties", "results"})
        menu->addAction(findChild<QDockWidget*>(name)->toggleViewAction());
    menu->addAction(tr("&Components"), this, [this] { tabs_->setCurrentWidget(components_); });
    menu->addSeparator();
    const auto zoom = [&](const QString& text, const QKeySequence& key, auto act) {
        menu->addAction(text, this,
                        [this, act] {
                            if (CanvasView* view = currentCanvas()->view())
                                act(*view);
                        })
            ->setShortcut(key);
    };
    zoom(tr("Zoom &in"), QKeySequence::ZoomIn, [](CanvasView& view) { view.setZoom(view.zoom() * 1.25); });
    zoom(tr("Zoom &out"), QKeySequence::ZoomOut, [](CanvasView& view) { view.setZoom(view.zoom() / 1.25); });
    zoom(tr("&Natural size"), QKeySequence("Ctrl+0"), [](CanvasView& view) { view.setZoom(1); });
    zoom(tr("Zoom to &selection"), QKeySequence("Ctrl+8"), [](CanvasView& view) { view.zoomToSelection(); });
    zoom(tr("&Fit"), QKeySequence("Ctrl+9"), [](CanvasView& view) { view.fit(); });
    menu->addSeparator();
    QMenu* themes = menu->addMenu(tr("&Theme"));
    auto* group = new QActionGroup(this);
    const std::pair<QString, Theme> choices[] = {
        {tr("&Follow the desktop"), Theme::followDesktop}, {tr("&Light"), Theme::light}, {tr("&Dark"), Theme::dark}};
    for (const auto& [text, theme] : choices) {
        QAction* choice = themes->addAction(text, this, [this, chosen = theme] { setTheme(chosen); });
        choice->setCheckable(true);
        choice->setChecked(theme == storedTheme());
        group->addAction(choice);
    }
}

void MainWindow::setTheme(Theme theme)
{
    storeTheme(theme);
    applyTheme(*qApp, theme);
    showRunState();
}

void MainWindow::about()
{
    QMessageBox::about(
        this, tr("About Headroom"),
        tr("<p><b>Headroom %1</b></p><p>Simulates storage and big-data clusters before anyone buys them: "
           "how fast, what saturates first, what it takes.</p><p>Free software under the GNU General "
           "Public License, version 3 or later.</p>")
            .arg(HEADROOM_VERSION));
}

} // namespace headroom::app
