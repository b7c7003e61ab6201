#include "app/studies/study_page.h"

#include "app/base/search_progress.h"
#include "app/studies/study_editor.h"
#include "project/editing/new_elements.h"
#include "project/file/file_name.h"
#include "project/file/json_writer.h"
#include "project/loading.h"
#include "project/resolve/parameter_values.h"
#include "project/vocabulary/figure_names.h"
#include "study/run/setup.h"
#include "study/table/decision.h"
#include "widgets/controls/elided_label.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/section_edits.h"
#include "widgets/document/model/edit_step.h"
#include "widgets/plots/chart/chart_widget.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedLayout>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace headroom::app {

using namespace widgets;
using project::Json;
using project::Study;
using project::StudyAxis;

namespace {

constexpr int widestChoice = 260;
constexpr int staleAfterMs = 300;            ///< after the last change of the project
constexpr const char* tickedFile = "ticked"; ///< name of the file of all ticked alternatives

/// Meaning of an entry of the list of studies; its text is the id of a study of the document.
enum Entry
{
    ofDocument,
    allTicked
};

QPushButton* button(const char* iconName, const QString& text, const char* name)
{
    auto* result = named(new QPushButton(icon(iconName), text), name);
    return result;
}

/// The newest file of a study: of all its points, or of a search in it.
QString newestFile(const QString& folder, const QString& id)
{
    QFileInfo newest;
    for (const char* const search : {"", "-cheapest", "-best"}) {
        const std::string name = project::fileNameOfId((id + search).toStdString()) + ".hrs";
        const QFileInfo file(folder + "/results/" + text(name));
        if (file.exists() && (!newest.exists() || file.lastModified() > newest.lastModified()))
            newest = file;
    }
    return newest.exists() ? newest.filePath() : QString();
}

/// The simulated time of each run of a study; null: as in the project.
Json durationOf(const Study* study)
{
    const auto duration = study ? study->fields.find("duration") : Json::const_iterator();
    return study && duration != study->fields.end() ? *duration : Json();
}

std::size_t countOf(const project::Project& project, const StudyAxis& axis)
{
    const project::Parameter* parameter = project::findParameter(project, axis.parameter);
    if (axis.values.is_array())
        return axis.values.size();
    if (axis.values.is_string())
        return parameter ? project::tickedOf(*parameter).size() : 0;
    const auto steps = axis.fields.find("steps");
    return steps != axis.fields.end() && steps->is_number_unsigned() ? steps->get<std::size_t>() : 5;
}

/// "3 × 4 values of WORKERS, DISK"
QString planOf(const project::Project& project, const Study& study)
{
    QStringList counts, names;
    for (const StudyAxis& axis : study.space) {
        counts.append(QString::number(countOf(project, axis)));
        names.append(text(axis.parameter));
    }
    return names.isEmpty() ? StudyPage::tr("varies no parameter")
                           : StudyPage::tr("%1 values of %2").arg(counts.join(QStringLiteral(" × ")), names.join(", "));
}

} // namespace

project::Project projectAt(project::Project project, const study::Table& table, const study::Row& row,
                           const Json& duration)
{
    for (std::size_t i = 0; i < row.settings.size(); ++i)
        for (project::Parameter& parameter : project.parameters)
            if (parameter.name == table.parameters[i].name)
                parameter.value = project::valueFromText(parameter, row.settings[i].text);
    if (!duration.is_null())
        project.run["duration"] = duration;
    return project;
}

PresentValues::PresentValues(const project::Project& project, const study::Table& columns)
{
    for (const study::Column& column : columns.parameters)
        if (const project::Parameter* const parameter = project::findParameter(project, column.name))
            values_.emplace_back(project::settingText(parameter->value),
                                 project::numberOf(*parameter, parameter->value));
        else
            known_ = false;
}

bool PresentValues::areThoseOf(const study::Row& row) const
{
    bool same = known_;
    for (std::size_t i = 0; same && i < values_.size(); ++i) {
        const auto& [text, number] = values_[i];
        same = row.settings[i].text == text || (number && row.settings[i].number == *number);
    }
    return same;
}

