#include "app/studies/study_process.h"

#include <QDir>

#include <cmath>

namespace headroom::app {

StudyProcess::StudyProcess(QObject* parent) : QObject(parent), command_(this)
{
    connect(&command_, &StreamedCommand::lines, this, &StudyProcess::takeLines);
    connect(&command_, &StreamedCommand::ended, this, &StudyProcess::conclude);
}

void StudyProcess::cancel()
{
    command_.cancel();
    results_.reset();
    file_.clear();
}

QString StudyProcess::outFile(const QString& folder, const QString& name)
{
    if (!folder.isEmpty() && QDir(folder).mkpath("results"))
        return QDir(folder).filePath("results/" + name + ".hrs");
    return results_.emplace().filePath(name + ".hrs");
}

void StudyProcess::start(const QString& command, const QByteArray& projectText, const QString& folder,
                         const QString& id, const QStringList& arguments)
{
    cancel();
    paused_ = complete_ = false;
    sentence_.clear();
    decision_.reset();
    forTheBest_ = command == "best";
    file_ = outFile(folder, command == "study" ? id : id + '-' + command);
    command_.start(command, projectText, folder, arguments + QStringList{"--stream", "--out", file_});
}

void StudyProcess::pause()
{
    paused_ = true;
    command_.send("pause");
}

void StudyProcess::resume()
{
    paused_ = false;
    command_.send("resume");
}

void StudyProcess::stop()
{
    command_.send("stop");
}

void StudyProcess::take(const study::Json& record, std::vector<study::Row>& rows)
{
    const auto kind = record.at("record").get<std::string>();
    if (kind == "study") {
        table_ = study::tableFromJson(record);
        emit begun(table_);
    } else if (kind == "point") {
        rows.push_back(study::rowFromJson(table_, record));
    } else if (kind == "progress") {
        const study::Json& left = record.at("left_s");
        emit progressed({record.at("points").get<int>(), record.at("done").get<int>(), record.at("failed").get<int>(),
                         record.at("runs_done").get<int>(), left.is_number() ? left.get<double>() : NAN});
    } else if (kind == "answer") {
        emit answered(QString::fromStdString(record.at("sentence").get<std::string>()));
    } else if (kind == "end") {
        complete_ = record.at("complete").get<bool>();
        if (record.at("point").is_number())
            decision_ = record.at("point").get<qulonglong>();
        sentence_ = QString::fromStdString(record.at("sentence").get<std::string>());
    }
}

void StudyProcess::takeLines(const QByteArrayList& lines)
{
    std::vector<study::Row> rows; // all of these lines at once
    for (const QByteArray& line : lines)
        try {
            take(study::Json::parse(line.begin(), line.end()), rows);
        } catch (const std::exception&) { // nothing else is ever printed there; the end will tell
        }
    if (!rows.empty())
        emit finished(rows);
}

void StudyProcess::conclude(const QString& said)
{
    // A search for the best that ends before it is sure has an answer, too: its sentence says how sure it is.
    const bool answered = complete_ || (forTheBest_ && decision_);
    emit ended(sentence_, answered         ? QString()
                          : said.isEmpty() ? tr("The engine ended before all points were run.")
                                           : said);
}

} // namespace headroom::app
