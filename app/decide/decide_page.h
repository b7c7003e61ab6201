// The page "Decide": from the question to what to buy. Its views are the steps of one path; each shows its answer in
// the bar above them.
#pragma once

#include "app/cost/cost_page.h"
#include "app/decide/question_view.h"
#include "app/growth/growth_page.h"
#include "app/runs/run_controller.h"
#include "app/sizing/sizing.h"
#include "app/studies/study_page.h"

#include <QWidget>

class QPushButton;
class QStackedWidget;

namespace headroom::widgets {
class AdviceView;
}

namespace headroom::app {

class PathBar;

class DecidePage : public QWidget
{
    Q_OBJECT
public:
    enum View
    {
        question,
        advice,
        study,
        growth,
        cost
    };

    DecidePage(widgets::DocumentModel& model, DocumentFiles& files, RunController& runs, QWidget* parent = nullptr);

    /// Shows a view; `shown` follows, so that the page comes to the front.
    void showView(View view);
    /// The names of the views in the order of the enumeration.
    static QStringList titles();
    QuestionView& questionView() { return *question_; }
    StudyPage& studyPage() { return *study_; }
    GrowthPage& growthPage() { return *growth_; }
    CostPage& costPage() { return *cost_; }
    widgets::AdviceView& adviceView() { return *adviceView_; }
    /// Searches the cheapest system for a question that the document was made of, then how far its load can rise.
    void decide(const Sizing& question);

signals:
    void message(const QString& level, const QString& text);
    /// A project shall be run as an ordinary run.
    void runWanted(const headroom::project::Project& project);
    void shown();

private:
    void makeAdvice();
    void connectViews();
    void shareGrowth();
    void showAnswers();
    QString adviceInShort() const;
    QPushButton* makeReportButton();
    void reportDecision();
    void report(const SavedFile& saved);

    widgets::DocumentModel& model_;
    DocumentFiles& files_;
    RunController& runs_;
    QPushButton* report_;
    PathBar* path_;
    QStackedWidget* views_;
    QuestionView* question_;
    QWidget* advice_;
    widgets::AdviceView* adviceView_;
    StudyPage* study_;
    GrowthPage* growth_;
    CostPage* cost_;
    bool sharing_ = false; ///< a view takes over the growth of another
    bool sizing_ = false;  ///< the study that runs is to choose the values of the project
};

} // namespace headroom::app
