// Checks the document as it changes and shows the findings: in the problems list, beside fields, on boxes, in the
// project tree, and as a count in the status line.
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
    bool firstCheck_ = false; ///< the next check is the first one after opening a file
    bool justOpened_ = false; ///< the next findings are the first ones of this document
    /// Findings of reading the project that the checks do not repeat.
    project::Findings whenRead_;
};

} // namespace headroom::app
