// The options of fio 3.33, and what an import makes of them.
#pragma once

#include <string>
#include <string_view>

namespace headroom::import::fio {

enum class Use
{
    carried,  ///< the project has it
    changes,  ///< it changes the load and is named
    harmless, ///< it changes the report, the content of buffers or the files' names only
    unknown   ///< no option of fio 3.33 (it may belong to an engine)
};

/// fio's own name of an option that has several: "blocksize" is "bs".
std::string canonicalName(std::string_view option);
/// `option` is a canonical name.
Use useOf(std::string_view option);
/// True if several lines of it add up, as of filename.
bool addsUp(std::string_view option);
/// True if fio's command line knows it, but no job file does ("output", "client").
bool isOfCommandLine(std::string_view option);

} // namespace headroom::import::fio
