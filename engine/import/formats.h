// The kinds of files that are converted to projects, a row each. Internal to import/.
#pragma once

#include "import/import.h"

#include <string>
#include <string_view>

namespace headroom::import {

struct Format
{
    const char* words; ///< for help, with an article
    /// True if the text, from its first letter or sign on, is of this kind. Null: any other text is taken for it, and
    /// the converter says what it lacks.
    bool (*is)(std::string_view text);
    Imported (*convert)(const std::string& text, const std::string& name, const Surroundings& around);
};

bool isCosbench(std::string_view text);
Imported importCosbench(const std::string& text, const std::string& name, const Surroundings& around);
Imported importFio(const std::string& text, const std::string& name, const Surroundings& around);

/// The first row that fits holds.
inline constexpr Format formats[] = {
    {"a COSBench workload (XML)", isCosbench, importCosbench},
    {"a fio job file", nullptr, importFio},
};

} // namespace headroom::import
