#include "project/library_files.h"

#include "project/block_library.h"
#include "project/file/file_cache.h"
#include "project/file/json_parse.h"
#include "project/file/json_reader.h"
#include "project/file/json_writer.h"
#include "project/file/migration.h"
#include "project/file/schema.h"

#include <optional>
#include <utility>

namespace headroom::project {
namespace {

struct LibraryFile
{
    std::shared_ptr<const ReadLibrary> library; ///< null: the file is at fault
    Findings findings;
};

LibraryFile readLibraryFile(const std::filesystem::path& path, const SchemaCheck& check)
{
    LibraryFile file;
    const std::optional<std::string> text = readText(path, file.findings);
    std::optional<Json> tree = text ? parseJson(*text, file.findings) : std::nullopt;
    if (tree && migrate(*tree, "headroom-behaviours", {}, file.findings))
        file.findings = check.faultsOf(*tree);
    if (tree && !hasErrors(file.findings)) {
        BehaviourLibrary library;
        library.id = (*tree)["id"].get<std::string>();
        library.name = tree->value("name", library.id);
        library.description = tree->value("description", std::string());
        library.view = readView(tree->value("view", Json::object()));
        for (const Json& role : (*tree)["roles"])
            library.roles.push_back(readRole(role));
        file.library = std::make_shared<const ReadLibrary>(std::move(library));
    }
    for (Finding& fault : file.findings)
        fault.place = path.filename().string() + (fault.place.empty() ? "" : ": " + fault.place);
    return file;
}

/// The files that were read while these block types were known, of which their schema speaks.
struct LibraryFiles
{
    explicit LibraryFiles(BlockCatalogue known) : types(std::move(known)), check(behaviourLibrarySchema(types)) {}

    BlockCatalogue types;
    SchemaCheck check;
    FileCache<LibraryFile> cache;
};

LibraryFiles& libraryFilesFor(BlockCatalogue types)
{
    static std::optional<LibraryFiles> last;
    if (!last || !(last->types == types))
        last.emplace(std::move(types));
    return *last;
}

/// The id of the library in a file; nothing if it cannot be read.
std::optional<std::string> libraryIdIn(const std::filesystem::path& path)
{
    Findings faults; // told when the file is read whole
    const std::optional<std::string> text = readText(path, faults);
    return text ? outermostText(*text, "id") : std::nullopt;
}

} // namespace

ReadLibrary::ReadLibrary(BehaviourLibrary content) : content_(std::move(content)), hashes_(content_.roles.size()) {}

const std::string& ReadLibrary::hashOf(const Role& role) const
{
    const std::lock_guard lock(hashing_);
    std::string& hash = hashes_.at(static_cast<std::size_t>(&role - content_.roles.data()));
    if (hash.empty())
        hash = contentHash(role);
    return hash;
}

ReadLibraries readLibraries(const std::vector<std::filesystem::path>& folders, const std::set<std::string>* ids,
                            Findings& findings)
{
    static std::mutex loading; // projects are opened by several threads
    const std::lock_guard lock(loading);
    static FileCache<std::optional<std::string>> idOf;
    Findings ofTypes; // told where block types are loaded
    LibraryFiles& files = libraryFilesFor(loadBlockTypes(folders, ofTypes));
    ReadLibraries libraries;
    for (const std::filesystem::path& folder : folders) {
        for (const std::filesystem::path& path : jsonFilesIn(folder / "behaviours")) {
            // To check a library takes far longer than to look for its id.
            if (const auto& id = idOf.get(path, libraryIdIn); ids && id && !ids->contains(*id))
                continue;
            const LibraryFile& file =
                files.cache.get(path, [&](const auto& changed) { return readLibraryFile(changed, files.check); });
            if (file.library)
                libraries.push_back(file.library);
            findings.insert(findings.end(), file.findings.begin(), file.findings.end());
        }
    }
    return libraries;
}

} // namespace headroom::project
