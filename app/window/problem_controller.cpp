#include "app/window/problem_controller.h"

#include "app/window/panels.h"
#include "app/window/workspace.h"

#include <utility>

namespace headroom::app {

ProblemController::ProblemController(Workspace& workspace, Panels& panels)
    : workspace_(workspace), panels_(panels), checker_(workspace.model()),
      marks_(workspace.model(), workspace.canvases(), panels.tree(), nullptr)
{
    DocumentFiles& files = workspace_.files();
    connect(&files, &DocumentFiles::libraryChanged, this, [this, &files] { checker_.setLibrary(files.library()); });
    connect(&files, &DocumentFiles::opened, this, [this, &files] { firstCheck_ = !files.path().isEmpty(); });
    connect(&checker_, &ProblemChecker::checked, this, &ProblemController::show);
}

void ProblemController::show(const project::Findings& findings)
{
    panels_.results().setFindings(findings);
    panels_.inspection().setFindings(findings);
    marks_.setFindings(findings);
    workspace_.status().setFindings(findings);
    // If a file is opened that has errors, they are shown at once.
    if (std::exchange(firstCheck_, false) && project::hasErrors(findings))
        panels_.results().showTab(ResultsPanel::problemsTab);
}

} // namespace headroom::app
