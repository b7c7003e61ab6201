#include "app/document/document_files.h"

#include "app/base/file_name.h"
#include "app/document/findings_view.h"
#include "app/document/project_page.h"
#include "app/document/recent_files.h"
#include "project/file/file_name.h"
#include "widgets/document/edits/field_edits.h"

#include <QDir>
#include <QDirIterator>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>

#include <QPushButton>
#include <utility>

#include <algorithm>

namespace headroom::app {

namespace {

/// True if the file has been protected from changes, or the user may not change it.
bool isProtected(const QString& path)
{
    const QFileInfo file(path);
    const auto writable = QFile::WriteOwner | QFile::WriteGroup | QFile::WriteOther;
    return file.exists() && (!file.isWritable() || !(file.permissions() & writable));
}

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

/// A role of any library may be linked later.
project::LoadFrom from(const QString& folder = {})
{
    return {project::libraryFolders(), folder.toStdString(), true};
}

} // namespace

DocumentFiles::DocumentFiles(widgets::DocumentModel& model, QWidget* window)
    : QObject(window), model_(model), window_(window)
{
    installed_ = project::loadHardware();
    library_ = std::make_shared<const project::ComponentLibrary>(installed_.components);
    connect(&watch_, &DiskWatch::changed, this, &DocumentFiles::changedOnDisk);
    connect(&watch_, &DiskWatch::removed, this, &DocumentFiles::removedFromDisk);
}

QString DocumentFiles::displayName() const
{
    if (!path_.isEmpty())
        return QFileInfo(path_).fileName();
    const std::string& name = model_.project().name;
    const QString project = name.empty() ? tr("Untitled") : QString::fromStdString(name);
    return origin_.isEmpty() ? project : tr("%1, %2").arg(project, origin_);
}

bool DocumentFiles::isReadOnly() const
{
    return isProtected(path_);
}

DocumentFiles::Library DocumentFiles::libraryOf(const project::Project& project) const
{
    auto library = std::make_shared<project::ComponentLibrary>(installed_.components);
    project::Findings alreadyTold; // the checks speak of the project's own components
    library->add(project.components, "/components", alreadyTold);
    return library;
}

void DocumentFiles::reloadLibrary()
{
    installed_ = project::loadHardware();
    const Library before = std::exchange(library_, libraryOf(model_.project())); // in use until all have heard
    emit libraryChanged();
}

project::Findings DocumentFiles::foundInOtherFiles() const
{
    project::Findings findings = installed_.findings;
    findings.insert(findings.end(), inOtherFiles_.begin(), inOtherFiles_.end());
    for (project::Finding& finding : findings) {
        finding.severity = std::max(finding.severity, project::Severity::warning);
        finding.pointer.clear();
    }
    return findings;
}

void DocumentFiles::adopt(project::Loading loading, const QString& path, const QString& origin)
{
    page_ = projectPageOf(path);
    const auto& found = loading.findings;
    const auto hardware = static_cast<std::ptrdiff_t>(installed_.findings.size());
    const auto others = static_cast<std::ptrdiff_t>(loading.inOtherFiles);
    inOtherFiles_ = {found.begin() + hardware, found.begin() + others};
    inProject_ = {found.begin() + others, found.end()};
    library_ = std::make_shared<const project::ComponentLibrary>(std::move(loading.whole->components));
    path_ = path;
    origin_ = origin;
    open_ = true;
    watch_.watch(path);
    emit libraryChanged();
    model_.setProject(std::move(loading.whole->project));
    model_.setFallbackPositions(widgets::libraryPositions(model_.project(), loading.whole->libraries));
    emit opened();
}

void DocumentFiles::createNew()
{
    adopt(project::completed(emptyProject(), installed_, from()), {});
}

void DocumentFiles::close()
{
    createNew();
    open_ = false;
    emit closed();
}

bool DocumentFiles::isWhole(const project::Loading& loading, const QString& refusal, const QString& what)
{
    if (loading.whole)
        return true; // of work that is not finished the problems panel says what is missing
    emit message("error", refusal);
    showFaults(window_, what, loading.findings);
    return false;
}

std::optional<project::Loading> DocumentFiles::read(const QString& path)
{
    project::Loading loading = project::loadWhole(path.toStdString(), installed_, from());
    if (!isWhole(loading, tr("%1 was not opened: it holds faults.").arg(path), path))
        return {};
    return loading;
}

bool DocumentFiles::open(const QString& path)
{
    auto loading = read(path);
    if (!loading)
        return false;
    QString file = QFileInfo(path).absoluteFilePath();
    if (QFileInfo(file).isDir()) {
        const QDir folder(file);
        const QStringList found = folder.entryList({"*.headroom"}, QDir::Files);
        file = found.isEmpty() ? file : folder.filePath(found.front());
    }
    adopt(std::move(*loading), file);
    noteRecentFile(file);
    emit message("info", tr("Opened %1.").arg(file));
    return true;
}

bool DocumentFiles::openTemplate(const QString& path)
{
    auto loading = read(path);
    if (!loading)
        return false;
    adopt(std::move(*loading), {});
    page_ = projectPageOf(path);
    emit message("info", tr("A new project that begins as a copy of %1.").arg(path));
    return true;
}

QString DocumentFiles::folder() const
{
    return path_.isEmpty() ? QString() : QFileInfo(path_).path();
}

bool DocumentFiles::openText(const QString& text, const QString& what, const QString& folder, const QString& origin)
{
    project::Loading loading = project::parseWhole(text.toStdString(), installed_, from(folder));
    if (!isWhole(loading, tr("The project of %1 cannot be read.").arg(what), what))
        return false;
    adopt(std::move(loading), {}, origin);
    emit message("info", tr("The project as it was in %1, a document of its own.").arg(what));
    return true;
}

bool DocumentFiles::openRecovered(const RecoverableWork& work)
{
    const auto text = recoveredText(work);
    project::Loading loading;
    if (text)
        loading = project::parseWhole(*text, installed_, from(QFileInfo(work.projectPath).path()));
    if (!isWhole(loading, tr("The work kept in %1 cannot be read.").arg(work.file), work.file))
        return false;
    adopt(std::move(loading), work.projectPath);
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
    dialog.selectFile(origin_.isEmpty() ? QString::fromStdString(project::fileNameOfId(displayName().toStdString()))
                                        : fileNameOf({displayName()}));
    return dialog.exec() == QDialog::Accepted && saveTo(dialog.selectedFiles().front());
}

bool DocumentFiles::saveTo(const QString& path)
{
    if (isProtected(path))
        return saveElsewhere(tr("Read-only file"), tr("“%1” is read-only.").arg(QFileInfo(path).fileName()),
                             tr("It stays as it is. Save the project under another name, or allow changes of the file "
                                "and save again."));
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

/// Says why a file was not written, and offers another one.
bool DocumentFiles::saveElsewhere(const QString& title, const QString& text, const QString& explanation)
{
    QMessageBox box(QMessageBox::Warning, title, text, QMessageBox::Cancel, window_);
    box.setObjectName("notSaved");
    box.setInformativeText(explanation);
    auto* elsewhere = box.addButton(tr("Save as …"), QMessageBox::AcceptRole);
    box.setDefaultButton(elsewhere);
    box.exec();
    return box.clickedButton() == elsewhere && saveAs();
}

/// A new project has the name of its first file. True if the name has been changed, as a step.
bool DocumentFiles::nameAfter(const QString& path)
{
    if (!path_.isEmpty() || model_.project().name != emptyProject().name)
        return false;
    return widgets::setField(model_, {widgets::ElementKind::project, {}}, "name",
                             QFileInfo(path).completeBaseName().toStdString());
}

bool DocumentFiles::write(const QString& path)
{
    const bool named = nameAfter(path);
    try {
        project::saveProject(model_.project(), path.toStdString());
    } catch (const std::exception& error) {
        const QString why = QString::fromUtf8(error.what());
        emit message("error", why);
        if (named)
            model_.undoStack()->undo();
        return saveElsewhere(tr("The project was not saved"), why,
                             tr("Nothing is lost: the file is as it was before, and your work is still in this "
                                "window. Save it somewhere else, or mend the cause and save again."));
    }
    path_ = QFileInfo(path).absoluteFilePath();
    origin_.clear();
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
        QDirIterator files(projects.path(), {"*.headroom"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString file = files.next();
            found.insert(QFileInfo(file).completeBaseName(), file);
        }
    }
    return found;
}

} // namespace headroom::app
