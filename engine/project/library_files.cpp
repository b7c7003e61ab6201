#include "project/library_files.h"

#include "project/block_library.h"
#include "project/file/file_cache.h"
#include "project/file/json_parse.h"
#include "project/file/json_reader.h"
#include "project/file/json_writer.h"
#include "project/file/migration.h"

#include <optional>
#include <utility>

namespace headroom::project {
namespace {

struct LibraryFile
{
    std::shared_ptr<const ReadLibrary> library; ///< null: the file is at fault
    Findings findings;
};

BehaviourLibrary readLibrary(const Json& tree, const BlockCatalogue& types, ShapeFaults& faults)
{
    const FilePlace file;
    faults.members(tree,
                   {{.key = "id", .required = true},
                    {.key = "name"},
                    {.key = "description"},
                    {.key = "roles", .types = listType, .required = true},
                    {.key = "view", .types = objectType}},
                   file);
    BehaviourLibrary library;
    library.id = textAt(tree, "id");
    library.name = textAt(tree, "name", library.id);
    library.description = textAt(tree, "description");
    if (tree.contains("view"))
        library.view = readView(tree["view"], faults, FilePlace(file, "view"));
    const FilePlace roles(file, "roles");
    static const Json none = Json::array();
    const Json& list = tree.contains("roles") ? tree["roles"] : none;
    for (std::size_t i = 0; list.is_array() && i < list.size(); ++i) {
        const FilePlace place(roles, i);
        if (list[i].is_object())
            faults.members(list[i], {{.key = "id", .required = true}}, place);
        library.roles.push_back(readRole(list[i], types, faults, place));
    }
    return library;
}

LibraryFile readLibraryFile(const std::filesystem::path& path, const BlockCatalogue& types)
{
    LibraryFile file;
    const std::optional<std::string> text = readText(path, file.findings);
    std::optional<Json> tree = text ? parseJson(*text, file.findings) : std::nullopt;
    if (tree && migrate(*tree, "headroom-behaviours", {}, file.findings)) {
        ShapeFaults faults(*tree, file.findings);
        BehaviourLibrary library = readLibrary(*tree, types, faults);
        if (!hasErrors(file.findings))
            file.library = std::make_shared<const ReadLibrary>(std::move(library));
    }
    for (Finding& fault : file.findings)
        fault.place = path.filename().string() + (fault.place.empty() ? "" : ": " + fault.place);
    return file;
}

/// The files that were read while these block types were known, which they were checked with.
struct LibraryFiles
{
    explicit LibraryFiles(BlockCatalogue known) : types(std::move(known)) {}

    BlockCatalogue types;
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
    Findings faults; // reported when the file is read whole
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
    Findings ofTypes; // reported where block types are loaded
    LibraryFiles& files = libraryFilesFor(loadBlockTypes(folders, ofTypes));
    ReadLibraries libraries;
    for (const std::filesystem::path& folder : folders) {
        for (const std::filesystem::path& path : jsonFilesIn(folder / "behaviours")) {
            // To check a library takes far longer than to look for its id.
            if (const auto& id = idOf.get(path, libraryIdIn); ids && id && !ids->contains(*id))
                continue;
            const LibraryFile& file =
                files.cache.get(path, [&](const auto& changed) { return readLibraryFile(changed, files.types); });
            if (file.library)
                libraries.push_back(file.library);
            findings.insert(findings.end(), file.findings.begin(), file.findings.end());
        }
    }
    return libraries;
}

} // namespace headroom::project
