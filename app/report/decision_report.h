// Creates the content of the report on a decision: what the steps of the page "Decide" have answered.
#pragma once

#include "app/base/saved_file.h"
#include "app/cost/cost_system.h"
#include "study/growth/growth.h"
#include "study/table/study_table.h"
#include "widgets/plots/views/advice_view.h"
#include "widgets/report/report.h"

#include <cstdint>
#include <optional>

namespace headroom::app {

/// The answers of the steps; those that there are not are null or empty.
struct DecisionAnswers
{
    const project::Project* project = nullptr;
    const project::ComponentLibrary* library = nullptr;
    QString load;                        ///< what asks the system for what, in a sentence
    const study::Table* study = nullptr; ///< with points that are done
    std::optional<std::uint64_t> point;  ///< that it names
    QString studyAnswer;                 ///< its sentence, with what is still open
    const study::Growth* growth = nullptr;
    std::optional<widgets::report::Figure> growthChart;
    const std::vector<CostSystem>* costs = nullptr; ///< the first has an account
    const CostBasis* costBasis = nullptr;
    widgets::AdviceContent advice;
    QStringList outdated; ///< names of the steps whose answers are of the project as it was
};

/// The first section decides: the answer, what it reaches of each goal, what it costs, what breaks first and when, and
/// how far the model was from measurements. Bill and years, growth, what would help, and the points follow. Charts are
/// drawn, so a QApplication is required.
widgets::report::Report makeDecisionReport(const DecisionAnswers& answers);

/// Asks for a file in `folder` and writes the report.
SavedFile saveDecisionReport(QWidget& parent, const DecisionAnswers& answers, const QString& folder);

} // namespace headroom::app
