// Behaviour libraries as they were read from their files: projects that refer to the same library share it.
#pragma once

#include "project/project_file.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace headroom::project {

/// A library as it was read from its file. It never changes, so projects share it.
class ReadLibrary
{
public:
    explicit ReadLibrary(BehaviourLibrary content);

    const BehaviourLibrary* operator->() const { return &content_; }
    const BehaviourLibrary& operator*() const { return content_; }

    /// The content hash of one of its roles: computed once, though every project that uses the role asks for it.
    const std::string& hashOf(const Role& role) const;

private:
    BehaviourLibrary content_;
    mutable std::mutex hashing_;
    mutable std::vector<std::string> hashes_; ///< of its roles; empty: not computed yet
};

using ReadLibraries = std::vector<std::shared_ptr<const ReadLibrary>>;

/// Those with the given ids, or all if `ids` is null, and what is wrong with their files, and with files whose id
/// cannot be read. A file that has not changed since it was last read in this process is not read again.
ReadLibraries readLibraries(const std::vector<std::filesystem::path>& folders, const std::set<std::string>* ids,
                            Findings& findings);

} // namespace headroom::project
