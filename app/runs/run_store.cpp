#include "app/runs/run_store.h"

#include "app/document/document_files.h"
#include "app/runs/configuration.h"
#include "project/file/file_name.h"
#include "record/file/result_file.h"
#include "record/file/result_notes.h"
#include "study/advice/advice_json.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace headroom::app {

namespace {

const QString ending = QStringLiteral(".hrr");

/// "run-0007-20261121-191500.hrr" → 7; 0 if the name has another form.
int numberIn(const QString& name)
{
    static const QRegularExpression form(R"(^run-(\d{4,8})-[\d-]+\.hrr$)");
    return form.match(name).captured(1).toInt();
}

/// Removes files left behind by a studio that was killed. Their names end in the number of the process that wrote them.
void removeLeftovers(const QDir& folder)
{
    for (const QString& name : folder.entryList({"*.hrr.partial-*"}, QDir::Files | QDir::Hidden))
        if (!QFileInfo::exists("/proc/" + name.section('-', -1)))
            QFile::remove(folder.filePath(name));
}

/// Nothing if the note cannot be read: it can be simulated again.
std::optional<study::Advice> adviceIn(const std::string& note)
{
    if (note.empty())
        return {};
    try {
        return study::adviceFromText(note);
    } catch (const std::exception&) {
        return {};
    }
}

/// From the name that pathOf() or the engine gave it; notes change the time of the file.
QDateTime begunAt(const QFileInfo& file)
{
    static const QRegularExpression time(R"(-(\d{8}-\d{6})(-\d+)?$)");
    const auto named = QDateTime::fromString(time.match(file.completeBaseName()).captured(1), "yyyyMMdd-HHmmss");
    return named.isValid() ? named : file.lastModified();
}

std::shared_ptr<Run> readRun(const QString& file, bool& pinned)
{
    const record::ResultReader reader(file.toStdString());
    auto run = std::make_shared<Run>();
    run->file = file;
    run->former = true;
    run->summary = reader.summary();
    run->durationS = run->summary->simulatedS;
    run->warmUpS = run->summary->warmUpS;
    run->ending = endingOf(*run->summary);
    run->sentence = QString::fromStdString(run->summary->limit);
    if (run->summary->stuck)
        run->sentence = QString::fromStdString(record::sentenceOf(*run->summary->stuck));
    run->configuration = configurationOf(reader.projectText());
    run->sections = sectionsOf(reader.projectText());
    for (const auto& [name, value] : run->summary->parameters)
        run->parameters[name] = QString::fromStdString(value);
    auto notes = record::readNotes(file.toStdString());
    run->name = QString::fromStdString(notes["name"]);
    run->comment = QString::fromStdString(notes["comment"]);
    run->light = !notes["light"].empty();
    run->advice = adviceIn(notes["advice"]);
    pinned = !notes["pinned"].empty();
    run->began = begunAt(QFileInfo(file));
    return run;
}

struct Curves
{
    std::vector<record::SeriesInfo> series;
    RunCurves curves;
    double intervalS = 0;
    QString problem;
};

Curves readCurves(const QString& file)
{
    Curves read;
    const record::ResultReader reader(file.toStdString());
    read.series = reader.series();
    const auto wanted = worthWatching(read.series);
    const std::set<std::uint32_t> ids(wanted.begin(), wanted.end());
    for (const record::SeriesInfo& series : read.series) {
        auto& curve = read.curves.emplace(record::seriesName(series), widgets::CurveData(pointsOfCurve(ids.size())))
                          .first->second;
        if (!ids.contains(series.id))
            continue;
        const auto points = reader.points(series.id);
        for (std::size_t i = 0; i < points.times.size(); ++i)
            curve.append(points.times[i], points.values[i]);
        if (read.intervalS == 0 && points.times.size() > 1)
            read.intervalS = points.times[1] - points.times[0];
    }
    return read;
}

} // namespace

RunStore::RunStore(RunController& controller, DocumentFiles& files, QObject* parent)
    : QObject(parent), controller_(controller), files_(files)
{
    reading_.setMaxThreadCount(1); // one after the other
    writing_.setMaxThreadCount(1);
    controller_.setResultPath([this](int number) { return pathOf(number); });
    connect(&controller_, &RunController::curvesWanted, this, &RunStore::loadCurves);
    connect(&controller_.history(), &RunHistory::noted, this, &RunStore::keepNote);
    connect(&controller_, &RunController::runEnded, this, [this](int number) {
        const Run* run = controller_.history().find(number);
        if (!run || run->file.isEmpty())
            return;
        // Name and comment that were given during the run.
        for (const auto& [name, text] :
             {std::pair{QString("name"), run->name},
              {QString("comment"), run->comment},
              {QString("light"), run->light ? QString("1") : QString()},
              {QString("pinned"), controller_.history().chosenBaseline() == number ? QString("1") : QString()}})
            if (!text.isEmpty())
                keepNote(number, name, text);
        prune();
    });
    connect(&controller_.history(), &RunHistory::baselineChanged, this, [this] {
        const Run* former = controller_.history().baseline();
        if (former && !former->hasCurves() && !former->isActive() && former->summary)
            loadCurves(former->number);
    });
    connect(&controller_, &RunController::begun, this, &RunStore::dropCurves);
    connect(&files_, &DocumentFiles::saved, this, &RunStore::move);
}

