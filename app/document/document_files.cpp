#include "app/document/document_files.h"

#include "app/document/findings_view.h"
#include "app/document/recent_files.h"
#include "project/block_library.h"
#include "project/project_file.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

#include <QPushButton>
#include <utility>

#include <algorithm>

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
    project::Findings ofTypes; // told where projects are read
    project.blockTypes =
        std::make_shared<const project::BlockCatalogue>(project::loadBlockTypes(project::libraryFolders(), ofTypes));
    return project;
}

} // namespace

DocumentFiles::DocumentFiles(widgets::DocumentModel& model, QWidget* window)
    : QObject(window), model_(model), window_(window)
{
    project::Findings findings;
    installed_ = project::ComponentLibrary::load(project::libraryFolders(), findings);
    library_ = std::make_shared<const project::ComponentLibrary>(installed_);
    connect(&watch_, &DiskWatch::changed, this, &DocumentFiles::changedOnDisk);
    connect(&watch_, &DiskWatch::removed, this, &DocumentFiles::removedFromDisk);
}

QString DocumentFiles::displayName() const
{
    if (!path_.isEmpty())
        return QFileInfo(path_).fileName();
    const std::string& name = model_.project().name;
    return name.empty() ? tr("Untitled") : QString::fromStdString(name);
}

DocumentFiles::Library DocumentFiles::libraryOf(const project::Project& project) const
{
    auto library = std::make_shared<project::ComponentLibrary>(installed_);
    project::Findings findings;
    library->add(project.components, "/components", findings);
    return library;
}

void DocumentFiles::reloadLibrary()
{
    project::Findings findings;
    installed_ = project::ComponentLibrary::load(project::libraryFolders(), findings);
    const Library before = std::exchange(library_, libraryOf(model_.project())); // in use until all have heard
    emit libraryChanged();
}

void DocumentFiles::adopt(project::Project project, const QString& path)
{
    library_ = libraryOf(project);
    path_ = path;
    open_ = true;
    watch_.watch(path);
    emit libraryChanged();
    model_.setProject(std::move(project));
    project::Findings ignored; // faults of libraries were told when the project was read
    model_.setFallbackPositions(widgets::libraryPositions(
        model_.project(), project::loadBehaviourLibraries(project::libraryFolders(), ignored)));
    emit opened();
}

void DocumentFiles::createNew()
{
    adopt(emptyProject(), {});
}

/// Says all faults if there is nothing that could be shown.
std::optional<project::Project> DocumentFiles::read(const QString& path)
{
    project::LoadResult result = project::loadProject(path.toStdString(), installed_);
    if (result.project)
        return std::move(result.project);
    if (result.unfinished)
        return std::move(result.unfinished); // the problems panel says what is missing
    emit message("error", tr("%1 was not opened: it holds faults.").arg(path));
    showFaults(window_, path, result.findings);
    return {};
}

bool DocumentFiles::open(const QString& path)
{
    auto project = read(path);
    if (!project)
        return false;
    QString file = QFileInfo(path).absoluteFilePath();
    if (QFileInfo(file).isDir()) {
        const QDir folder(file);
        const QStringList found = folder.entryList({"*.headroom"}, QDir::Files);
        file = found.isEmpty() ? file : folder.filePath(found.front());
    }
    adopt(std::move(*project), file);
    noteRecentFile(file);
    emit message("info", tr("Opened %1.").arg(file));
    return true;
}

bool DocumentFiles::openTemplate(const QString& path)
{
    auto project = read(path);
    if (!project)
        return false;
    adopt(std::move(*project), {});
    emit message("info", tr("A new project that begins as a copy of %1.").arg(path));
    return true;
}

QString DocumentFiles::folder() const
{
    return path_.isEmpty() ? QString() : QFileInfo(path_).path();
}

bool DocumentFiles::openText(const QString& text, const QString& what, const QString& folder)
{
    project::LoadResult result =
        project::parseProject(text.toStdString(), installed_, project::libraryFolders(), folder.toStdString());
    if (!result.project && !result.unfinished) {
        emit message("error", tr("The project of %1 cannot be read.").arg(what));
        showFaults(window_, what, result.findings);
        return false;
    }
    adopt(std::move(result.project ? *result.project : *result.unfinished), {});
    emit message("info", tr("The project as it was in %1, a document of its own.").arg(what));
    return true;
}

bool DocumentFiles::openRecovered(const RecoverableWork& work)
{
    const auto text = recoveredText(work);
    project::LoadResult result;
    if (text) {
        const std::string beside = QFileInfo(work.projectPath).path().toStdString();
        result = project::parseProject(*text, installed_, project::libraryFolders(), beside);
    }
    if (!result.project && !result.unfinished) {
        emit message("error", tr("The work kept in %1 cannot be read.").arg(work.file));
        showFaults(window_, work.file, result.findings);
        return false;
    }
    adopt(std::move(result.project ? *result.project : *result.unfinished), work.projectPath);
    watch_.watch(work.projectPath, work.knownHash);
    model_.markUnsaved();
    emit message("info", tr("Recovered what was not saved of %1.").arg(work.title));
    return true;
}

QString DocumentFiles::chooseFile()
{
    return QFileDialog::getOpenFileName(window_, tr("Open project"), QFileInfo(path_).path(),
                                        tr("Headroom projects (*.headroom)"));
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
    if (path != path_ || !watch_.isForeign())
        return write(path);
    QMessageBox question(QMessageBox::Warning, tr("Changed by another program"),
                         tr("“%1” has been changed by another program since it was opened here.").arg(displayName()),
                         QMessageBox::Cancel, window_);
    question.setObjectName("foreign");
    question.setInformativeText(tr("Saving replaces what is in the file now."));
    const auto* replace = question.addButton(tr("Replace it"), QMessageBox::DestructiveRole);
    const auto* elsewhere = question.addButton(tr("Save as …"), QMessageBox::AcceptRole);
    question.exec();
    if (question.clickedButton() == elsewhere)
        return saveAs();
    return question.clickedButton() == replace && write(path);
}

bool DocumentFiles::write(const QString& path)
{
    try {
        project::saveProject(model_.project(), path.toStdString());
    } catch (const std::exception& error) {
        const QString why = QString::fromUtf8(error.what());
        emit message("error", why);
        QMessageBox::warning(window_, tr("The project was not saved"),
                             tr("%1\n\nNothing is lost: the file is as it was before, and your work is still in this "
                                "window. Make room, or save it somewhere else.")
                                 .arg(why));
        return false;
    }
    path_ = QFileInfo(path).absoluteFilePath();
    watch_.watch(path_);
    model_.markSaved();
    noteRecentFile(path_);
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

QString mostTelling(const project::Project& project)
{
    QString first;
    for (const auto& behaviour : project.behaviours)
        for (const auto& operation : behaviour.role.operations) {
            if (operation.diagrams.empty())
                continue;
            const project::Diagram& diagram = operation.diagrams.front();
            const auto path = QString::fromStdString(project::diagramPath(behaviour.role.id, operation.id, diagram.id));
            if (std::any_of(diagram.blocks.begin(), diagram.blocks.end(),
                            [](const auto& block) { return block.type == "join"; }))
                return path;
            if (first.isEmpty())
                first = path;
        }
    return first;
}

} // namespace headroom::app
