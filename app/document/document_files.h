// Projects from and to files: opening whole or not at all, saving atomically, and the samples that come along.
#pragma once

#include "app/document/disk_watch.h"
#include "app/document/recovery.h"
#include "project/library/components.h"
#include "project/loading.h"
#include "widgets/document/model/document_model.h"

#include <QStringList>

#include <memory>
#include <optional>

class QWidget;

namespace headroom::app {

class DocumentFiles : public QObject
{
    Q_OBJECT
public:
    using Library = std::shared_ptr<const project::ComponentLibrary>;

    DocumentFiles(widgets::DocumentModel& model, QWidget* window);

    /// Components of the libraries and of the project itself.
    Library library() const { return library_; }
    /// Reads the libraries again: one of them has changed.
    void reloadLibrary();
    const QString& path() const { return path_; }
    /// The name of its file, or of the project, and then also where it was opened from: "Swift rack, run 3 · SSD".
    QString displayName() const;
    /// True if a document is open; otherwise the window shows the welcome page.
    bool isOpen() const { return open_; }
    /// True if the project's file must not be changed: it can be saved under another name only.
    bool isReadOnly() const;
    /// Hash of the project's file as it was read or written last (DiskWatch).
    const QByteArray& knownHash() const { return watch_.knownHash(); }

    void createNew();
    /// False if the file is at fault: then all faults are listed and the document stays as it was. Work that is merely
    /// not finished opens.
    bool open(const QString& path);
    /// A new project that begins as a copy of another one.
    bool openTemplate(const QString& path);
    /// A project that has no file: its text comes from elsewhere, from a result say. `what` names the source; block
    /// types of its own lie in `folder`, if it is not empty. `origin` is part of its name until it is saved.
    bool openText(const QString& text, const QString& what, const QString& folder, const QString& origin = {});
    /// Findings in other files than the project's: libraries, block types. Their pointers are left out, since they mean
    /// those files.
    project::Findings foundInOtherFiles() const;
    /// Findings in the project when it was opened.
    const project::Findings& foundInProject() const { return inProject_; }
    /// Folder of the open project's file; empty if it has none.
    QString folder() const;
    /// The page that explains the project, or the template that it began as; empty if there is none.
    QString page() const { return page_; }
    /// Opens the content of a recovery file, as unsaved work on its project.
    bool openRecovered(const RecoverableWork& work);
    /// The file that someone chooses; empty: none.
    QString chooseFile();
    bool save();
    bool saveAs();
    bool saveTo(const QString& path);
    /// The file as it is now, whatever is in the window.
    bool reload() { return open(path_); }
    /// Asks what to do with unsaved changes; false: the user wants to stay.
    bool mayLeave();
    /// There is no document any more. Unsaved changes are lost, see mayLeave().
    void close();
    /// Projects beside the libraries: name → file.
    static QMap<QString, QString> samples();

signals:
    void libraryChanged();
    void opened();
    void closed();
    void saved();
    void message(const QString& level, const QString& text);
    /// Somebody else has written, or taken away, the project's file.
    void changedOnDisk();
    void removedFromDisk();

private:
    void adopt(project::Loading loading, const QString& path, const QString& origin = {});
    Library libraryOf(const project::Project& project) const;
    /// Returns false, and shows all faults, if there is no document that could be shown.
    bool isWhole(const project::Loading& loading, const QString& refusal, const QString& what);
    std::optional<project::Loading> read(const QString& path);
    bool saveElsewhere(const QString& title, const QString& text, const QString& explanation);
    bool write(const QString& path);
    bool nameAfter(const QString& path);

    widgets::DocumentModel& model_;
    QWidget* window_;
    project::Hardware installed_;
    Library library_;
    project::Findings inOtherFiles_; ///< but for the hardware libraries
    project::Findings inProject_;
    QString page_;
    QString path_;
    QString origin_; ///< of a project without a file; empty: nothing is to be said of it
    DiskWatch watch_;
    bool open_ = false;
};

} // namespace headroom::app
