// Each header includes what it names, as far as its text shows. CMakeLists.txt has the proof by the compiler, which
// takes minutes.
#include "tests/structure/source_files.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace headroom::structure;

namespace {

/// Headers of the standard library, of which one suffices, by the name that they declare.
const std::map<std::string, std::vector<std::string>> headersOfNames{
    {"any_of", {"algorithm"}},
    {"array", {"array"}},
    {"chrono", {"chrono"}},
    {"condition_variable", {"condition_variable"}},
    {"deque", {"deque"}},
    {"exception", {"exception", "stdexcept"}},
    {"filesystem", {"filesystem"}},
    {"find", {"algorithm"}},
    {"find_if", {"algorithm"}},
    {"from_chars", {"charconv"}},
    {"function", {"functional"}},
    {"ifstream", {"fstream"}},
    {"initializer_list", {"initializer_list", "string", "vector"}},
    {"invalid_argument", {"stdexcept"}},
    {"isfinite", {"cmath"}},
    {"isnan", {"cmath"}},
    {"list", {"list"}},
    {"make_shared", {"memory"}},
    {"make_unique", {"memory"}},
    {"map", {"map"}},
    {"max", {"algorithm"}},
    {"min", {"algorithm"}},
    {"move", {"utility", "algorithm", "functional", "map", "memory", "optional", "string", "vector"}},
    {"mutex", {"mutex"}},
    {"numeric_limits", {"limits"}},
    {"ofstream", {"fstream"}},
    {"optional", {"optional"}},
    {"ostream", {"ostream", "iosfwd", "iostream"}},
    {"ostringstream", {"sstream"}},
    {"pair", {"utility", "map"}},
    {"pmr", {"memory_resource"}},
    {"queue", {"queue"}},
    {"runtime_error", {"stdexcept"}},
    {"set", {"set"}},
    {"shared_ptr", {"memory"}},
    {"sort", {"algorithm"}},
    {"span", {"span"}},
    {"string", {"string"}},
    {"string_view", {"string_view", "string"}},
    {"tuple", {"tuple"}},
    {"uint32_t", {"cstdint"}},
    {"uint64_t", {"cstdint"}},
    {"int64_t", {"cstdint"}},
    {"unique_ptr", {"memory"}},
    {"unordered_map", {"unordered_map"}},
    {"unordered_set", {"unordered_set"}},
    {"variant", {"variant"}},
    {"vector", {"vector"}},
};

/// The code of a file without comments and texts.
std::string codeOf(const fs::path& file)
{
    static const std::regex comment("//[^\n]*"), raw(R"--(R"\([^]*?\)")--"), quoted(R"--("(?:\\.|[^"\\\n])*")--");
    std::string code = std::regex_replace(contentOf(file), comment, "");
    for (const std::regex* text : {&raw, &quoted})
        code = std::regex_replace(code, *text, "");
    return code;
}

/// The names in a header, and its includes.
struct Header
{
    std::set<std::string> declares; ///< types, also those that it only announces, and parameters of templates
    std::set<std::string> uses;     ///< names with a capital letter, but for Qt's
    std::set<std::string> standard; ///< names that follow std::
    std::vector<Include> includes;
};

std::set<std::string> namesFound(const std::string& code, const std::regex& pattern)
{
    std::set<std::string> names;
    for (std::sregex_iterator it(code.begin(), code.end(), pattern), end; it != end; ++it)
        for (std::size_t group = 1; group < it->size(); ++group)
            if ((*it)[group].matched)
                names.insert((*it)[group]);
    return names;
}

const Header& headerAt(const fs::path& path)
{
    static const std::regex declared(
        R"(\b(?:class|struct|enum|union)\s+(?:class\s+)?(?:alignas\([^)]*\)\s*)?([A-Z]\w*))"
        R"(|\busing\s+([A-Z]\w*)[^;]*=|\busing\s+[\w:]+::([A-Z]\w*);)"
        R"(|\bconcept\s+([A-Z]\w*)|\btypename\s*(?:\.\.\.)?\s*([A-Z]\w*))"
        R"(|\btemplate\s*<[^;{]*?[\s>]([A-Z]\w*)\s*[,>])");
    static const std::regex used(R"((?:^|[^\w.>:]|[a-z]::)(?!Q[A-Z])([A-Z]\w*))"), standard(R"(\bstd::(\w+))");
    static std::map<fs::path, Header> known;
    const auto found = known.find(path);
    if (found != known.end())
        return found->second;
    const std::string code = codeOf(path);
    return known[path] = {namesFound(code, declared), namesFound(code, used), namesFound(code, standard),
                          includesOf(path)};
}

/// Everything that a header includes of the project, with itself.
struct Reach
{
    std::set<fs::path> headers;
    std::set<std::string> declared, system;
};

void reach(const fs::path& header, Reach& all)
{
    if (!all.headers.insert(header).second)
        return;
    const Header& own = headerAt(header);
    all.declared.insert(own.declares.begin(), own.declares.end());
    for (const Include& include : own.includes)
        if (!include.quoted)
            all.system.insert(include.target);
        else if (const std::string path = resolved(header, include.target); !path.empty())
            reach(root / path, all);
}

std::vector<fs::path> allHeaders()
{
    std::vector<fs::path> headers;
    for (const char* folder : {"engine", "widgets", "app"})
        for (const fs::path& file : sourcesBelow(folder))
            if (file.extension() == ".h")
                headers.push_back(file);
    return headers;
}

/// A row for each name that is missing in a header, by a function that returns those of one.
template <class Missing>
std::vector<std::string> missingIn(const std::vector<fs::path>& headers, const Missing& missing)
{
    std::vector<std::string> rows;
    for (const fs::path& file : headers) {
        Reach all;
        reach(file, all);
        for (const std::string& name : missing(headerAt(file), all))
            rows.push_back(fs::relative(file, root).generic_string() + ": " + name);
    }
    return rows;
}

} // namespace

TEST_CASE("a header includes the standard headers of the names that it uses")
{
    const auto missing = missingIn(allHeaders(), [](const Header& own, const Reach& all) {
        std::vector<std::string> names;
        for (const std::string& name : own.standard) {
            const auto known = headersOfNames.find(name);
            if (known != headersOfNames.end() &&
                std::none_of(known->second.begin(), known->second.end(),
                             [&](const std::string& header) { return all.system.contains(header); }))
                names.push_back("std::" + name + " needs <" + known->second.front() + '>');
        }
        return names;
    });
    INFO("Headers that compile only after others:" << joined(missing));
    CHECK(missing.empty());
}

TEST_CASE("a header includes or announces the types of this project that it uses")
{
    const std::vector<fs::path> headers = allHeaders();
    std::set<std::string> types;
    for (const fs::path& file : headers)
        types.insert(headerAt(file).declares.begin(), headerAt(file).declares.end());
    const auto missing = missingIn(headers, [&](const Header& own, const Reach& all) {
        std::vector<std::string> names;
        std::set_difference(own.uses.begin(), own.uses.end(), all.declared.begin(), all.declared.end(),
                            std::back_inserter(names));
        std::erase_if(names, [&](const std::string& name) { return !types.contains(name); });
        return names;
    });
    INFO("Headers that compile only after others:" << joined(missing));
    CHECK(missing.empty());
}
