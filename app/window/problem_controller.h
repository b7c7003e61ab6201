// Checks the document as it changes and shows what is found: in the list of problems, beside the fields, on boxes and
// in the project tree, and as a number in the status line.
#pragma once

#include "app/document/problem_checker.h"
#include "app/outline/problem_marks.h"

namespace headroom::app {

class Panels;
class Workspace;

class ProblemController : public QObject
{
    Q_OBJECT
public:
    ProblemController(Workspace& workspace, Panels& panels);

private:
    void show(const project::Findings& findings);

    Workspace& workspace_;
    Panels& panels_;
    ProblemChecker checker_;
    ProblemMarks marks_;
    bool firstCheck_ = false; ///< of a file just opened
    bool justOpened_ = false; ///< whatever it came from
    /// What was found when the project was read and the checks do not look for.
    project::Findings whenRead_;
};

} // namespace headroom::app
