#include "project/file/migration.h"

#include "project/file/shape.h"

#include <cstdint>

namespace headroom::project {
namespace {

bool refuse(Findings& findings, const char* key, const char* pointer, const std::string& problem,
            const std::string& remedy)
{
    Finding finding;
    finding.key = key;
    finding.pointer = pointer;
    finding.problem = problem;
    finding.remedy = remedy;
    findings.push_back(finding);
    return false;
}

/// A field that this program does not read any more.
struct FormerField
{
    const char *section, *name, *reason, *remedy;
};

constexpr FormerField formerFields[] = {
    {"run", "stream_chunks",
     "each chunk of a stream is moved by itself now, since larger pieces made the results wrong",
     "Remove it; saving the project does. For faster runs, set larger chunks at the transfers."},
};

void removeFormerFields(Json& tree, Findings& findings)
{
    for (const FormerField& field : formerFields)
        if (const auto section = tree.find(field.section);
            section != tree.end() && section->is_object() && section->erase(field.name) > 0)
            findings.push_back(
                {Severity::warning, "format.former-field", std::string("/") + field.section, field.section,
                 std::string("The field ") + field.name + " has no effect any more: " + field.reason + '.',
                 field.remedy});
}

/// Reads and writes of file system metadata had the pattern "random", which reads like random places of the file.
class FormerPattern
{
public:
    void rename(Json& tree, const FilePlace& place)
    {
        if (tree.is_object()) {
            if (isFormer(tree)) {
                tree["pattern"] = "metadata";
                if (count_++ == 0)
                    first_ = place.pointer();
            }
            for (auto& [key, value] : tree.get_ref<Json::object_t&>())
                rename(value, FilePlace(place, key));
        } else if (tree.is_array()) {
            for (std::size_t i = 0; i < tree.size(); ++i)
                rename(tree[i], FilePlace(place, i));
        }
    }

    void report(Findings& findings) const
    {
        if (count_ > 0)
            findings.push_back(
                {Severity::warning, "format.former-pattern", first_, "pattern",
                 "The pattern \"random\" is called \"metadata\" now, with the same results: it reads and "
                 "writes pieces of the file system beside the file, which a warm page cache does not "
                 "hold (blocks: " +
                     std::to_string(count_) + ").",
                 "Saving the project writes the new word. If random places of the file itself are "
                 "meant, choose \"random places\"."});
    }

private:
    static bool isFormer(const Json& block)
    {
        const auto type = block.find("type"), pattern = block.find("pattern");
        return type != block.end() && pattern != block.end() && (*type == "read" || *type == "write") &&
               *pattern == "random";
    }

    std::size_t count_ = 0;
    std::string first_; ///< place of the first one
};

} // namespace

const Migrations& migrations()
{
    static const Migrations steps;
    return steps;
}

bool migrate(Json& tree, const char* format, const Migrations& steps, Findings& findings)
{
    const std::string name = std::string("\"") + format + '"';
    const auto said = tree.find("format");
    const auto versionSaid = tree.find("version");
    if (!tree.is_object() || said == tree.end() || !said->is_string() || said->get<std::string>() != format) {
        return refuse(findings, "format.unknown", "/format", "The file is not a " + name + ".",
                      "A file of this kind begins with \"format\": " + name + ".");
    }
    const std::int64_t current = static_cast<std::int64_t>(steps.size()) + 1;
    if (versionSaid == tree.end() || !versionSaid->is_number_integer()) {
        return refuse(findings, "format.no-version", "/version",
                      "The file does not say which version of the format it has.", "Add a \"version\".");
    }
    const bool huge = versionSaid->is_number_unsigned() && versionSaid->get<std::uint64_t>() > INT64_MAX;
    const std::int64_t version = huge ? INT64_MAX : versionSaid->get<std::int64_t>();
    if (version > current) {
        return refuse(findings, "format.newer", "/version",
                      "The file has version " + versionSaid->dump() + ", newer than version " +
                          std::to_string(current) + " which this program knows.",
                      "Open it with a newer Headroom.");
    }
    if (version < 1) {
        return refuse(findings, "format.no-version", "/version",
                      "There is no version " + std::to_string(version) + " of the format.", "The first version is 1.");
    }
    for (std::int64_t step = version; step < current; ++step) {
        steps[static_cast<std::size_t>(step - 1)](tree);
        *tree.find("version") = step + 1;
    }
    removeFormerFields(tree, findings);
    FormerPattern pattern;
    pattern.rename(tree, FilePlace());
    pattern.report(findings);
    return true;
}

} // namespace headroom::project
