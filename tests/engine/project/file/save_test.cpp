#include "../projects.h"
#include "project/file/atomic_file.h"
#include "project/file/json_writer.h"

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace headroom::project;
using namespace headroom::project::test;
using Catch::Contains;

namespace {

std::string failureOf(const fs::path& path)
{
    try {
        saveProject(open(shipped("first-queue")), path);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return {};
}

} // namespace

TEST_CASE("a saved project is a file that opens as the same project")
{
    const Folder folder;
    const fs::path path = folder.path / "saved.headroom";
    for (const std::string& name : shippedNames()) {
        saveProject(open(shipped(name)), path);
        CHECK(contentOf(path) == toText(open(shipped(name))));
        const LoadResult result = loadProject(path, components(), folders);
        REQUIRE(result.project);
        CHECK(toText(*result.project) == contentOf(path));
        CHECK(folder.names() == std::vector<std::string>{"saved.headroom"});
    }
}

TEST_CASE("a place that cannot be written to is named with the reason, and nothing is left behind")
{
    const Folder folder;
    folder.write("file", "old");
    CHECK_THAT(failureOf(folder.path / "file" / "p.headroom"),
               Contains("p.headroom") && Contains("could not be saved"));
    CHECK_THAT(failureOf(folder.path / "missing" / "p.headroom"), Contains("No such file or directory"));
    fs::create_directory(folder.path / "taken.headroom");
    CHECK_THAT(failureOf(folder.path / "taken.headroom"), Contains("Is a directory"));
    CHECK(contentOf(folder.path / "file") == "old");
    CHECK(folder.names() == std::vector<std::string>{"file", "taken.headroom"});
}

TEST_CASE("the old file survives a disk that has no room for the new one")
{
    const Folder folder;
    const fs::path path = folder.write("p.headroom", "old");
    // A limit of the size of files fails a write in its middle, as a full disk does.
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    const rlimit little{100, before.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &little) == 0);
    const std::string failure = failureOf(path);
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
    CHECK_THAT(failure, Contains("p.headroom") && Contains("too large"));
    CHECK(contentOf(path) == "old");
    CHECK(folder.names() == std::vector<std::string>{"p.headroom"});
}

TEST_CASE("a pipe is written directly, and stays")
{
    const Folder folder;
    const fs::path pipe = folder.path / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    REQUIRE(reader >= 0);
    writeAtomically(pipe, "text");
    char text[8] = {};
    CHECK(::read(reader, text, sizeof text) == 4);
    ::close(reader);
    CHECK(std::string(text) == "text");
    CHECK(fs::is_fifo(pipe));
    CHECK(folder.names() == std::vector<std::string>{"pipe"});
}

TEST_CASE("saving keeps the file's permissions and follows a link")
{
    const Folder folder;
    const fs::path path = folder.write("p.headroom", "old");
    REQUIRE(::chmod(path.c_str(), 0640) == 0);
    fs::create_symlink(path, folder.path / "link.headroom");
    CHECK(failureOf(folder.path / "link.headroom").empty());
    CHECK(fs::is_symlink(folder.path / "link.headroom"));
    CHECK(contentOf(path) != "old");
    CHECK((fs::status(path).permissions() & fs::perms::mask) == fs::perms(0640));
    CHECK(folder.names() == std::vector<std::string>{"link.headroom", "p.headroom"});
}

TEST_CASE("files that a killed process left beside the project go when it is opened or saved, those of live ones stay")
{
    const Folder folder;
    const std::string gone = ".p.headroom.999999999-0", living = ".p.headroom." + std::to_string(::getppid()) + "-0";
    const std::vector<std::string> others = {".p.headroom.notes", ".q.headroom.999999999-0"};
    const fs::path path = folder.write("p.headroom", shippedText("first-queue"));
    for (const std::string& name : others)
        folder.write(name, "");
    folder.write(living, "");
    std::vector<std::string> kept = {living, "p.headroom"};
    kept.insert(kept.end(), others.begin(), others.end());
    std::sort(kept.begin(), kept.end());

    folder.write(gone, "half");
    CHECK(loadProject(path, components(), folders).project);
    CHECK(folder.names() == kept);
    folder.write(gone, "half");
    CHECK(failureOf(path).empty());
    CHECK(folder.names() == kept);
}
