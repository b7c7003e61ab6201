// Tables of cases from what load generators print: rados bench, warp, pgbench, kafka-producer-perf-test, iozone, fio.
// Internal to measured/.
#pragma once

#include "record/measured/case_table.h"

#include <optional>
#include <string_view>

namespace headroom::record {

/// The results of all runs in a text, a row for each, with the meaning and unit of every column; nothing if it holds
/// none. Outputs of several runs may stand one after the other in one file: CBT, for instance, keeps one file for each.
std::optional<CaseTable> readProgramResults(std::string_view text);

/// Adds unit and meaning to the columns of CSV files that COSBench and elbencho write; other tables stay as they are.
void explainColumns(CaseTable& table);

} // namespace headroom::record
