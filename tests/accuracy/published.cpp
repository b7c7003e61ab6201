#include "accuracy/published.h"

#include <fstream>
#include <stdexcept>

namespace headroom::accuracy {

namespace {

std::vector<std::string> cellsOf(const std::string& line)
{
    std::vector<std::string> cells{""};
    for (const char letter : line)
        if (letter == ',')
            cells.emplace_back();
        else
            cells.back() += letter;
    return cells;
}

} // namespace

std::vector<std::vector<std::string>> publishedRows(const std::string& project)
{
    const std::string path = std::string(HEADROOM_SOURCE_DIR) + "/projects/" + project + "/published.csv";
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error(path + " cannot be read");
    std::string line;
    std::getline(file, line);
    const std::size_t columns = cellsOf(line).size();
    std::vector<std::vector<std::string>> rows;
    while (std::getline(file, line)) {
        rows.push_back(cellsOf(line));
        if (rows.back().size() != columns)
            throw std::runtime_error(path + ": a row has not as many cells as there are columns: " + line);
    }
    return rows;
}

} // namespace headroom::accuracy
