// Columns of text for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace headroom::cli {

/// Number of terminal columns that a text takes: its characters, not its bytes.
std::size_t widthOf(const std::string& text);

/// The first row is the heading. The first `leftColumns` columns are aligned left, the others right; two blanks
/// separate them.
std::string alignedTable(const std::vector<std::vector<std::string>>& rows, std::size_t leftColumns);

} // namespace headroom::cli