StudyPage::StudyPage(DocumentModel& model, QWidget* parent)
    : QWidget(parent), model_(model), process_(this), planning_(this), pages_(new QStackedLayout(this)),
      views_(new QStackedWidget), results_(new StudyResults), editor_(new StudyEditor(model)), ticked_(nullptr),
      remove_(nullptr), progress_(new SearchProgress("study", tr("Progress of the study")))
{
    setObjectName("studyPage");
    pages_->addWidget(makeEmptyPage());
    auto* filled = new QWidget; // from the outside inwards, as in MainWindow::makeCentre
    pages_->addWidget(filled);
    auto* column = new QVBoxLayout(filled);
    column->setContentsMargins(rhythm::margin, rhythm::step, rhythm::margin, rhythm::step);
    column->setSpacing(rhythm::step);
    column->addWidget(makeBar());
    column->addWidget(makeStale());
    column->addWidget(views_, 1);
    views_->addWidget(results_);
    views_->addWidget(scrolled(editor_));
    column->addWidget(progress_);
    connectProgress();

    reading_.setMaxThreadCount(1);
    changing_.setSingleShot(true);
    changing_.setInterval(staleAfterMs);
    connect(&changing_, &QTimer::timeout, this, &StudyPage::checkStale);
    const auto restart = [this] { changing_.start(); };
    connect(&model_, &DocumentModel::changed, this, restart);
    connect(&model_, &DocumentModel::structureChanged, this, restart);
    connect(&model_, &DocumentModel::changed, this, &StudyPage::updateChoices);
    connect(&model_, &DocumentModel::structureChanged, this, &StudyPage::updateChoices);
    connect(&model_, &DocumentModel::replaced, this, &StudyPage::updateChoices);
    connect(&process_, &StudyProcess::begun, this, &StudyPage::begin);
    connect(&process_, &StudyProcess::arrived, this, &StudyPage::take);
    connect(&process_, &StudyProcess::progressed, this, &StudyPage::takeProgress);
    connect(&process_, &StudyProcess::answered, results_, &StudyResults::setAnswer);
    connect(&process_, &StudyProcess::ended, this, &StudyPage::conclude);
    connect(&planning_, &StudyPlan::known, this, [this](const QString& plan, const QString& problem) {
        editor_->setPlan(plan, problem);
        run_->setToolTip(tr("Runs the points that are not finished yet. %1").arg(plan));
    });
    connect(editor_, &StudyEditor::renamed, this, &StudyPage::choose);
    connect(results_, &StudyResults::message, this, &StudyPage::message);
    connect(results_, &StudyResults::valuesWanted, this, &StudyPage::use);
    connect(results_, &StudyResults::reportWanted, this, [this] { emit reportWanted(points().table()); });
    connect(results_, &StudyResults::runWanted, this, &StudyPage::runPoint);
    updateChoices();
}

StudyPage::~StudyPage()
{
    reading_.waitForDone();
}

QWidget* StudyPage::makeEmptyPage()
{
    auto* actions = new QWidget;
    auto* row = new QHBoxLayout(actions);
    auto* first = button("list-add", tr("New study"), "firstStudy");
    setLook(first, Look::primary);
    first->setIcon(accentIcon("list-add"));
    row->addStretch();
    row->addWidget(first);
    row->addStretch();
    connect(first, &QPushButton::clicked, this, [this] { add(project::usualSpace(model_.project())); });
    return emptyPage(tr("A study runs many combinations of generic parameters and says which is best. Define one here, "
                        "or tick several alternatives of a parameter in the panel “Generic parameters”."),
                     actions);
}