RunStore::~RunStore()
{
    controller_.setResultPath({});
    reading_.clear();
    reading_.waitForDone();
    writing_.waitForDone();
}

QString RunStore::pathOf(int number) const
{
    if (folder_.isEmpty() || !QDir().mkpath(folder_))
        return {};
    return QString("%1/run-%2-%3%4")
        .arg(folder_)
        .arg(number, 4, 10, QChar('0'))
        .arg(QDateTime::currentDateTime().toString("yyyyMMdd-HHmmss"), ending);
}

void RunStore::open()
{
    document_.renew();
    reading_.clear();
    loading_.clear();
    unread_ = 0;
    temporary_.reset();
    folder_.clear();
    const QFileInfo file(files_.path());
    controller_.setFolder(files_.path().isEmpty() ? QString() : file.path());
    const QString own = file.path() + "/results/" + file.completeBaseName();
    const bool leadsOut = !files_.path().isEmpty() && project::leadsOutOf(file.path().toStdString(), own.toStdString());
    if (leadsOut)
        emit message("warning", tr("“%1” leads out of the project's folder through a link. The runs are kept only as "
                                   "long as this window is open. Remove the link to keep them.")
                                    .arg(own));
    const bool mayWrite = QFileInfo(file.path()).isWritable() && !project::isInstalled(file.path().toStdString());
    if (!files_.path().isEmpty() && !leadsOut && mayWrite) {
        folder_ = own;
        readFolder();
        readTerminal(file);
    } else if (temporary_.emplace().isValid()) {
        folder_ = temporary_->path();
    }
}

void RunStore::readFolder()
{
    const QDir folder(folder_);
    if (!folder.exists())
        return;
    removeLeftovers(folder);
    for (const QString& name : folder.entryList({"run-*" + ending}, QDir::Files, QDir::Name)) {
        const int number = numberIn(name);
        if (number == 0 || project::leadsOutOf(folder_.toStdString(), folder.filePath(name).toStdString()))
            continue;
        controller_.history().reserve(number);
        readFormer(folder.filePath(name), number);
    }
}

/// Runs of `headroom-engine simulate`, which stand beside the folder as NAME-TIME.hrr. They are not ours to delete.
void RunStore::readTerminal(const QFileInfo& project)
{
    const QDir folder(project.path() + "/results");
    if (project::leadsOutOf(project.path().toStdString(), folder.path().toStdString()))
        return;
    const QString stem = project.completeBaseName(), around = QDir(project.path()).dirName();
    static const QRegularExpression time(R"(^-\d{8}-\d{6}(-\d+)?\.hrr$)");
    QStringList found;
    for (const QFileInfo& file : folder.entryInfoList({"*" + ending}, QDir::Files, QDir::Time))
        for (const QString& name : {stem, around})
            if (file.fileName().startsWith(name) && time.match(file.fileName().mid(name.size())).hasMatch() &&
                found.size() < mostTerminalRuns && !found.contains(file.filePath()))
                found.prepend(file.filePath()); // the oldest first
    for (const QString& file : std::as_const(found))
        readFormer(file, 0);
}

void RunStore::readFormer(const QString& path, int number)
{
    ++unread_;
    inThread(
        reading_, this,
        [path, number] {
            Former former;
            try {
                former.run = readRun(path, former.pinned);
                former.run->number = number;
                former.run->own = number > 0;
            } catch (const std::exception& error) {
                former.problem = QString::fromUtf8(error.what());
            }
            return former;
        },
        document_.answeredBy([this](const Former& former) {
            addFormer(former, false);
            if (--unread_ == 0)
                emit formerRead();
        }));
}

void RunStore::addFormer(const Former& former, bool show)
{
    if (!former.run) {
        emit message("warning", former.problem);
        return;
    }
    RunHistory& history = controller_.history();
    Run run = *former.run;
    if (run.number == 0)
        run.number = history.nextNumber();
    if (history.find(run.number))
        return;
    const int number = history.addFormer(std::move(run), *files_.library()).number;
    if (former.pinned && !history.chosenBaseline())
        history.chooseBaseline(number);
    if (show)
        controller_.show(number);
}

void RunStore::openResult(const QString& file)
{
    for (const Run& run : controller_.history().runs())
        if (run.file == file) {
            controller_.show(run.number);
            return;
        }
    inThread(
        reading_, this,
        [file] {
            Former former;
            try {
                former.run = readRun(file, former.pinned);
                former.pinned = false; // the pin belonged to another project
                former.run->own = false;
                if (former.run->name.isEmpty())
                    former.run->name = QFileInfo(file).completeBaseName();
            } catch (const std::exception& error) {
                former.problem = QString::fromUtf8(error.what());
            }
            return former;
        },
        document_.answeredBy([this](const Former& former) { addFormer(former, true); }));
}

