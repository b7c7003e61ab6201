#include "app/document/problem_checker.h"

#include "project/file/json_writer.h"

#include <string>
#include <utility>

namespace headroom::app {

namespace {

constexpr int delayMs = 300;
constexpr int restMs = 1000; // the engine elaborates the whole model, which takes long for a large one

} // namespace

ProblemChecker::ProblemChecker(widgets::DocumentModel& model, QObject* parent)
    : QObject(parent), model_(model), engine_(this)
{
    delay_.setSingleShot(true);
    delay_.setInterval(delayMs);
    connect(&delay_, &QTimer::timeout, this, &ProblemChecker::check);
    rest_.setSingleShot(true);
    rest_.setInterval(restMs);
    connect(&rest_, &QTimer::timeout, this, [this] { engine_.start(std::exchange(text_, {}), folder_); });
    connect(&engine_, &EngineCheck::found, this, [this](const project::Findings& findings) {
        byEngine_ = findings;
        tell();
    });
    const auto later = [this] {
        rest_.stop();
        engine_.cancel();
        delay_.start();
    };
    connect(&model_, &widgets::DocumentModel::changed, this, later);
    connect(&model_, &widgets::DocumentModel::structureChanged, this, [this, later] {
        byEngine_.clear(); // places in the file are others now
        later();
    });
    connect(&model_, &widgets::DocumentModel::replaced, this, [this] {
        byEngine_.clear();
        asOpened_ = false;
        check();
        asOpened_ = library_ != nullptr;
    });
}

void ProblemChecker::check()
{
    if (!library_)
        return;
    if (asOpened_) { // the first answer is about what was opened, however soon that is edited
        delay_.start();
        return;
    }
    delay_.stop();
    rest_.stop();
    engine_.cancel();
    question_.renew();
    using Checked = std::pair<project::Findings, std::string>;
    inThread(
        *QThreadPool::globalInstance(), this,
        [project = model_.project(), library = library_] {
            project::Findings found = project::check(project, *library);
            std::string text = project::hasErrors(found) ? std::string() : project::toText(project);
            return Checked(std::move(found), std::move(text));
        },
        question_.answeredBy([this](const Checked& answer) {
            asOpened_ = false;
            found_ = answer.first;
            text_ = QByteArray::fromStdString(answer.second);
            if (project::hasErrors(found_)) // until they are mended the model cannot be put together
                byEngine_.clear();
            else
                rest_.start();
            tell();
        }));
}

/// Reports the findings of both checks, without those that the engine repeats.
void ProblemChecker::tell()
{
    project::Findings all = found_;
    const project::Findings more = project::notIn(found_, byEngine_);
    all.insert(all.end(), more.begin(), more.end());
    emit checked(all);
}

} // namespace headroom::app
