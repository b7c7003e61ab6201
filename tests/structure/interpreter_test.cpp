// Checks that the parts of the interpreter refer to each other in one direction only.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path behaviour = fs::path(HEADROOM_SOURCE_DIR) / "engine/behaviour";

std::string partText(const fs::path& path)
{
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The first group of each match.
std::vector<std::string> found(const std::string& text, const char* pattern)
{
    const std::regex expression(pattern, std::regex::ECMAScript | std::regex::multiline);
    std::vector<std::string> matches;
    for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end; ++match)
        matches.push_back((*match)[1]);
    return matches;
}

struct Part
{
    std::string name;
    std::vector<std::string> refersTo; ///< classes of its members that are references
};

/// The members of Parts, in the order in which they are constructed.
std::vector<Part> partsInOrder()
{
    const std::string all = partText(behaviour / "interpreter/parts.h");
    std::vector<Part> parts;
    for (const std::string& name : found(all.substr(all.find("struct Parts")), R"(^    ([A-Z]\w+) \w+(?:\{|;))"))
        parts.push_back({name, {}});
    for (const std::string& header : found(all, R"(^#include "behaviour/([^"]+)\")")) {
        const std::string text = partText(behaviour / header);
        for (Part& part : parts)
            if (const auto begin = text.find("class " + part.name + "\n"); begin != std::string::npos)
                part.refersTo =
                    found(text.substr(begin, text.find("\n};", begin) - begin), R"(^    (?:const )?([A-Z]\w+)& \w+;)");
    }
    return parts;
}

} // namespace

TEST_CASE("a part of the interpreter refers only to parts that are constructed before it")
{
    const std::vector<Part> parts = partsInOrder();
    REQUIRE(parts.size() > 30); // fails if the search finds nothing any more
    std::size_t references = 0;
    for (auto part = parts.begin(); part != parts.end(); ++part)
        for (const std::string& other : part->refersTo) {
            const auto at = std::find_if(parts.begin(), parts.end(), [&](const Part& p) { return p.name == other; });
            if (at == parts.end())
                continue; // it is the model, or hardware
            ++references;
            INFO(part->name << " refers to " << other);
            CHECK(at < part);
        }
    CHECK(references > 80);
}

TEST_CASE("only the interpreter itself knows all its parts")
{
    std::vector<std::string> knowing;
    for (const auto& entry : fs::recursive_directory_iterator(behaviour.parent_path()))
        if (entry.is_regular_file() && entry.path().string().find("/build/") == std::string::npos &&
            partText(entry.path()).find("#include \"behaviour/interpreter/parts.h\"") != std::string::npos)
            knowing.push_back(entry.path().filename());
    std::sort(knowing.begin(), knowing.end());
    CHECK(knowing == std::vector<std::string>{"interpreter.cpp", "standing.cpp"});
}
