#include "app/frame/problem_controller.h"

#include "app/frame/panels.h"
#include "app/frame/workspace.h"
#include "widgets/document/lookup/uncalled_operations.h"

#include <utility>

namespace headroom::app {

ProblemController::ProblemController(Workspace& workspace, Panels& panels)
    : workspace_(workspace), panels_(panels), checker_(workspace.model()),
      marks_(workspace.model(), workspace.canvases(), panels.tree(), nullptr)
{
    DocumentFiles& files = workspace_.files();
    connect(&files, &DocumentFiles::libraryChanged, this, [this, &files] { checker_.setLibrary(files.library()); });
    connect(&files, &DocumentFiles::opened, this, [this, &files] {
        checker_.setFolder(files.folder());
        firstCheck_ = !files.path().isEmpty();
        justOpened_ = true;
    });
    connect(&files, &DocumentFiles::saved, this, [this, &files] { checker_.setFolder(files.folder()); });
    connect(&checker_, &ProblemChecker::checked, this, &ProblemController::show);
}

void ProblemController::show(const project::Findings& findings)
{
    const DocumentFiles& files = workspace_.files();
    if (std::exchange(justOpened_, false))
        whenRead_ = project::notIn(findings, files.foundInProject());
    project::Findings all = findings;
    for (const project::Findings& others : {whenRead_, files.foundInOtherFiles()}) {
        const project::Findings more = project::notIn(findings, others);
        all.insert(all.end(), more.begin(), more.end());
    }
    const project::Findings uncalled = widgets::uncalledOperations(workspace_.model().project());
    all.insert(all.end(), uncalled.begin(), uncalled.end());
    panels_.results().setFindings(all);
    const auto steps = widgets::nextSteps(workspace_.model().project(), findings);
    panels_.results().setNextSteps(steps, workspace_.model().project());
    panels_.inspection().setFindings(findings);
    project::Findings marked = findings;
    marked.insert(marked.end(), uncalled.begin(), uncalled.end());
    marks_.setFindings(marked);
    workspace_.status().setFindings(all, steps.isEmpty());
    // If a file is opened that has errors, they are shown at once.
    if (std::exchange(firstCheck_, false) && project::hasErrors(all))
        panels_.results().showTab(ResultsPanel::problemsTab);
}

} // namespace headroom::app
