// The page "Cost": what the project, and each ticked alternative, costs over years.
#pragma once

#include "app/base/saved_file.h"
#include "app/cost/cost_system.h"
#include "app/document/document_files.h"
#include "app/engine/streamed_command.h"

#include <QTimer>
#include <QWidget>

#include <vector>

class QCheckBox;
class QLabel;
class QMenu;
class QPushButton;
class QStackedLayout;

namespace headroom::app {

class CostForm;
class CostResults;
class SearchProgress;

/// The costs are those of the project as it was when they were begun. The child `headroom-engine cost` runs it, for one
/// system after the other.
class CostPage : public QWidget
{
    Q_OBJECT
public:
    CostPage(widgets::DocumentModel& model, DocumentFiles& files, QWidget* parent = nullptr);

    /// Ends a computation and forgets its answer: another document is shown.
    void forget();
    void start();
    bool isRunning() const { return running_; }
    const std::vector<CostSystem>& systems() const { return systems_; }
    const CostBasis& basis() const { return basis_; }
    bool isStale() const { return stale_; }
    /// "228 000 USD in 4 years", "simulating", "out of date"; empty: nothing is known.
    QString inShort() const;
    /// Years of use, rounded up.
    int years() const;
    /// Takes over how the load grows (CostForm).
    void setGrowth(double yearly, int years, const QString& parameter);

signals:
    /// The growth of a year, in per cent, or the years.
    void growthChosen(double yearly, int years);
    /// inShort() is another.
    void answerChanged();
    void message(const QString& level, const QString& text);
    /// The user wants a report of the displayed systems, as a file.
    void reportWanted();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeBar();
    QWidget* makeForm();
    QMenu* makeExports();
    void updateState();
    void clear();
    void startNext();
    void take(const QByteArrayList& lines);
    void conclude(const QString& said);
    void finish();
    void stop();
    void followDocument();
    void outdate(const QString& sentence);
    void keepPrices(const QString& list);
    void tell(const SavedFile& saved);

    widgets::DocumentModel& model_;
    DocumentFiles& files_;
    StreamedCommand command_;
    std::vector<CostSystem> systems_;
    std::size_t current_ = 0; ///< the system that is computed
    bool running_ = false, stale_ = false;
    QByteArray project_; ///< the text of the project as it was when it was begun
    CostBasis basis_;
    QTimer next_; ///< begins with the next system when the former child has gone
    CostForm* form_;
    CostResults* results_;
    QStackedLayout* pages_;
    QCheckBox* compare_;
    QLabel* problem_;
    SearchProgress* progress_;
    QPushButton *compute_, *export_;
};

} // namespace headroom::app
