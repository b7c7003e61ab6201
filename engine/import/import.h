// Converts the workload descriptions of other programs to projects: COSBench workload XML, fio job files. See
// ring_import.h for rings.
#pragma once

#include "project/document/document.h"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace headroom::import {

/// The file cannot be read as a workload description, or nothing in it can be converted. what() is a sentence for the
/// user.
class ImportError : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// A project's file as JSON, and notes about the conversion. The project's description contains both lists too.
struct Imported
{
    project::Json tree;
    std::vector<std::string> assumptions; ///< about what the file does not specify
    std::vector<std::string> left;        ///< parts of the file that the project does not contain
};

/// The kinds of files, for help: "a COSBench workload (XML), a fio job file".
std::string formatsInWords();

/// Recognises the kind of file by its content. `libraries`: folders whose imports/*.json contain the clusters for
/// imported workloads. Throws ImportError.
Imported importText(const std::string& text, const std::string& name,
                    const std::vector<std::filesystem::path>& libraries);

} // namespace headroom::import
