// Makes a project of a cluster that runs, from the outputs of its own commands and of its machines.
#pragma once

#include "project/document/json.h"
#include "project/library/components.h"

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace headroom::import {

/// A file, or an archive of files (tar, tar.gz); its name is for messages and tells which machine it is of.
struct GivenFile
{
    std::string name, text;
};

/// A project's file as JSON, and what it rests on. The project's description contains the lists too.
struct Adopted
{
    project::Json tree;
    std::vector<std::string> found;     ///< figures that the files state
    std::vector<std::string> matched;   ///< parts that are components of the libraries
    std::vector<std::string> unmatched; ///< other parts, with the nearest components, and the figures they got
    std::vector<std::string> assumed;   ///< what no file states
    std::vector<std::string> left;      ///< what the files say and the project does not contain
};

/// The files are at fault, or describe no cluster; every sentence names the file and the place in it.
class AdoptError : public std::runtime_error
{
public:
    explicit AdoptError(std::vector<std::string> sentences);
    const std::vector<std::string>& sentences() const { return sentences_; }

private:
    std::vector<std::string> sentences_;
};

/// The kind of each file is recognised by its content. `libraries` hold imports/adopt-*.json, and the shipped projects
/// lie beside them. Throws AdoptError.
Adopted adopt(std::vector<GivenFile> files, const std::string& name,
              const std::vector<std::filesystem::path>& libraries, const project::ComponentLibrary& components);

/// The kinds of files, for help.
std::string adoptableFiles();

} // namespace headroom::import
