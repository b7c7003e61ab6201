#include "app/document/engine_check.h"

#include "project/file/findings_json.h"

namespace headroom::app {

EngineCheck::EngineCheck(QObject* parent) : QObject(parent), command_(this)
{
    connect(&command_, &StreamedCommand::lines, this, [this](const QByteArrayList& lines) {
        for (const QByteArray& line : lines)
            said_ += line;
    });
    connect(&command_, &StreamedCommand::ended, this, &EngineCheck::conclude);
}

void EngineCheck::start(const QByteArray& projectText, const QString& folder)
{
    command_.cancel();
    said_.clear();
    command_.start("check", projectText, folder, {"--json"});
}

void EngineCheck::conclude()
{
    if (const auto findings = project::findingsFromText({said_.constData(), static_cast<std::size_t>(said_.size())}))
        emit found(*findings);
}

} // namespace headroom::app
