#include "app/advice/advice_process.h"

namespace headroom::app {

AdviceProcess::AdviceProcess(QObject* parent) : QObject(parent), command_(this)
{
    connect(&command_, &StreamedCommand::lines, this, &AdviceProcess::take);
    connect(&command_, &StreamedCommand::ended, this, [this](const QString& said) {
        emit ended(complete_ ? QString() : said.isEmpty() ? tr("The engine ended before all was simulated.") : said);
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

/// Only the last line counts.
void AdviceProcess::take(const QByteArrayList& lines)
{
    std::optional<study::Advice> newest;
    for (const QByteArray& line : lines)
        try {
            newest = study::adviceFromText({line.constData(), static_cast<std::size_t>(line.size())});
        } catch (const std::exception&) { // nothing else is ever printed there; the end will tell
        }
    if (!newest)
        return;
    complete_ = newest->complete;
    emit changed(*newest);
}

} // namespace headroom::app
