// Writes unsaved changes to a recovery file, so that a crash loses a few seconds of work at most.
#pragma once

#include "app/document/recovery.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>

namespace headroom::widgets {
class DocumentModel;
}

namespace headroom::app {

class DocumentFiles;

/// Writes a short time after the last change, and at regular intervals during continuous editing. The text is created
/// and written in a separate thread. The recovery file is deleted when the document is saved.
class Autosave : public QObject
{
    Q_OBJECT
public:
    Autosave(widgets::DocumentModel& model, const DocumentFiles& files, QObject* parent);
    /// Does not delete the recovery file of unsaved work.
    ~Autosave() override;

    /// Continues with a recovery file that another process left behind; false if another process has locked it.
    bool takeOver(const RecoverableWork& work);
    /// Deletes the recovery file: the work is saved or no longer wanted.
    void discard();
    /// Delays in milliseconds: `quiet` after the last change, `longest` after the first change that is not in the file
    /// yet.
    void setDelays(int quiet, int longest);

signals:
    /// Unsaved work cannot be written; `why` is a sentence. Emitted once per series of failures.
    void failed(const QString& why);

private:
    void noteChange();
    void write();
    void written(const QString& problem);

    widgets::DocumentModel& model_;
    const DocumentFiles& files_;
    QTimer quiet_, longest_;
    QThreadPool writer_; ///< one thread, so that files are written in order
    std::unique_ptr<QLockFile> lock_;
    QString file_;
    bool writing_ = false, again_ = false, failureReported_ = false;
};

} // namespace headroom::app
