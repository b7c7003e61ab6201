#include "app/document/engine_check.h"

#include "project/document/json.h"

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
    const auto told = project::Json::parse(said_.cbegin(), said_.cend(), nullptr, false);
    if (!told.is_object() || !told.contains("findings"))
        return;
    project::Findings findings;
    for (const project::Json& each : told["findings"])
        findings.push_back({project::severityOf(each.value("severity", "")), each.value("key", ""),
                            each.value("pointer", ""), each.value("place", ""), each.value("problem", ""),
                            each.value("remedy", "")});
    emit found(findings);
}

} // namespace headroom::app
