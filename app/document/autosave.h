// Keeps what is not saved in a recovery file, so that a window that ends at any moment loses a few seconds at most.
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

/// Writes a while after the last change, and during steady work every so often; the text is made and written in a
/// thread of its own. What is saved needs no recovery: then the file goes.
class Autosave : public QObject
{
    Q_OBJECT
public:
    Autosave(widgets::DocumentModel& model, const DocumentFiles& files, QObject* parent);
    /// Leaves the recovery file of unsaved work where it is.
    ~Autosave() override;

    /// Goes on with a recovery file that was left behind; false if somebody else has it.
    bool takeOver(const RecoverableWork& work);
    /// The work is saved, or is not wanted.
    void discard();
    /// Milliseconds after the last change, and after the first one that is not in the file yet.
    void setDelays(int quiet, int longest);

signals:
    /// Work cannot be kept; why, in a sentence. Said once until it works again.
    void failed(const QString& why);

private:
    void noteChange();
    void write();
    void written(const QString& problem);

    widgets::DocumentModel& model_;
    const DocumentFiles& files_;
    QTimer quiet_, longest_;
    QThreadPool writer_; ///< one thread, so that what was asked for last is done last
    std::unique_ptr<QLockFile> lock_;
    QString file_;
    bool writing_ = false, again_ = false, failureReported_ = false;
};

} // namespace headroom::app