QToolButton* StudyPage::makeMenu()
{
    auto* menu = new QMenu(this);
    menu->addAction(icon("list-add"), tr("New study"), this, [this] { add(project::usualSpace(model_.project())); })
        ->setObjectName("newStudy");
    ticked_ = menu->addAction(tr("New study from ticked alternatives"), this,
                              [this] { add(study::studyOfTicks(model_.project()).space); });
    ticked_->setObjectName("studyFromTicks");
    remove_ = menu->addAction(icon("edit-delete"), tr("Delete this study"), this, &StudyPage::removeChosen);
    remove_->setObjectName("deleteStudy");
    auto* open = named(new QToolButton, "studyMenu", tr("Add or delete a study"));
    open->setIcon(icon("list-add"));
    open->setToolTip(open->accessibleName());
    open->setMenu(menu);
    open->setPopupMode(QToolButton::InstantPopup);
    return open;
}

QWidget* StudyPage::makeBar()
{
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    choice_ = named(new QComboBox, "studyChoice", tr("Study"));
    choice_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    choice_->setMaximumWidth(widestChoice);
    define_ = button("document-edit", tr("Define"), "defineStudy");
    define_->setCheckable(true);
    define_->setToolTip(tr("Shows what is varied and what is run, instead of the results"));
    plan_ = named(new ElidedLabel, "studyPlan");
    plan_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    run_ = button("media-playback-start", tr("Run study"), "runStudy");
    cheapest_ = button("edit-find", tr("Find the cheapest"), "findCheapest");
    cheapest_->setToolTip(
        tr("Searches the cheapest point that meets all goals of the project, with far fewer runs than "
           "the whole study takes"));
    best_ = button("view-sort-descending", tr("Which is best?"), "findBest");
    best_->setToolTip(tr("Runs each point some times, and further where that decides, until the best by a figure is "
                         "known with a probability of 95 %"));
    best_->setMenu(new QMenu(best_));
    connect(best_->menu(), &QMenu::aboutToShow, this, [this] { offerFigures(*best_->menu()); });
    restart_ = button("view-refresh", tr("Run anew"), "restartStudy");
    restart_->setToolTip(tr("Forgets all finished points and runs them again"));
    row->addWidget(choice_);
    row->addWidget(makeMenu());
    row->addWidget(define_);
    row->addWidget(plan_, 1);
    for (QPushButton* const each : {cheapest_, best_, run_, restart_})
        row->addWidget(each);
    connect(choice_, &QComboBox::currentIndexChanged, this, [this] {
        updateState();
        checkStale();
        if (choice_->currentText() != started_)
            showKept();
    });
    connect(define_, &QPushButton::toggled, this, [this](bool on) { views_->setCurrentIndex(on ? 1 : 0); });
    connect(run_, &QPushButton::clicked, this, [this] { start("study"); });
    connect(cheapest_, &QPushButton::clicked, this, [this] { start("cheapest"); });
    connect(restart_, &QPushButton::clicked, this,
            [this] { start(isBlocked() ? process_.command() : "study", {"--restart"}); });
    return bar;
}

/// The sentence above an answer that is not of the project as it is now.
QWidget* StudyPage::makeStale()
{
    staleBar_ = named(new QWidget, "studyStale");
    auto* row = new QHBoxLayout(staleBar_);
    row->setContentsMargins(0, 0, 0, 0);
    auto* sentence = new QLabel(tr("The project has changed since these points were run. Their answer is that of the "
                                   "project as it was."));
    sentence->setWordWrap(true);
    setLook(sentence, Look::warning);
    auto* again = button("view-refresh", tr("Run anew"), "runStaleStudy");
    row->addWidget(sentence, 1);
    row->addWidget(again);
    staleBar_->hide();
    connect(again, &QPushButton::clicked, this, [this] {
        start(process_.command().isEmpty() ? QStringLiteral("study") : process_.command(), {"--restart"});
    });
    return staleBar_;
}

void StudyPage::connectProgress()
{
    progress_->offerPause();
    connect(progress_, &SearchProgress::pauseWanted, this, &StudyPage::pause);
    connect(progress_, &SearchProgress::stopWanted, &process_, &StudyProcess::stop);
}

