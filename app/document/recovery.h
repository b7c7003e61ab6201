// Work of a window that ended without saving it: a file beside nobody's project, written by Autosave, found at the next
// start.
//
// A recovery file is one line of JSON (what it is of, and when), then the text of the project file. A lock beside it
// says that its window still lives; the lock of a process that is gone does not count.
#pragma once

#include "project/document/document.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QString>

#include <memory>
#include <optional>

class QLockFile;

namespace headroom::app {

struct RecoverableWork
{
    QString file;        ///< the recovery file
    QString projectPath; ///< the project it belongs to; empty: it was never saved
    QString title;
    QDateTime time;       ///< of the last change that is in it
    QByteArray knownHash; ///< of the project's file as the window knew it (DiskWatch), empty if never saved
};

/// What windows left behind that live no more, the latest first.
QList<RecoverableWork> recoverableWork();
void discardWork(const RecoverableWork& work);
/// The text of the project in a recovery file; nothing if it cannot be read.
std::optional<std::string> recoveredText(const RecoverableWork& work);
/// Writes it whole or not at all, like a project; throws std::runtime_error with the reason.
void writeRecovery(const RecoverableWork& work, const project::Project& project);

/// A lock on a recovery file that ends with its process; null if somebody else has it.
std::unique_ptr<QLockFile> lockRecovery(const QString& file);
/// A name for a new recovery file, in recoveryFolder().
QString freshRecoveryFile();

} // namespace headroom::app
