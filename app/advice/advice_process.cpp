#include "app/advice/advice_process.h"

#include "study/advice/advice_json.h"

namespace headroom::app {

AdviceProcess::AdviceProcess(QObject* parent) : QObject(parent), command_(this)
{
    connect(&command_, &StreamedCommand::lines, this, &AdviceProcess::take);
    connect(&command_, &StreamedCommand::ended, this, [this](const QString& said) {
        emit ended(complete_ ? QString() : said.isEmpty() ? tr("The engine stopped before all runs were done.") : said);
    });
}

void AdviceProcess::start(const QByteArray& projectText, const QString& folder, int jobs, const QStringList& values)
{
    complete_ = false;
    QStringList arguments{"--stream", "--jobs", QString::number(jobs)};
    for (const QString& value : values)
        arguments << "--value" << value;
    command_.start("advise", projectText, folder, arguments);
}

void AdviceProcess::take(const QByteArrayList& lines)
{
    const auto newest = newestIn(lines, study::adviceFromText);
    if (!newest)
        return;
    complete_ = newest->complete;
    emit changed(*newest);
}

} // namespace headroom::app