void StudyPage::setComponents(std::shared_ptr<const project::ComponentLibrary> components)
{
    results_->setComponents(components);
    editor_->setComponents(std::move(components));
}

void StudyPage::setFolder(const QString& folder)
{
    folder_ = folder;
    results_->setFolder(folder);
}

StudyPage::Kept StudyPage::read(const QString& file, const QString& beside)
{
    Kept kept;
    kept.file = file;
    try {
        const auto open = study::StudyFile::open(file.toStdString(), false);
        kept.table = open.table();
        project::Loading loading = project::parseWhole(open.definition().projectText, project::loadHardware(),
                                                       {project::libraryFolders(), beside.toStdString()});
        if (loading.whole)
            kept.project = std::move(loading.whole->project);
    } catch (const std::exception& error) {
        kept.problem = QString::fromUtf8(error.what());
    }
    return kept;
}

void StudyPage::showKept()
{
    kept_.renew();
    const QString id = chosen() ? choice_->currentText() : isTicked() ? QString(tickedFile) : QString();
    const QString file = folder_.isEmpty() || id.isEmpty() ? QString() : newestFile(folder_, id);
    if (file.isEmpty() || process_.isRunning())
        return;
    inThread(
        reading_, this, [file, beside = folder_] { return read(file, beside); },
        kept_.answeredBy([this](Kept kept) { fill(std::move(kept)); }));
}

void StudyPage::fill(Kept kept)
{
    if (process_.isRunning())
        return;
    if (!kept.problem.isEmpty()) {
        emit message("warning", tr("%1. “Run anew” replaces it.").arg(kept.problem));
        return;
    }
    ran_ = std::move(kept.project);
    started_ = choice_->currentText();
    ranDuration_ = durationOf(chosen());
    const auto rows = std::move(kept.table.rows);
    kept.table.rows.clear();
    begin(kept.table);
    take(rows);
    results_->conclude({});
    decided_ = study::decide(points().table()).point;
    const std::size_t done = points().table().count(study::PointState::done);
    const std::size_t failed = points().table().count(study::PointState::failed);
    results_->setFile(done + failed == rows.size() ? kept.file : QString());
    progress_->say(tr("%1 of %2 points, from %3")
                       .arg(done + failed)
                       .arg(rows.size())
                       .arg(QLocale().toString(QFileInfo(kept.file).lastModified(), QLocale::ShortFormat)));
    define_->setChecked(false);
    checkStale();
    updateState();
}

/// The engine goes on with the points of a project that it knows, and refuses those of another.
void StudyPage::checkStale()
{
    const study::Table& table = points().table();
    const bool mine = ran_ && !table.rows.empty() && choice_->currentText() == started_;
    stale_ = mine && study::definingText(*ran_, table) != study::definingText(model_.project(), table);
    staleBar_->setVisible(stale_ && !process_.isRunning());
    emit answerChanged();
}

void StudyPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    askPlan();
}

void StudyPage::updateChoices()
{
    const QString was = choice_->currentText();
    {
        const QSignalBlocker quiet(choice_);
        choice_->clear();
        for (const Study& study : model_.project().studies)
            choice_->addItem(text(study.id), ofDocument);
        if (!study::studyOfTicks(model_.project()).space.empty())
            choice_->addItem(tr("Ticked alternatives"), allTicked);
        choice_->setCurrentIndex(choice_->count() == 0 ? -1 : std::max(0, choice_->findText(was)));
    }
    updateState();
}

void StudyPage::choose(const QString& id)
{
    choice_->setCurrentIndex(std::max(0, choice_->findText(id)));
}

void StudyPage::chooseTicked()
{
    choice_->setCurrentIndex(std::max(0, choice_->findData(allTicked)));
}

bool StudyPage::isTicked() const
{
    return choice_->currentIndex() >= 0 && choice_->currentData() == allTicked;
}

const Study* StudyPage::chosen() const
{
    const auto& all = model_.project().studies;
    const auto found =
        std::find_if(all.begin(), all.end(),
                     [id = choice_->currentText().toStdString()](const Study& each) { return each.id == id; });
    return isTicked() || found == all.end() ? nullptr : &*found;
}

