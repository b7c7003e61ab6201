#include "app/studies/study_process.h"

#include "app/engine/engine_process.h"
#include "record/stream.h"

#include <QDir>
#include <QFile>

#include <cmath>

namespace headroom::app {

namespace {

constexpr int endPatienceMs = 2000; // for the end of the child and its runs

} // namespace

StudyProcess::StudyProcess(QObject* parent) : QObject(parent)
{
    connect(&process_, &QProcess::readyReadStandardOutput, this, &StudyProcess::takeLines);
    connect(&process_, &QProcess::finished, this, &StudyProcess::conclude);
    connect(&process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            conclude();
    });
}

StudyProcess::~StudyProcess()
{
    cancel();
}

void StudyProcess::cancel()
{
    leave();
    if (process_.state() == QProcess::NotRunning)
        return;
    process_.terminate(); // it ends its runs
    if (!process_.waitForFinished(endPatienceMs)) {
        process_.kill();
        process_.waitForFinished(endPatienceMs);
    }
}

void StudyProcess::start(const QString& command, const QByteArray& projectText, const QString& folder,
                         const QString& id, const QStringList& arguments)
{
    cancel();
    folder_.emplace();
    const QString path = folder_->filePath("project.headroom");
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(projectText) != projectText.size() || !file.flush()) {
        emit ended({}, tr("The study could not be prepared: %1 (%2).").arg(file.errorString(), path));
        return;
    }
    file.close();
    QString out = folder_->filePath("study.hrs");
    if (!folder.isEmpty() && QDir(folder).mkpath("results"))
        out = QDir(folder).filePath("results/" + id + (command == "study" ? "" : "-" + command) + ".hrs");
    running_ = true;
    paused_ = complete_ = false;
    rest_.clear();
    sentence_.clear();
    decision_.reset();
    QStringList all{command, path};
    all << arguments << "--stream"
        << "--out" << out;
    if (!folder.isEmpty())
        all << "--beside" << folder;
    process_.start(EngineProcess::program(), all);
}

void StudyProcess::send(const char* command)
{
    process_.write(QByteArray("{\"command\": \"") + command + "\"}\n");
}

void StudyProcess::pause()
{
    paused_ = true;
    send("pause");
}

void StudyProcess::resume()
{
    paused_ = false;
    send("resume");
}

void StudyProcess::stop()
{
    send("stop");
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
                         left.is_number() ? left.get<double>() : NAN});
    } else if (kind == "end") {
        complete_ = record.at("complete").get<bool>();
        if (record.at("point").is_number())
            decision_ = record.at("point").get<qulonglong>();
        sentence_ = QString::fromStdString(record.at("sentence").get<std::string>());
    }
}

void StudyProcess::takeLines()
{
    rest_ += process_.readAllStandardOutput();
    if (!running_)
        return;
    std::vector<study::Row> rows; // all of these lines at once
    qsizetype begin = 0;
    for (auto end = rest_.indexOf('\n'); end >= 0; end = rest_.indexOf('\n', begin)) {
        try {
            take(study::Json::parse(rest_.constData() + begin, rest_.constData() + end), rows);
        } catch (const std::exception&) { // nothing else is ever printed there; the end will tell
        }
        begin = end + 1;
    }
    rest_.remove(0, begin);
    if (!rows.empty())
        emit finished(rows);
}

void StudyProcess::conclude()
{
    if (!running_)
        return;
    takeLines();
    leave();
    if (complete_) {
        emit ended(sentence_, {});
        return;
    }
    const QString said = QString::fromUtf8(process_.readAllStandardError()).trimmed();
    emit ended(sentence_, process_.error() == QProcess::FailedToStart
                              ? tr("The engine could not be started: %1.").arg(process_.errorString())
                          : said.isEmpty() ? tr("The engine ended before all points were run.")
                                           : said);
}

void StudyProcess::leave()
{
    running_ = paused_ = false;
    folder_.reset();
}

} // namespace headroom::app
