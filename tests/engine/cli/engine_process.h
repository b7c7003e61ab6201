// Runs headroom-engine as a child and takes what it says.
#pragma once

#include "child/process.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <unistd.h>

namespace headroom::cli::test {

namespace fs = std::filesystem;

struct Output
{
    int status = -1;
    std::string out, err;
};

inline std::string contentOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// A folder of the test's own, removed at its end.
struct Folder
{
    fs::path path = fs::temp_directory_path() / ("headroom-cli-test-" + std::to_string(::getpid()));
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }

    fs::path write(const std::string& name, const std::string& text) const
    {
        std::ofstream(path / name, std::ios::binary) << text;
        return path / name;
    }
    /// Output of a run while it goes on, for a feed that waits for a word of it.
    fs::path outputFile() const { return path / "out"; }
    /// `arguments` are shell words; `feed` is a shell command whose output becomes standard input.
    Output run(const std::string& arguments, const std::string& feed = "") const
    {
        const std::string command = (feed.empty() ? "" : feed + " | ") + "env HEADROOM_LIBRARIES='" +
                                    HEADROOM_SOURCE_DIR + "/libraries' '" + HEADROOM_ENGINE + "' " + arguments + " >'" +
                                    outputFile().string() + "'";
        const child::Ending ending = child::Process(child::Command{"/bin/sh", {"-c", command}}).wait();
        REQUIRE(ending.signal == 0);
        return {ending.exitStatus, contentOf(outputFile()), ending.complaints};
    }
};

inline nlohmann::ordered_json printed(const Output& output, int status = 0)
{
    INFO(output.err);
    REQUIRE(output.status == status);
    return nlohmann::ordered_json::parse(output.out);
}

inline std::string swiftRack()
{
    return std::string("'") + HEADROOM_SOURCE_DIR + "/projects/swift-rack' ";
}

} // namespace headroom::cli::test