void RunStore::loadCurves(int number)
{
    const Run* run = controller_.history().find(number);
    if (!run || run->file.isEmpty() || !loading_.insert(number).second)
        return;
    inThread(
        reading_, this,
        [file = run->file] {
            try {
                return readCurves(file);
            } catch (const std::exception& error) {
                Curves none;
                none.problem = QString::fromUtf8(error.what());
                return none;
            }
        },
        document_.answeredBy([this, number](Curves read) {
            loading_.erase(number);
            Run* filled = controller_.history().find(number);
            if (!filled || filled->hasCurves())
                return;
            if (!read.problem.isEmpty()) {
                emit message("warning", read.problem);
                return;
            }
            filled->series = std::move(read.series);
            filled->curves = std::make_shared<RunCurves>(std::move(read.curves));
            filled->intervalS = read.intervalS;
            if (filled->hasCurves())
                controller_.curvesCame(number);
        }));
}

/// Only the displayed run and its baseline keep their curves in memory; those of other runs are in their files.
void RunStore::dropCurves()
{
    RunHistory& history = controller_.history();
    const Run* former = history.baseline();
    for (const Run& run : history.runs())
        if (run.ending && &run != history.current() && &run != former && QFileInfo::exists(run.file)) {
            history.find(run.number)->curves = std::make_shared<RunCurves>();
            history.find(run.number)->series.clear();
        }
}

void RunStore::keepNote(int number, const QString& name, const QString& text)
{
    const Run* run = controller_.history().find(number);
    if (!run || !run->ending || run->file.isEmpty())
        return; // it is stored when the run has ended
    inThread(
        writing_, this,
        [file = run->file, name, text] {
            try {
                record::writeNote(file.toStdString(), name.toStdString(), text.toStdString());
                return QString();
            } catch (const std::exception& error) {
                return QString::fromUtf8(error.what());
            }
        },
        document_.answeredBy([this](const QString& problem) {
            if (!problem.isEmpty())
                emit message("warning", problem);
        }));
}

void RunStore::remove(int number)
{
    const Run* run = controller_.history().find(number);
    if (!run || run->queued || run->isActive())
        return;
    const QString file = run->own ? run->file : QString();
    controller_.forget(number);
    if (!file.isEmpty() && !QFile::remove(file) && QFileInfo::exists(file))
        emit message("warning", tr("%1 could not be deleted.").arg(file));
}

/// When a project gets a file, its runs are moved to the folder of that file.
void RunStore::move()
{
    const QFileInfo file(files_.path());
    controller_.setFolder(file.path());
    const QString folder = file.path() + "/results/" + file.completeBaseName();
    if (folder == folder_ || project::leadsOutOf(file.path().toStdString(), folder.toStdString()) ||
        !QDir().mkpath(folder))
        return;
    if (!temporary_) { // a copy under another name: the runs stay with the original
        folder_ = folder;
        return;
    }
    reading_.waitForDone();
    writing_.waitForDone();
    for (const Run& run : controller_.history().runs()) {
        const QString moved = folder + '/' + QFileInfo(run.file).fileName();
        if (run.own && run.ending && !run.file.isEmpty() && QFile::rename(run.file, moved))
            controller_.history().find(run.number)->file = moved;
    }
    folder_ = folder;
    // Active runs still write into the temporary folder, which is deleted with the window.
}

void RunStore::prune()
{
    const RunHistory& history = controller_.history();
    qint64 bytes = 0;
    int count = 0;
    for (const Run& run : history.runs()) {
        bytes += run.own ? QFileInfo(run.file).size() : 0;
        count += run.own && !run.file.isEmpty() ? 1 : 0;
    }
    QList<int> dispensable;
    for (const Run& run : history.runs())
        if (run.own && run.ending && !run.file.isEmpty() && run.name.isEmpty() && run.comment.isEmpty() &&
            history.chosenBaseline() != run.number && &run != history.current() && &run != history.baseline())
            dispensable.append(run.number);
    while ((count > mostRuns || bytes > mostBytes) && !dispensable.isEmpty()) {
        const int oldest = dispensable.takeFirst();
        bytes -= QFileInfo(history.find(oldest)->file).size();
        --count;
        remove(oldest);
        emit message("info",
                     tr("Run %1 was deleted: only the last %2 runs are kept of those without a name or comment.")
                         .arg(oldest)
                         .arg(mostRuns));
    }
}

QString RunStore::projectText(const Run& run, QString& problem)
{
    try {
        return QString::fromStdString(record::ResultReader(run.file.toStdString()).projectText());
    } catch (const std::exception& error) {
        problem = QString::fromUtf8(error.what());
        return {};
    }
}

} // namespace headroom::app
