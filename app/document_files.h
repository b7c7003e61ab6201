// Projects from and to files: opening whole or not at all, saving atomically, and the samples that come along.
#pragma once

#include "project/components.h"
#include "widgets/diagram/document_model.h"

#include <QStringList>

#include <memory>

class QWidget;

namespace headroom::app {

class DocumentFiles : public QObject
{
    Q_OBJECT
public:
    using Library = std::shared_ptr<const project::ComponentLibrary>;

    DocumentFiles(widgets::DocumentModel& model, QWidget* window);

    /// Of the libraries and of what the project carries itself.
    Library library() const { return library_; }
    const QString& path() const { return path_; }
    QString displayName() const;

    void createNew();
    /// False if the file is at fault: then all faults are listed and the document stays as it was.
    bool open(const QString& path);
    void openWithDialog();
    bool save();
    bool saveAs();
    bool saveTo(const QString& path);
    /// Asks what to do with unsaved changes; false: the user wants to stay.
    bool mayLeave();
    /// Projects beside the libraries: name → file.
    static QMap<QString, QString> samples();

signals:
    void libraryChanged();
    void opened();
    void saved();
    void message(const QString& level, const QString& text);

private:
    void adopt(project::Project project, const QString& path);

    widgets::DocumentModel& model_;
    QWidget* window_;
    project::ComponentLibrary installed_;
    Library library_;
    QString path_;
};

} // namespace headroom::app
