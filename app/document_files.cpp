#include "app/document_files.h"

#include "app/findings_view.h"
#include "project/project_file.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

namespace headroom::app {

namespace {

project::Project emptyProject()
{
    project::Project project;
    project.name = DocumentFiles::tr("Untitled").toStdString();
    project.run["duration"] = "60 s";
    project.run["warm_up"] = "5 s";
    project.run["seed"] = 1;
    project.topology.fabrics.push_back({"network", {}, project::Json::object(), {}, {}});
    return project;
}

} // namespace

DocumentFiles::DocumentFiles(widgets::DocumentModel& model, QWidget* window)
    : QObject(window), model_(model), window_(window)
{
    project::Findings findings;
    installed_ = project::ComponentLibrary::load(project::libraryFolders(), findings);
    library_ = std::make_shared<const project::ComponentLibrary>(installed_);
}

QString DocumentFiles::displayName() const
{
    return path_.isEmpty() ? tr("Untitled") : QFileInfo(path_).fileName();
}

void DocumentFiles::adopt(project::Project project, const QString& path)
{
    auto library = std::make_shared<project::ComponentLibrary>(installed_);
    project::Findings findings;
    library->add(project.components, "/components", findings);
    library_ = std::move(library);
    path_ = path;
    emit libraryChanged();
    model_.setProject(std::move(project));
    project::Findings ignored; // faults of libraries were told when the project was read
    model_.setFallbackPositions(widgets::libraryPositions(
        model_.project(), project::loadBehaviourLibraries(project::libraryFolders(), ignored)));
    emit opened();
}

void DocumentFiles::createNew()
{
    if (mayLeave())
        adopt(emptyProject(), {});
}

bool DocumentFiles::open(const QString& path)
{
    project::LoadResult result = project::loadProject(path.toStdString(), installed_);
    if (!result.project) {
        emit message("error", tr("%1 was not opened: it holds faults.").arg(path));
        showFaults(window_, path, result.findings);
        return false;
    }
    QString file = QFileInfo(path).absoluteFilePath();
    if (QFileInfo(file).isDir()) {
        const QDir folder(file);
        const QStringList found = folder.entryList({"*.headroom"}, QDir::Files);
        file = found.isEmpty() ? file : folder.filePath(found.front());
    }
    adopt(std::move(*result.project), file);
    emit message("info", tr("Opened %1.").arg(file));
    return true;
}

void DocumentFiles::openWithDialog()
{
    if (!mayLeave())
        return;
    const QString path = QFileDialog::getOpenFileName(window_, tr("Open project"), QFileInfo(path_).path(),
                                                      tr("Headroom projects (*.headroom)"));
    if (!path.isEmpty())
        open(path);
}

bool DocumentFiles::save()
{
    return path_.isEmpty() ? saveAs() : saveTo(path_);
}

bool DocumentFiles::saveAs()
{
    QFileDialog dialog(window_, tr("Save project as"), QFileInfo(path_).path(), tr("Headroom projects (*.headroom)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix("headroom");
    dialog.selectFile(displayName());
    return dialog.exec() == QDialog::Accepted && saveTo(dialog.selectedFiles().front());
}

bool DocumentFiles::saveTo(const QString& path)
{
    try {
        project::saveProject(model_.project(), path.toStdString());
    } catch (const std::exception& error) {
        const QString why = QString::fromUtf8(error.what());
        emit message("error", why);
        QMessageBox::warning(window_, tr("The project was not saved"), why);
        return false;
    }
    path_ = QFileInfo(path).absoluteFilePath();
    model_.markSaved();
    emit saved();
    emit message("info", tr("Saved %1.").arg(path_));
    return true;
}

bool DocumentFiles::mayLeave()
{
    if (model_.isClean())
        return true;
    QMessageBox question(QMessageBox::Question, tr("Unsaved changes"),
                         tr("“%1” has changes that are not saved.").arg(displayName()),
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window_);
    question.setObjectName("unsaved");
    switch (question.exec()) {
    case QMessageBox::Save:
        return save();
    case QMessageBox::Discard:
        return true;
    default:
        return false;
    }
}

QMap<QString, QString> DocumentFiles::samples()
{
    QMap<QString, QString> found;
    for (const auto& folder : project::libraryFolders()) {
        const QDir projects(QString::fromStdString((folder / ".." / "projects").lexically_normal().string()));
        for (const QString& name : projects.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            const QDir sample(projects.filePath(name));
            for (const QString& file : sample.entryList({"*.headroom"}, QDir::Files))
                found.insert(QFileInfo(file).completeBaseName(), sample.filePath(file));
        }
    }
    return found;
}

} // namespace headroom::app
