#include "app/problem_checker.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

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
    const int generation = ++generation_;
    QThreadPool::globalInstance()->start(
        [self = QPointer(this), project = model_.project(), library = library_, generation] {
            project::Findings findings = project::check(project, *library);
            QMetaObject::invokeMethod(
                qApp,
                [self, findings = std::move(findings), generation] {
                    if (self && self->generation_ == generation)
                        emit self->checked(findings);
                },
                Qt::QueuedConnection);
        });
}

} // namespace headroom::app
