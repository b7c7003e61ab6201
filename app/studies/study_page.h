// The page "Study": defines a study of the project, runs it, and shows its table, its answer and its charts while it
// fills.
#pragma once

#include "app/base/in_thread.h"
#include "app/studies/study_plan.h"
#include "app/studies/study_process.h"
#include "app/studies/study_results.h"
#include "widgets/document/model/document_model.h"

#include <QTimer>
#include <QWidget>

#include <optional>
#include <string>
#include <utility>
#include <vector>

class QComboBox;
class QLabel;
class QMenu;
class QPushButton;
class QStackedLayout;
class QStackedWidget;
class QToolButton;

namespace headroom::app {

class SearchProgress;
class StudyEditor;

/// The project with the values of a point; as a study of this duration runs it, if that is not null.
project::Project projectAt(project::Project project, const study::Table& table, const study::Row& row,
                           const project::Json& duration);
/// The values of a project for the parameters of a study.
class PresentValues
{
public:
    PresentValues(const project::Project& project, const study::Table& columns);
    /// False for all rows if the project lacks one of the parameters.
    bool areThoseOf(const study::Row& row) const;

private:
    bool known_ = true;
    std::vector<std::pair<std::string, std::optional<double>>> values_;
};

/// A study of the document, or all ticked alternatives of the generic parameters. The study runs as the project is when
/// it begins; later changes of the project do not change it.
class StudyPage : public QWidget
{
    Q_OBJECT
public:
    explicit StudyPage(widgets::DocumentModel& model, QWidget* parent = nullptr);
    ~StudyPage() override; ///< waits until reading has finished

    /// Folder of the files that the project names, where studies are kept too; empty: none.
    void setFolder(const QString& folder);
    /// Parts that a study varies are picked by their names from these.
    void setComponents(std::shared_ptr<const project::ComponentLibrary> components);
    /// Shows the points of the chosen study that were finished in an earlier session, or by a command of the terminal.
    void showKept();
    /// Ends a study that runs and forgets its table: another document is shown.
    void forget();
    /// Shows all ticked alternatives as the study to run.
    void chooseTicked();
    /// Searches the cheapest point of this study that meets all goals, of a project that has just been made: points
    /// that an earlier question has left beside it do not count.
    void findCheapest(const QString& study);
    /// Gives the project the values of the point that the study names; false if it names none.
    bool useDecision();

    StudyProcess& process() { return process_; }
    const StudyTableModel& points() const { return results_->points(); }
    /// The answer in a sentence, or what is going on.
    QString sentence() const { return results_->sentence(); }
    /// The point that the answer names, if it names one.
    std::optional<qulonglong> decision() const { return decided_; }
    /// The project has changed since the points were run.
    bool isStale() const { return stale_; }
    /// "12 of 48 points meet the goals", "simulating", "out of date"; empty: no point is finished.
    QString inShort() const;

signals:
    /// inShort() is another.
    void answerChanged();
    void message(const QString& level, const QString& text);
    /// A point shall be run as an ordinary run.
    void runWanted(const headroom::project::Project& project);
    /// A study has ended as it should.
    void completed();
    /// A report of this table is to be saved.
    void reportWanted(const headroom::study::Table& table);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeBar();
    QWidget* makeEmptyPage();
    void connectProgress();
    QToolButton* makeMenu();
    void updateChoices();
    void updateState();
    void choose(const QString& id);
    void add(const std::vector<project::StudyAxis>& space);
    void removeChosen();
    void start(const QString& command, const QStringList& more = {});
    void offerFigures(QMenu& menu);
    bool isBlocked() const;
    void pause();
    void begin(const study::Table& columns);
    void take(const std::vector<study::Row>& rows);
    void takeProgress(const study::Progress& progress);
    QString progressInWords() const;
    void conclude(const QString& sentence, const QString& problem);
    void use(qulonglong point);
    void runPoint(qulonglong point);
    void askPlan();
    QWidget* makeStale();
    /// The content of the file of a study.
    struct Kept
    {
        QString file, problem;
        study::Table table;
        std::optional<project::Project> project; ///< whose points they are; none if it cannot be read any more
    };
    static Kept read(const QString& file, const QString& beside);
    void fill(Kept kept);
    void checkStale();
    /// The chosen study of the document; null: all ticked alternatives, or none.
    const project::Study* chosen() const;
    bool isTicked() const;
    /// The arguments of the chosen study; nothing: there is none.
    QStringList arguments() const;

    widgets::DocumentModel& model_;
    StudyProcess process_;
    StudyPlan planning_;
    QThreadPool reading_;
    Question kept_;                     ///< what is read of an earlier document does not count
    QTimer changing_;                   ///< ends shortly after the last change of the project
    std::optional<qulonglong> decided_; ///< the point that the answer names
    bool stale_ = false;
    QWidget* staleBar_;
    QString folder_;
    QString started_;                      ///< the choice that was started last
    std::optional<project::Project> ran_;  ///< as the study of the table runs it
    std::optional<PresentValues> present_; ///< of that project; none: its point has come
    project::Json ranDuration_;            ///< of each of its runs; null: the project's
    study::Progress progressed_;           ///< the latest
    QStackedLayout* pages_;
    QStackedWidget* views_; ///< the results, the definition
    StudyResults* results_;
    StudyEditor* editor_;
    QComboBox* choice_;
    QLabel* plan_;
    QPushButton *define_, *run_, *cheapest_, *best_, *restart_;
    QAction *ticked_, *remove_;
    SearchProgress* progress_;
};

} // namespace headroom::app
