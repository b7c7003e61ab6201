// Columns of text for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace headroom::cli {

/// Columns that a terminal gives a text: its characters, not its bytes.
std::size_t widthOf(const std::string& text);

/// The first row is the heading. The first `leftColumns` columns are aligned left, the others right; two blanks
/// between.
std::string alignedTable(const std::vector<std::vector<std::string>>& rows, std::size_t leftColumns);

} // namespace headroom::cli
