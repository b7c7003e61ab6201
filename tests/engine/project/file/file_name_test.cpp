#include "../projects.h"
#include "project/file/file_name.h"

#include <set>
#include <string>

using namespace headroom::project;
using namespace headroom::project::test;
using Catch::Contains;

namespace {

struct FolderOfProject : Folder
{
    FolderOfProject() { fs::create_directories(path / "project"); }
};

} // namespace

TEST_CASE("an ordinary id is its own file name")
{
    for (const std::string id : {"devices", "Ssd-2_v1.5", "two words", "größe", "a+b (c)", ".hidden", "-rf"})
        CHECK(fileNameOfId(id) == id);
}

TEST_CASE("the file name of any id is a single name in a folder, and different ids have different names")
{
    using std::string_literals::operator""s;
    std::set<std::string> names;
    const std::string long_(1000, 'x');
    const std::string hostile[] = {"../../x", "/etc/passwd", "a/b",       "a%2fb", "a\\b",     "x\0y"s, "x",       "",
                                   ".",       "..",          "...",       "a\nb",  "\x1b[31m", "a:b",   "\x7f",    "%",
                                   "%2e",     long_,         long_ + "y", "50%",   "C:\\x",    "~",     "$(touch)"};
    for (const std::string& id : hostile) {
        const std::string name = fileNameOfId(id);
        INFO(name);
        CHECK(names.insert(name).second);
        CHECK(fs::path(name).filename() == name);
        CHECK((name != "." && name != ".." && !name.empty()));
        CHECK(name.size() <= 200);
        CHECK(name.find_first_of("\n\x1b\x7f\0"s) == std::string::npos);
    }
}

TEST_CASE("a long name is cut between characters")
{
    std::string id;
    while (id.size() < 400)
        id += "ä";
    const std::string name = fileNameOfId("x" + id), other = fileNameOfId("xy" + id);
    const std::string begin = name.substr(0, name.find("%-"));
    CHECK(begin.size() % 2 == 1);
    CHECK(other.substr(0, other.find("%-")).size() % 2 == 0);
}

TEST_CASE("a path that leads out of a folder is recognised, also through links")
{
    const FolderOfProject folder;
    const fs::path project = folder.path / "project", outside = folder.path / "outside";
    fs::create_directories(project / "results");
    fs::create_directory(outside);
    CHECK_FALSE(leadsOutOf(project, project / "results" / "new.hrs"));
    CHECK(leadsOutOf(project, project / ".." / "outside"));
    CHECK(leadsOutOf(project, outside / "new.hrs"));
    CHECK(leadsOutOf(project, folder.path / "project-2"));
    fs::create_symlink(outside, project / "out");
    fs::create_symlink(outside / "not there", project / "dangling");
    fs::create_symlink("loop", project / "loop");
    fs::create_symlink("results", project / "inside");
    for (const char* const link : {"out", "dangling", "loop"})
        CHECK(leadsOutOf(project, project / link));
    CHECK(leadsOutOf(project, project / "out" / "new.hrs"));
    CHECK_FALSE(leadsOutOf(project, project / "inside" / "new.hrs"));
    CHECK_FALSE(leadsOutOf(folder.path / "project" / ".", project / "new.hrs"));
}

TEST_CASE("the folder of results is made, and no file of it lies elsewhere")
{
    const FolderOfProject folder;
    const fs::path project = folder.path / "project";
    CHECK(resultsFile(project, "s.hrs") == project / "results" / "s.hrs");
    CHECK(fs::is_directory(project / "results"));
    fs::create_symlink(folder.path / "victim", project / "results" / "t.hrs");
    CHECK_THROWS_WITH(resultsFile(project, "t.hrs"),
                      Contains("t.hrs") && Contains("leads out of the project's folder"));
    fs::remove_all(project / "results");
    fs::create_symlink(folder.path, project / "results");
    CHECK_THROWS_WITH(resultsFile(project, "s.hrs"), Contains("leads out of the project's folder"));
}

TEST_CASE("a project below share/headroom of a prefix is an installed one, and gets no folder of results")
{
    const FolderOfProject folder;
    const fs::path project = folder.path / "share/headroom/projects/example";
    fs::create_directories(project);
    fs::create_directory_symlink(project, folder.path / "link");
    CHECK(isInstalled(project));
    CHECK(isInstalled(folder.path / "link"));
    CHECK_FALSE(isInstalled(folder.path / "share/projects/example"));
    CHECK_FALSE(isInstalled(folder.path / "headroom/share"));
    (void)resultsFile(project, "s.hrs");
    CHECK_FALSE(fs::exists(project / "results"));
}
