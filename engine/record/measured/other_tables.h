// Measured tables that are no CSV over time: logs and results of fio, COSBench's summaries, and what sar and iostat
// print. Internal to measured/.
#pragma once

#include "record/measured/measured.h"

#include <optional>
#include <string_view>

namespace headroom::record {

/// A log that fio writes with write_bw_log and its like: "500, 968, 0, 4096, 0". A column for each direction; nothing
/// if the text is none.
std::optional<MeasuredTable> readFioLog(std::string_view text);
/// The JSON result of fio. It has totals and no course; nothing if the text is none.
std::optional<MeasuredTable> readFioResult(std::string_view text);
/// The summary of a COSBench workload (w1-name.csv): a line for each operation of each stage, with totals and no
/// course; nothing if the text is none.
std::optional<MeasuredTable> readCosbenchSummary(std::string_view text);
/// The text that sar and iostat print: a column for each figure, of each device if there are several; nothing if the
/// text is none.
std::optional<MeasuredTable> readSysstat(std::string_view text);

} // namespace headroom::record