void StudyPage::add(const std::vector<StudyAxis>& space)
{
    choose(addStudy(model_, space));
    define_->setChecked(true);
}

void StudyPage::removeChosen()
{
    if (chosen())
        deleteElement(model_, {ElementKind::study, {choice_->currentText()}});
}

QStringList StudyPage::arguments() const
{
    if (chosen())
        return {choice_->currentText()};
    QStringList arguments;
    for (const StudyAxis& axis : study::studyOfTicks(model_.project()).space)
        arguments << "--vary" << text(axis.parameter) + "=ticked";
    return arguments;
}

void StudyPage::updateState()
{
    const bool running = process_.isRunning(), some = choice_->count() > 0, filled = points().rowCount() > 0;
    const Study* study = chosen();
    plan_->setText(study        ? planOf(model_.project(), *study)
                   : isTicked() ? planOf(model_.project(), study::studyOfTicks(model_.project()))
                                : QString());
    plan_->setToolTip(plan_->text());
    editor_->setStudy(study ? choice_->currentText() : QString());
    define_->setEnabled(study != nullptr);
    if (!study)
        define_->setChecked(false);
    choice_->setEnabled(!running && some);
    ticked_->setEnabled(!study::studyOfTicks(model_.project()).space.empty());
    remove_->setEnabled(study != nullptr && !running);
    // All stay in their places: a button that comes and goes would move the others.
    run_->setEnabled(some && !running);
    cheapest_->setVisible(!model_.project().goals.empty());
    cheapest_->setEnabled(some && !running);
    best_->setEnabled(some && !running);
    restart_->setEnabled(some && !running && (filled || isBlocked()));
    staleBar_->setVisible(stale_ && !running);
    progress_->setPaused(process_.isPaused());
    pages_->setCurrentIndex(some || running || filled ? 1 : 0);
    askPlan();
    emit answerChanged();
}

QString StudyPage::inShort() const
{
    if (process_.isRunning())
        return tr("simulating");
    if (stale_)
        return tr("out of date");
    const study::Table& table = points().table();
    const std::size_t done = table.count(study::PointState::done);
    if (done == 0)
        return {};
    if (table.goals.empty())
        return tr("%1 of %2 points").arg(done).arg(table.rows.size());
    const std::size_t meeting = study::meetingAllGoals(study::doneRows(table)).size();
    return tr("%1 of %2 points meet the goals").arg(meeting).arg(table.rows.size());
}

/// Not while nobody sees it: each answer takes a process.
void StudyPage::askPlan()
{
    const QStringList all = arguments();
    if (isVisible() && !process_.isRunning() && !all.isEmpty()) {
        if (planning_.ask(QByteArray::fromStdString(project::toText(model_.project())), folder_, all))
            editor_->setPlan(tr("The combinations are being counted …"), {});
    } else
        planning_.cancel();
}

/// Those that the study reports and that have a better and a worse; if it names none, the first of the usual ones.
void StudyPage::offerFigures(QMenu& menu)
{
    menu.clear();
    const Study* study = chosen();
    for (const std::string& figure : study ? study->report : std::vector<std::string>())
        if (project::largerIsBetter(figure))
            menu.addAction(tr("By %1").arg(text(figure)), this, [this, name = text(figure)] {
                start("best", {"--figure", name});
            });
    if (menu.isEmpty())
        menu.addAction(tr("By the first figure of the study"), this, [this] { start("best"); });
}

void StudyPage::start(const QString& command, const QStringList& more)
{
    QStringList all = arguments();
    if (all.isEmpty())
        return;
    all += more;
    define_->setChecked(false);
    kept_.renew();
    stale_ = false;
    results_->setFile({});
    results_->say(tr("The study is being put together."));
    results_->setAnswer(command == "best" ? tr("Each point is run some times, then those that may be the best.")
                                          : QString());
    progress_->begin();
    progressed_ = {};
    ran_ = model_.project();
    started_ = choice_->currentText();
    ranDuration_ = durationOf(chosen());
    process_.start(command, QByteArray::fromStdString(project::toText(model_.project())), folder_,
                   chosen() ? choice_->currentText() : QString(tickedFile), all);
    updateState();
}

