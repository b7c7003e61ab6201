#include "app/document/problem_checker.h"

namespace headroom::app {

namespace {
constexpr int delayMs = 300;
}

ProblemChecker::ProblemChecker(widgets::DocumentModel& model, QObject* parent) : QObject(parent), model_(model)
{
    delay_.setSingleShot(true);
    delay_.setInterval(delayMs);
    connect(&delay_, &QTimer::timeout, this, &ProblemChecker::check);
    const auto later = [this] { delay_.start(); };
    connect(&model_, &widgets::DocumentModel::changed, this, later);
    connect(&model_, &widgets::DocumentModel::structureChanged, this, later);
    connect(&model_, &widgets::DocumentModel::replaced, this, &ProblemChecker::check);
}

void ProblemChecker::check()
{
    if (!library_)
        return;
    delay_.stop();
    question_.renew();
    inThread(
        *QThreadPool::globalInstance(), this,
        [project = model_.project(), library = library_] { return project::check(project, *library); },
        question_.answeredBy([this](const project::Findings& findings) { emit checked(findings); }));
}

} // namespace headroom::app
