// Checks a workbook that was written, since libxlsxwriter does not notice that a part of it found no room.
#pragma once

#include <QByteArray>

#include <cstddef>
#include <vector>

namespace headroom::widgets {

/// True if every part of an XLSX file has its end, and the sheets have so many rows with cells, in their order.
bool isWholeWorkbook(const QByteArray& file, const std::vector<std::size_t>& rows);

} // namespace headroom::widgets