/// The chosen study was not begun, since its file holds another one.
bool StudyPage::isBlocked() const
{
    return process_.isBlocked() && choice_->currentText() == started_;
}

void StudyPage::pause()
{
    process_.isPaused() ? process_.resume() : process_.pause();
    updateState();
}

void StudyPage::forget()
{
    process_.cancel();
    results_->setTable({});
    results_->setFile({});
    results_->setAnswer({});
    results_->say({});
    ran_.reset();
    progress_->end({});
    stale_ = false;
    kept_.renew();
    updateChoices();
    define_->setChecked(chosen() != nullptr); // there are no results yet
    showKept();
}

void StudyPage::begin(const study::Table& columns)
{
    decided_.reset();
    results_->setTable(columns);
    present_.reset();
    if (ran_)
        present_.emplace(*ran_, columns);
    updateState();
}

void StudyPage::take(const std::vector<study::Row>& rows)
{
    const bool first = points().rowCount() == 0;
    results_->take(rows);
    if (present_)
        for (const study::Row& row : rows)
            if (present_->areThoseOf(row)) {
                results_->setPresent(row.number);
                present_.reset();
                break;
            }
    if (first)
        updateState();
}

void StudyPage::takeProgress(const study::Progress& progress)
{
    progressed_ = progress;
    progress_->show(static_cast<double>(progress.done + progress.failed),
                    process_.isForTheBest() ? 0 : static_cast<double>(progress.points), progressInWords(),
                    progress.leftS);
}

QString StudyPage::progressInWords() const
{
    const study::Progress& progress = progressed_;
    if (progress.points == 0)
        return {};
    const QString words = process_.isForTheBest()
                              ? tr("%1 runs of %2 points").arg(progress.runsDone).arg(progress.points)
                              : tr("%1 of %2 points").arg(progress.done + progress.failed).arg(progress.points);
    return progress.failed > 0 ? words + tr(", %1 failed").arg(progress.failed) : words;
}

void StudyPage::conclude(const QString& sentence, const QString& problem)
{
    progressed_.done = points().table().count(study::PointState::done);
    progressed_.failed = points().table().count(study::PointState::failed);
    progress_->end(progressInWords());
    const bool some = !problem.isEmpty() && !sentence.isEmpty();
    results_->conclude(some ? tr("%1 So far: %2").arg(problem, sentence) : problem.isEmpty() ? sentence : problem);
    decided_ = process_.decision();
    if (!decided_)
        decided_ = study::decide(points().table()).point;
    results_->setFile(points().rowCount() > 0 ? process_.file() : QString());
    if (!problem.isEmpty())
        emit message("warning", problem);
    updateState();
    if (problem.isEmpty())
        emit completed();
}

void StudyPage::findCheapest(const QString& study)
{
    choose(study);
    start("cheapest", {"--restart"});
}

bool StudyPage::useDecision()
{
    const auto point = process_.decision();
    if (!point || *point >= points().table().rows.size())
        return false;
    use(*point);
    return true;
}

void StudyPage::use(qulonglong point)
{
    const study::Table& table = points().table();
    const study::Row& row = table.rows[point];
    const EditStep step(model_, tr("use the values of point %1").arg(point));
    for (std::size_t i = 0; i < row.settings.size(); ++i)
        if (const auto* parameter = project::findParameter(model_.project(), table.parameters[i].name))
            setParameter(model_, text(parameter->name), project::valueFromText(*parameter, row.settings[i].text));
}

void StudyPage::runPoint(qulonglong point)
{
    if (ran_)
        emit runWanted(projectAt(*ran_, points().table(), points().table().rows[point], ranDuration_));
}

} // namespace headroom::app
