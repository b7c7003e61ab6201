// From what a run says back to the drawings.
#include "app/main_window.h"

#include "widgets/diagram/view_paths.h"

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

} // namespace headroom::app
