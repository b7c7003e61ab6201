// A shipped project with some things changed, in a folder of its own that goes away with it.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace headroom::bench {

using Json = nlohmann::ordered_json;

class ProjectVariant
{
public:
    template <typename Change>
    ProjectVariant(const std::string& project, Change change)
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "headroom-bench-XXXXXX").string();
        if (!mkdtemp(pattern.data()))
            throw std::runtime_error("no folder for a project");
        folder_ = pattern;
        std::ifstream file(std::string(HEADROOM_SOURCE_DIR) + "/projects/" + project + "/" + project + ".headroom");
        Json document = Json::parse(file);
        document.erase("view");
        change(document);
        std::ofstream(folder_ / "variant.headroom") << document.dump(1);
    }
    ~ProjectVariant()
    {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    ProjectVariant(const ProjectVariant&) = delete;
    ProjectVariant& operator=(const ProjectVariant&) = delete;

    std::string path() const { return folder_.string(); }

    static Json& parameter(Json& document, const std::string& name)
    {
        for (Json& each : document["parameters"])
            if (each["name"] == name)
                return each;
        throw std::runtime_error("the project has no parameter " + name);
    }

private:
    std::filesystem::path folder_;
};

} // namespace headroom::bench
