// Workload descriptions of other programs, made into projects: COSBench workload XML, fio job files.
#pragma once

#include "project/document/document.h"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace headroom::import {

/// The file is no description that can be read, or nothing in it can be carried over. A sentence for people.
class ImportError : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// A project's file as JSON, and what to know about it. Both lists also stand in the project's description.
struct Imported
{
    project::Json tree;
    std::vector<std::string> assumptions; ///< what the file does not say
    std::vector<std::string> left;        ///< what it says and the project does not
};

/// Recognises the kind by the content. `libraries`: folders whose imports/*.json hold the clusters that workloads are
/// put on. Throws ImportError.
Imported importText(const std::string& text, const std::string& name,
                    const std::vector<std::filesystem::path>& libraries);

} // namespace headroom::import
