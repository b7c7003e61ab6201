// Recovery of work that was not saved before its window ended. Autosave writes a recovery file outside the project's
// folder; the studio looks for such files at its next start.
//
// A recovery file is one line of JSON (project and time), then the text of the project file. A lock file beside it
// shows that its window is still open; the lock of a process that has ended is ignored.
#pragma once

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>

#include <memory>
#include <optional>
#include <string>

class QLockFile;

namespace headroom::project {
struct Project;
} // namespace headroom::project

namespace headroom::app {

/// The unsaved work in a recovery file.
struct RecoverableWork
{
    QString file;        ///< the recovery file
    QString projectPath; ///< the project it belongs to; empty: it was never saved
    QString title;
    QDateTime time;       ///< when the file was written
    QByteArray knownHash; ///< of the project's file as the window knew it (DiskWatch); empty if never saved
};

/// The recovery files whose windows are no longer open, the latest first.
QList<RecoverableWork> recoverableWork();
void discardWork(const RecoverableWork& work);
/// The text of the project in a recovery file; nullopt if it cannot be read.
std::optional<std::string> recoveredText(const RecoverableWork& work);
/// Writes the file atomically, like a project. Throws std::runtime_error with the reason.
void writeRecovery(const RecoverableWork& work, const project::Project& project);

/// Locks a recovery file until the process ends; null if another process has locked it.
std::unique_ptr<QLockFile> lockRecovery(const QString& file);
/// A path for a new recovery file in recoveryFolder().
QString freshRecoveryFile();

} // namespace headroom::app
