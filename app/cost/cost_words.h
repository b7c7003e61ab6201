// The costs of systems as tables of texts, for the page "Cost" and for its report. Tables of numbers for files are
// those of cost_system.h.
#pragma once

#include "app/cost/cost_system.h"
#include "widgets/report/report.h"

namespace headroom::app {

/// A row for each system; the last cell is the number of its remarks, or says that it failed.
widgets::report::Table systemsInWords(const std::vector<CostSystem>& systems);
/// "estimated: 1 200 USD of it; without cables and optics": about the price of a whole bill.
QString priceRemark(const record::Price& price);
/// Each part of the first year with its count, its price, and whose price that is. Parts are named by their ids, as a
/// price list names them.
widgets::report::Table billInWords(const CostSystem& system, const project::ComponentLibrary& library);
/// Table of purchases by stage; a single row if nothing grows.
widgets::report::Table stagesInWords(const CostSystem& system);
/// Table of the lifetimes of solid-state devices; no row if there are none.
widgets::report::Table devicesInWords(const CostSystem& system);
/// When the most written device of a group is worn.
QString mostWrittenInWords(const study::DeviceLife& life);
/// Key figures: "price 12 000 USD", "340 W".
QStringList figuresInWords(const study::Account& account);

} // namespace headroom::app
