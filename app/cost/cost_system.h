// A system whose cost is computed: the project as it is, or with one alternative of a parameter.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"
#include "study/cost/account.h"
#include "widgets/plots/data/data_table.h"
#include "widgets/plots/views/stacked_bars_view.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>
#include <vector>

namespace headroom::app {

inline constexpr double secondsOfDay = 86400;

struct CostSystem
{
    QString name;                          ///< "DISKS=12"; of the project as it is: "present values"
    QStringList arguments;                 ///< that make it from the project
    std::optional<study::Account> account; ///< nothing: not yet, or it failed
    QString said;                          ///< warnings, or why there is no account

    double totalUsd() const;
    double years() const;
    /// Sentences about parts that are not in the total, faults of its runs and notes on them.
    QStringList remarks() const;
};

/// Assumptions of the costs besides their systems.
struct CostBasis
{
    QString project;             ///< its name
    QString description;         ///< of the project
    QString file;                ///< of the project as it was; empty: it had changes that were not saved
    QVector<QStringList> fields; ///< names of the assumptions and what they are
    QStringList arguments;       ///< of `headroom-engine cost`, for all systems
};

/// The project as it is, then each ticked alternative of its parameters alone that differs from the present value.
std::vector<CostSystem> costSystems(const project::Project& project, bool alternatives);

/// The one that costs least of those that serve their load and meet the goals; null if there is none.
const CostSystem* leastCostly(const std::vector<CostSystem>& systems);
/// "12 000 USD", or "from" it if the total lacks something.
QString totalText(const CostSystem& system);
/// Sentence with the costs of the systems, and the cheapest of those whose runs are in order.
QString costSentence(const std::vector<CostSystem>& systems);
/// The year and the source of a part's price, as the library or the user's own list has it.
QString priceBasis(const record::BillLine& line, const project::ComponentLibrary& library);

/// Each year of a system, or each system, as a bar.
widgets::StackedBars yearBars(const CostSystem& system);
widgets::StackedBars systemBars(const std::vector<CostSystem>& systems);

/// The same as tables for files: the comparison of systems, then the years, the bill, the stages and the devices of
/// one.
widgets::DataTable comparisonTable(const std::vector<CostSystem>& systems);
widgets::DataTable billTable(const CostSystem& system, const project::ComponentLibrary& library);
widgets::DataTable stagesTable(const CostSystem& system);
widgets::DataTable devicesTable(const CostSystem& system);
widgets::DataTable remarksTable(const CostSystem& system);

} // namespace headroom::app
