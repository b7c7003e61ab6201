// The columns of a measured table as text.
#pragma once

#include "record/measured/case_table.h"

#include <string>

namespace headroom::cli {

/// A line for each column: its name, its unit, its first values, and what it means where that is known.
std::string columnsText(const record::CaseTable& table);

} // namespace headroom::cli
