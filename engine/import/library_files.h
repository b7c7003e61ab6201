// The files in libraries/imports. Internal to import/.
#pragma once

#include "project/document/document.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom::import {

/// The content of a JSON file; "discarded" if it cannot be read.
project::Json treeOf(const std::filesystem::path& path);

/// The files below imports/ of the libraries that state this format, in the order of their paths.
std::vector<project::Json> libraryFiles(const std::vector<std::filesystem::path>& libraries, const std::string& format);

} // namespace headroom::import
