// fio job files and command lines: sections with their options.
#pragma once

#include "import/import.h"

#include <map>
#include <string>
#include <vector>

namespace headroom::import::fio {

/// Options of one job by their canonical names, those of the global sections before it included. Several lines of an
/// option that adds up are joined with colons.
using OptionMap = std::map<std::string, std::string>;

struct Section
{
    std::string name;
    OptionMap options;
};

/// Figures of the assumed machine, for $ncpus, $pagesize and $mb_memory.
struct Machine
{
    double ncpus = 1, pagesize = 4096, mbMemory = 1;
};

/// The jobs in their order. Throws ImportError, which names the line; all variables without a value are named at once.
std::vector<Section> sectionsOf(const std::string& text, const Surroundings& around, const Machine& machine);

} // namespace headroom::import::fio
