// The units of measured columns, by their names, and measured cells as numbers in base units.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headroom::study {

/// The unit that the name of a column ends with, as project::findUnit() knows it: "ms" of "avg_ms", "p99 (ms)" and
/// "latency[msec]", "MiB/s" of "bw_mib_per_s", "1/s" of "iops"; empty if it names none. Bits are told from bytes only
/// where the name says so ("Gb/s", "gbit_per_s"); "mb" and "mbps" may be either, and are none.
std::string unitInName(std::string_view name);

/// A number, or why a cell is none.
struct CellValue
{
    std::optional<double> value; ///< in base units; nothing for a gap
    std::string fault;           ///< completes "it": "is no number"; empty if the cell can be read
};

/// The value of a measured cell for a figure of `unit` (base unit, "%" for a share from 0 to 1, "1/s", empty for a
/// number). A unit in the cell counts before `columnUnit`, that of its column. Times, bytes and their rates without any
/// unit are a fault, since they could be anything; so is a share above 1 that is not written in per cent.
CellValue measuredValue(const std::string& cell, char separator, const std::string& columnUnit,
                        const std::string& unit);

} // namespace headroom::study
