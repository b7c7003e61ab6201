#include "app/document/recovery.h"
#include "project/file/json_writer.h"

#include "app/base/settings.h"
#include "project/file/atomic_file.h"
#include "project/file/json_parse.h"
#include "project/project_file.h"

#include <QDir>
#include <QFile>
#include <QLockFile>
#include <QUuid>

#include <algorithm>

namespace headroom::app {

namespace {

constexpr auto suffix = ".recovery";
constexpr auto format = "headroom-recovery";

QString lockOf(const QString& file)
{
    return file + ".lock";
}

std::optional<RecoverableWork> readHead(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    project::Findings ignored; // files that are not recovery files are ignored
    const auto head = project::parseJson(file.readLine().toStdString(), ignored);
    if (!head || !head->is_object() || head->value("format", project::Json()) != format)
        return {};
    const auto word = [&](const char* key) {
        const auto found = head->find(key);
        return found != head->end() && found->is_string() ? QString::fromStdString(found->get<std::string>())
                                                          : QString();
    };
    return RecoverableWork{path, word("file"), word("title"), QDateTime::fromString(word("time"), Qt::ISODateWithMs),
                           QByteArray::fromHex(word("hash").toLatin1())};
}

} // namespace

std::unique_ptr<QLockFile> lockRecovery(const QString& file)
{
    auto lock = std::make_unique<QLockFile>(lockOf(file));
    lock->setStaleLockTime(0); // the lock never expires while its process is running
    return lock->tryLock(0) ? std::move(lock) : nullptr;
}

QString freshRecoveryFile()
{
    const QDir folder(recoveryFolder());
    folder.mkpath(".");
    return folder.filePath(QUuid::createUuid().toString(QUuid::WithoutBraces) + suffix);
}

namespace {

/// A window that was killed before its first recovery file leaves a lock behind, which is deleted when it is freed.
void removeDeadLocks(const QDir& folder)
{
    for (const QString& name : folder.entryList({lockOf(QStringLiteral("*") + suffix)}, QDir::Files)) {
        const QString file = folder.filePath(name.chopped(lockOf({}).size()));
        if (!QFile::exists(file))
            lockRecovery(file);
    }
}

} // namespace

QList<RecoverableWork> recoverableWork()
{
    QList<RecoverableWork> found;
    const QDir folder(recoveryFolder());
    removeDeadLocks(folder);
    for (const QString& name : folder.entryList({QStringLiteral("*") + suffix}, QDir::Files)) {
        const QString path = folder.filePath(name);
        if (!lockRecovery(path))
            continue;
        if (const auto work = readHead(path))
            found.append(*work);
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.time > b.time; });
    return found;
}

void discardWork(const RecoverableWork& work)
{
    QFile::remove(work.file);
}

std::optional<std::string> recoveredText(const RecoverableWork& work)
{
    QFile file(work.file);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    file.readLine();
    return file.readAll().toStdString();
}

void writeRecovery(const RecoverableWork& work, const project::Project& project)
{
    const project::Json head = {{"format", format},
                                {"file", work.projectPath.toStdString()},
                                {"title", work.title.toStdString()},
                                {"time", work.time.toString(Qt::ISODateWithMs).toStdString()},
                                {"hash", work.knownHash.toHex().toStdString()}};
    project::writeAtomically(work.file.toStdString(), head.dump() + '\n' + project::toText(project));
}

} // namespace headroom::app
