// A disk or an output without room: nothing that was not written whole counts as written.
#include "engine_process.h"

using namespace headroom::cli::test;
using Catch::Contains;

namespace {

const std::string engine = "env HEADROOM_LIBRARIES='" HEADROOM_SOURCE_DIR "/libraries' '" HEADROOM_ENGINE "' ";
const std::string queue = "'" HEADROOM_SOURCE_DIR "/projects/first-queue' ";

headroom::child::Ending shell(const std::string& script)
{
    return headroom::child::Process(headroom::child::Command{"/bin/sh", {"-c", script}}).wait();
}

} // namespace

TEST_CASE("standard output that cannot be written ends every command with an error")
{
    for (const std::string& arguments :
         {"simulate " + queue + "--duration '6 s' --json", "simulate " + queue + "--duration '6 s' --stream",
          "check " + queue, "study " + queue + "--vary THREADS=1,2 --plan", std::string("components"),
          std::string("schema project"), std::string("--help"), std::string("--version")}) {
        const auto ending = shell(engine + arguments + " >/dev/full");
        INFO(arguments << ": " << ending.complaints);
        CHECK(ending.exitStatus != 0);
        CHECK(ending.signal == 0);
        if (!arguments.starts_with("--"))
            CHECK_THAT(ending.complaints, Contains("cannot be written"));
    }
}

TEST_CASE("a file for which there is no room is reported with path and reason, and nothing is left of it")
{
    const Folder folder;
    const std::string out = (folder.path / "out").string();
    // A limit of the size of files fails a write, as a full disk does.
    const std::string full = "trap '' XFSZ; ulimit -f 0; ";
    for (const std::string& arguments :
         {"simulate " + queue + "--duration '6 s' --json --trace '" + out + "' --trace-some",
          "simulate " + queue + "--duration '6 s' --json --out '" + out + "'",
          "cost " + queue + "--duration '6 s' --csv '" + out + "'",
          "study " + queue + "--vary THREADS=1 --duration '6 s' --out '" + out + "'"}) {
        const auto ending = shell(full + engine + arguments + " >/dev/null");
        INFO(arguments << ": " << ending.complaints);
        CHECK((ending.exitStatus == 1 || ending.exitStatus == 2));
        CHECK_THAT(ending.complaints, Contains(out));
        CHECK(fs::is_empty(folder.path));
    }
}

TEST_CASE("an output to a pipe is written into it, and the pipe stays")
{
    const Folder folder;
    const std::string pipe = (folder.path / "pipe").string();
    for (const std::string& arguments : {"simulate " + queue + "--duration '6 s' --json --trace-some --trace ",
                                         "cost " + queue + "--duration '6 s' --csv "}) {
        const auto ending =
            shell("mkfifo '" + pipe + "'; cat '" + pipe + "' >'" + pipe + ".txt' & " + engine + arguments + "'" + pipe +
                  "' >/dev/null; wait; test -p '" + pipe + "' && rm '" + pipe + "'");
        INFO(ending.complaints);
        CHECK(ending.exitStatus == 0);
        CHECK(contentOf(pipe + ".txt").size() > 50);
    }
}
