// Reads what was published of a shipped project.
#pragma once

#include <string>
#include <vector>

namespace headroom::accuracy {

/// The cells of projects/`project`/published.csv, row by row, without the names of the columns; every row has as many
/// as there are names. Throws std::runtime_error if the file cannot be read, or a row is shorter or longer.
std::vector<std::vector<std::string>> publishedRows(const std::string& project);

} // namespace headroom::accuracy
