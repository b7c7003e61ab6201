// From what a run says back to the drawings.
#include "app/base/in_thread.h"
#include "app/window/main_window.h"

#include "widgets/document/view_paths.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QStatusBar>

namespace headroom::app {

using namespace widgets;

/// The diagram that ran is the one of the operation's whose figures name the block; "group.block" lies in a group.
void MainWindow::showTracedBlock(const QString& role, const QString& operation, const QString& block)
{
    const Run* run = controller_.history().current();
    if (!run || !run->summary)
        return;
    const std::string within = (role + '/' + operation + '/').toStdString();
    for (const record::BlockSummary& ran : run->summary->blocks) {
        if (!ran.diagram.starts_with(within) || ran.block != block.toStdString())
            continue;
        QString path = QString::fromStdString(ran.diagram);
        QStringList names = block.split('.');
        const QString inner = names.takeLast();
        for (const QString& group : names)
            path = innerPath(path, group);
        showElement({ElementKind::block, {path, inner}});
        return;
    }
    statusBar()->showMessage(tr("The block “%1” is not in the drawing any more.").arg(block), 8000);
}

void MainWindow::exportRun(const QString& suffix, const QString& filter,
                           const std::function<QString(const QString& resultFile, const QString& path)>& write)
{
    const Run* run = controller_.history().current();
    if (!run || run->file.isEmpty()) {
        statusBar()->showMessage(tr("There is no result to export yet: run the project first."), 8000);
        return;
    }
    QString path = QFileDialog::getSaveFileName(this, tr("Export run"), {}, filter);
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty())
        path += suffix;
    statusBar()->showMessage(tr("Writing “%1” …").arg(path));
    inThread(
        *QThreadPool::globalInstance(), this, [write, path, file = run->file] { return write(file, path); },
        [this, path](const QString& problem) {
            statusBar()->showMessage(problem.isEmpty() ? tr("“%1” is written.").arg(path) : problem, 8000);
            if (!problem.isEmpty())
                results().addMessage("error", problem);
        });
}

} // namespace headroom::app
