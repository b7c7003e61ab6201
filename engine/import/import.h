// Converts the workload descriptions of other programs to projects: COSBench workload XML, fio job files. See
// rings/ring_import.h for rings.
#pragma once

#include "project/document/document.h"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
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

/// Where a file comes from, and what it may refer to.
struct Surroundings
{
    std::vector<std::filesystem::path> libraries; ///< their imports/*.json contain the clusters for imported workloads
    std::map<std::string, std::string> defines;   ///< values of the variables that the file takes from the environment
    /// The content of a file in the folder of the imported one, or below; nothing if there is none. Null: no file can
    /// be included.
    std::function<std::optional<std::string>(const std::string&)> fileBeside;
};

/// Values of the parameters of a project that a file gives: the load of a client of a system that has its own project.
struct FilledParameters
{
    std::string system; ///< "a cluster of ..."
    std::map<std::string, project::Json> values;
    std::vector<std::string> left; ///< as in Imported
};

/// Reads a fio job file whose jobs are clients of a cluster. Throws ImportError if none is.
FilledParameters parametersFrom(const std::string& text, const Surroundings& around);

/// The kinds of files, for help: "a COSBench workload (XML), a fio job file".
std::string formatsInWords();

/// Recognises the kind of file by its content. Throws ImportError.
Imported importText(const std::string& text, const std::string& name, const Surroundings& around);

} // namespace headroom::import
