#include "app/menus/export_actions.h"

#include "app/base/file_name.h"
#include "app/base/in_thread.h"
#include "app/frame/workspace.h"
#include "app/menus/run_actions.h"
#include "app/results/results_panel.h"
#include "app/runs/run_export.h"
#include "widgets/diagram/view/export_diagram.h"
#include "widgets/plots/views/latency_view.h"
#include "widgets/plots/views/load_curve_view.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPrintPreviewDialog>
#include <QPrinter>

namespace headroom::app {

using namespace widgets;

ExportActions::ExportActions(Workspace& workspace, ResultsPanel& results, RunActions& runs)
    : workspace_(workspace), results_(results), menu_(new QMenu(tr("&Export"), &workspace.window()))
{
    for (ChartWidget* chart : results_.findChildren<ChartWidget*>()) {
        chart->setFileProposal([this](const QString& title) { return proposedPath({runText(), title}); });
        chart->setCaption([this, chart] { return captionOf(*chart); });
        connect(chart, &ChartWidget::exported, this, &ExportActions::sayWritten);
    }
    menu_->setIcon(icon("document-export"));
    menu_->addAction(icon("document-print-preview"), tr("&Report …"), &runs, qOverload<>(&RunActions::report))
        ->setShortcut(QKeySequence("Ctrl+Shift+R"));
    menu_->addSeparator();
    menu_->addAction(tr("Chart as PNG, SVG, PDF, CSV or XLSX …"), this, &ExportActions::exportChart);
    menu_->addAction(tr("Drawing as SVG, PDF or PNG …"), this, &ExportActions::exportDrawing);
    menu_->addAction(tr("Run as spreadsheet (XLSX) …"), this,
                     [this] { exportRun(".xlsx", tr("Spreadsheet (*.xlsx)"), exportRunTables); });
    menu_->addAction(tr("Run as trace for Perfetto …"), this,
                     [this] { exportRun(".json", tr("Trace (*.json)"), exportRunTrace); });
    menu_->addSeparator();
    menu_->addAction(icon("edit-copy"), tr("&Copy drawing as a picture"), this, &ExportActions::copyDrawing)
        ->setShortcut(QKeySequence("Ctrl+Shift+C"));
}

/// The path, without ending, of a file beside the project's. It is named after the project and these texts.
QString ExportActions::proposedPath(const QStringList& texts) const
{
    const QString project = QString::fromStdString(workspace_.model().project().name);
    const QString file = workspace_.files().path();
    const QString name = fileNameOf(QStringList(project) + texts);
    return file.isEmpty() ? name : QFileInfo(file).dir().filePath(name);
}

/// The displayed run, for the name of a file; empty if there is none.
QString ExportActions::runText() const
{
    const Run* run = workspace_.runs().history().current();
    return run ? tr("run %1").arg(run->number) : QString();
}

/// "Swift rack, Run 2 · SSD DC S3700; compared with Run 1 · as opened", below an exported chart.
QString ExportActions::captionOf(const ChartWidget& chart) const
{
    const RunHistory& history = workspace_.runs().history();
    const Run* run = history.current();
    QString caption = QString::fromStdString(workspace_.model().project().name);
    if (!run || qobject_cast<const LoadCurveView*>(&chart)) // that one shows all runs, with their names
        return caption;
    const auto add = [&](const QString& text) { caption += (caption.isEmpty() ? "" : ", ") + text; };
    add(run->title());
    const bool compares =
        &chart == &results_.timeline() || &chart == &results_.bars() || qobject_cast<const LatencyView*>(&chart);
    if (const Run* former = history.baseline(); compares && former && former != run && former->summary)
        caption += tr("; compared with %1").arg(former->title());
    return caption;
}

void ExportActions::sayWritten(const QString& path)
{
    workspace_.status().say(tr("“%1” is written.").arg(path));
}

/// The visible drawing; reports if there is none.
CanvasScene* ExportActions::drawing()
{
    CanvasScene* scene = workspace_.currentCanvas().scene();
    if (scene && !scene->boxes().isEmpty())
        return scene;
    workspace_.status().say(tr("There is no drawing to export yet."));
    return nullptr;
}

void ExportActions::copyDrawing()
{
    if (CanvasScene* scene = drawing()) {
        QApplication::clipboard()->setMimeData(clipboardDiagram(*scene));
        workspace_.status().say(tr("The drawing is in the clipboard."));
    }
}

void ExportActions::printDrawing()
{
    CanvasScene* scene = drawing();
    if (!scene)
        return;
    QPrinter printer(QPrinter::HighResolution);
    printer.setDocName(scene->path());
    const QRectF size = scene->itemsBoundingRect();
    printer.setPageOrientation(size.width() > size.height() ? QPageLayout::Landscape : QPageLayout::Portrait);
    QPrintPreviewDialog preview(&printer, &workspace_.window());
    connect(&preview, &QPrintPreviewDialog::paintRequested, this,
            [scene](QPrinter* paper) { printDiagram(*scene, *paper); });
    preview.exec();
}

void ExportActions::exportChart()
{
    ChartWidget& chart = results_.currentChart();
    if (chart.isFilled())
        chart.exportWithDialog();
    else
        workspace_.status().say(tr("There is nothing to export yet: run the project first."));
}

void ExportActions::exportDrawing()
{
    CanvasScene* scene = drawing();
    if (!scene)
        return;
    const QString path =
        QFileDialog::getSaveFileName(&workspace_.window(), tr("Export drawing"), proposedPath({scene->path()}) + ".svg",
                                     tr("Drawings (*.svg *.pdf *.png)"));
    if (path.isEmpty())
        return;
    if (const QString problem = exportDiagram(*scene, path); !problem.isEmpty())
        QMessageBox::warning(&workspace_.window(), tr("The drawing was not exported"), problem);
    else
        sayWritten(path);
}

/// Exports the whole displayed run; the file is written in a thread.
void ExportActions::exportRun(const QString& suffix, const QString& filter, const WriteRun& write)
{
    const Run* run = workspace_.runs().history().current();
    StatusLine& status = workspace_.status();
    if (!run || run->file.isEmpty()) {
        status.say(tr("There is no result to export yet: run the project first."));
        return;
    }
    const QString path = chooseFile(&workspace_.window(), tr("Export run"), proposedPath({runText()}) + suffix, filter);
    if (path.isEmpty())
        return;
    status.sayLong(tr("Writing “%1” …").arg(path));
    const auto report = [this, path](const QString& problem) {
        if (problem.isEmpty())
            return sayWritten(path);
        workspace_.status().say(problem);
        results_.addMessage("error", problem);
    };
    inThread(
        *QThreadPool::globalInstance(), this, [write, path, file = run->file] { return write(file, path); }, report);
}

} // namespace headroom::app
