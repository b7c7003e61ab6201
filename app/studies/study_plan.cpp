#include "app/studies/study_plan.h"

namespace headroom::app {

namespace {

constexpr int editPauseMs = 250;

} // namespace

StudyPlan::StudyPlan(QObject* parent) : QObject(parent), command_(this)
{
    calm_.setSingleShot(true);
    calm_.setInterval(editPauseMs);
    connect(&calm_, &QTimer::timeout, this, [this] {
        plan_.clear();
        command_.start("study", text_, beside_, arguments_ + QStringList{"--plan"});
    });
    connect(&command_, &StreamedCommand::lines, this,
            [this](const QByteArrayList& lines) { plan_ += QString::fromUtf8(lines.join('\n')) + '\n'; });
    connect(&command_, &StreamedCommand::ended, this, &StudyPlan::conclude);
}

void StudyPlan::cancel()
{
    calm_.stop();
    command_.cancel();
}

bool StudyPlan::ask(const QByteArray& projectText, const QString& folder, const QStringList& arguments)
{
    cancel();
    const bool isOther = projectText != text_ || folder != beside_ || arguments != arguments_;
    text_ = projectText;
    beside_ = folder;
    arguments_ = arguments;
    calm_.start();
    return isOther;
}

void StudyPlan::conclude(const QString& said)
{
    QStringList faults;
    for (const QString& line : said.split('\n', Qt::SkipEmptyParts))
        if (!line.startsWith("warning: ") && !line.startsWith("note: ")) // those are in the list of problems
            faults.append(line.startsWith("error: ") ? line.mid(7) : line);
    const QString plan = plan_.trimmed();
    emit known(plan, plan.isEmpty() ? faults.join('\n') : QString());
}

} // namespace headroom::app
