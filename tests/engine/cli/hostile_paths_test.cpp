// Projects that try to make the engine write outside of their folder.
#include "engine_process.h"

#include "project/file/json_writer.h"
#include "project/project_file.h"
#include "project/structure/describe.h"

#include <map>

using namespace headroom::cli::test;
using namespace headroom::project;
using Catch::Contains;

namespace {

/// Counts all texts of a document by its description, those of declared fields too, and replaces one of them.
class EveryText : public PassOver
{
public:
    explicit EveryText(std::size_t wanted = static_cast<std::size_t>(-1), std::string replacement = {})
        : wanted_(wanted), replacement_(std::move(replacement))
    {
    }

    std::size_t count() const { return count_; }
    /// The text that was replaced.
    const std::string& was() const { return was_; }

    void text(const Member&, std::string& text)
    {
        if (count_++ == wanted_)
            was_ = std::exchange(text, replacement_);
    }
    void text(const Member& member, std::optional<std::string>& optional)
    {
        if (optional)
            text(member, *optional);
    }
    void names(const Member& member, std::vector<std::string>& names)
    {
        for (std::string& name : names)
            text(member, name);
    }
    void value(const Member&, Json& value) { strings(value); }
    void values(const Member&, std::vector<Json>& values)
    {
        for (Json& value : values)
            strings(value);
    }
    void fields(Json& values, const Fields& declared)
    {
        for (const FieldDeclaration& field : declared)
            if (field.type == FieldType::text && !values.contains(field.name) && count_++ == wanted_)
                values[field.name] = replacement_;
        strings(values);
    }
    void blockFields(Block& block) { strings(block.fields); }
    void extra(Json& values) { strings(values); }
    void object(const Member&, ElementKind, Json& values, const Fields& declared) { fields(values, declared); }
    void map(const Member&, ElementKind, Json& values) { strings(values); }
    void components(const Member&, Json& values) { strings(values); }
    void list(const List&, std::vector<Wire>&) {}
    template <typename Item>
    void list(const List&, std::vector<Item>& items)
    {
        for (Item& item : items)
            describe(*this, item);
    }
    template <typename Thing>
    void part(const Member&, ElementKind, Thing& thing)
    {
        describe(*this, thing);
    }
    void inner(const Member&, std::vector<Diagram>& diagrams)
    {
        for (Diagram& diagram : diagrams)
            describe(*this, diagram);
    }
    void definition(const Member&, Behaviour& behaviour) { describe(*this, behaviour.role); }

private:
    void strings(Json& value)
    {
        if (value.is_structured())
            for (Json& each : value)
                strings(each);
        else if (value.is_string() && count_++ == wanted_) {
            was_ = value.get<std::string>();
            value = replacement_;
        }
    }

    std::size_t wanted_, count_ = 0;
    std::string replacement_, was_;
};

/// All text leaves of a tree that are `from` become `to`: references follow an id.
void replaceAll(Json& tree, const std::string& from, const std::string& to)
{
    if (tree.is_structured())
        for (Json& each : tree)
            replaceAll(each, from, to);
    else if (tree.is_string() && tree.get<std::string>() == from)
        tree = to;
}

/// A short run with a study, a goal, a result and a measurement.
Json smallProject()
{
    Json tree = Json::parse(contentOf(HEADROOM_SOURCE_DIR "/projects/first-queue/first-queue.headroom"));
    tree["run"]["duration"] = "0.3 s";
    tree["run"]["warm_up"] = "0.1 s";
    tree["studies"] = Json::array({{{"id", "s"}, {"space", {{{"parameter", "CUSTOMERS"}, {"values", {1}}}}}}});
    tree["goals"] = Json::array({{{"id", "fast"}, {"metric", "ask.latency.p99"}, {"at_most", "1 s"}}});
    tree["results"] = Json::array({{{"name", "twice"}, {"value", "2 * ask.throughput"}, {"unit", "1/s"}}});
    tree["distributions"] = Json::array({{{"id", "sizes"}, {"values", {{1, 1}}}}});
    tree["measurements"] = Json::array({{{"id", "m"}, {"file", "measured.csv"}, {"metrics", {{"ask.per_s", "t"}}}}});
    return tree;
}

/// A project's folder in a folder with other files, which are compared.
struct Sandbox
{
    Folder folder;
    fs::path project = folder.path / "project";
    std::map<fs::path, std::string> others;

    Sandbox()
    {
        fs::create_directories(project / "results");
        fs::create_directories(folder.path / "victims");
        for (const char* const name : {"victim", "victim.hrs", "victim.hrr", "victim.ring.csv", "victim-best.hrs"})
            folder.write(std::string("victims/") + name, "precious");
        others = now();
    }

    std::map<fs::path, std::string> now() const
    {
        std::map<fs::path, std::string> files;
        for (const auto& entry : fs::recursive_directory_iterator(folder.path))
            if (entry.is_regular_file() && entry.path() != folder.outputFile() &&
                !entry.path().string().starts_with(project.string() + "/"))
                files[entry.path()] = contentOf(entry.path());
        return files;
    }
    void writeProject(const std::string& text) const { folder.write("project/p.headroom", text); }
    std::string file() const { return "'" + (project / "p.headroom").string() + "' "; }
    std::string file(const std::string& name) const { return "'" + (folder.path / name).string() + "' "; }
};

} // namespace

TEST_CASE("no text of a project makes a study write outside of the project's folder", "[slow]")
{
    const Sandbox sandbox;
    Findings findings;
    const ComponentLibrary components = ComponentLibrary::load({HEADROOM_SOURCE_DIR "/libraries"}, findings);
    const auto read =
        parseProject(smallProject().dump(), components, {HEADROOM_SOURCE_DIR "/libraries"}, sandbox.project);
    const auto& document = read.project ? read.project : read.unfinished;
    REQUIRE(document);
    Project whole = *document;
    EveryText all;
    describe(all, whole);
    CHECK(all.count() > 100);
    const std::string victims = (sandbox.folder.path / "victims" / "victim").string();
    for (std::size_t i = 0; i < all.count(); ++i) {
        const std::string hostile = i % 3 == 0   ? "../../victims/victim"
                                    : i % 3 == 1 ? victims
                                                 : victims + std::string("\0", 1);
        Project changed = *document;
        EveryText one(i, hostile);
        describe(one, changed);
        Json tree = toFullJson(changed);
        if (!one.was().empty())
            replaceAll(tree, one.was(), hostile);
        sandbox.writeProject(tree.dump());
        INFO(i << ": " << one.was());
        sandbox.folder.run("study " + sandbox.file() + "--restart --jobs 1");
        REQUIRE(sandbox.now() == sandbox.others);
    }
}

TEST_CASE("the id of a study names a file in the folder of results, whatever it is")
{
    const Sandbox sandbox;
    const std::string victims = (sandbox.folder.path / "victims" / "victim").string();
    for (const std::string& id : {std::string("../../victims/victim"), victims, victims + std::string("\0", 1),
                                  victims + std::string(".hrs\0", 5), std::string("a\nb"), std::string(1000, 'x')})
        for (const std::string command : {"study", "best", "cheapest"}) {
            fs::remove_all(sandbox.project / "results");
            Json tree = smallProject();
            tree["studies"][0]["id"] = id;
            tree["studies"][0]["space"][0]["values"] = {1, 2};
            sandbox.writeProject(tree.dump());
            const Output output = sandbox.folder.run(command + ' ' + sandbox.file() + "--restart --jobs 1");
            INFO(command << ' ' << id << ": " << output.err);
            CHECK(output.status == 0);
            CHECK(sandbox.now() == sandbox.others);
            CHECK(std::distance(fs::directory_iterator(sandbox.project / "results"), {}) == 1);
        }
}

TEST_CASE("the file of an ordinary id is named like it")
{
    const Sandbox sandbox;
    Json tree = smallProject();
    tree["studies"][0]["id"] = "Disks, 2-v1.5_b";
    sandbox.writeProject(tree.dump());
    CHECK(sandbox.folder.run("study " + sandbox.file()).status == 0);
    CHECK(fs::exists(sandbox.project / "results" / "Disks, 2-v1.5_b.hrs"));
}

TEST_CASE("links in a project's folder do not lead results out of it")
{
    const Sandbox sandbox;
    sandbox.writeProject(smallProject().dump());
    fs::create_symlink(sandbox.folder.path / "victims" / "victim", sandbox.project / "results" / "s.hrs");
    for (const char* const restart : {"", "--restart"}) {
        const Output output = sandbox.folder.run("study " + sandbox.file() + restart);
        CHECK(output.status == 1);
        CHECK_THAT(output.err, Contains("leads out of the project's folder") && Contains("--out"));
    }
    fs::remove_all(sandbox.project / "results");
    fs::create_symlink(sandbox.folder.path / "victims", sandbox.project / "results");
    CHECK(sandbox.folder.run("study " + sandbox.file()).status == 1);
    CHECK(sandbox.now() == sandbox.others);
    fs::remove(sandbox.project / "results");
    const Output run = sandbox.folder.run("simulate " + sandbox.file());
    CHECK_THAT(run.out, Contains((sandbox.project / "results").string()));
    fs::remove_all(sandbox.project / "results");
    fs::create_symlink(sandbox.folder.path / "victims", sandbox.project / "results");
    const std::string inProject = "cd '" + sandbox.project.string() + "' && env HEADROOM_LIBRARIES='" +
                                  HEADROOM_SOURCE_DIR + "/libraries' '" + HEADROOM_ENGINE + "' simulate .";
    const auto ending =
        headroom::child::Process(headroom::child::Command{"/bin/sh", {"-c", inProject + " >/dev/null"}}).wait();
    CHECK(ending.exitStatus == 1);
    CHECK_THAT(ending.complaints, Contains("say where with --out"));
    CHECK(sandbox.now() == sandbox.others);
}

TEST_CASE("a file that holds no study is not replaced, and the way out is named")
{
    const Sandbox sandbox;
    sandbox.writeProject(smallProject().dump());
    for (const std::string command : {"study", "best", "cheapest"})
        for (const char* const restart : {"", " --restart"}) {
            const Output output = sandbox.folder.run(command + ' ' + sandbox.file() + "--out " +
                                                     sandbox.file("victims/victim") + restart);
            INFO(output.err);
            CHECK(output.status == 1);
            CHECK_THAT(output.err,
                       Contains("victim is not the file of a study") && Contains("--out") && Contains("delete it"));
        }
    CHECK(sandbox.now() == sandbox.others);
}

TEST_CASE("a study that was ended while it made its file is begun anew")
{
    const Sandbox sandbox;
    sandbox.writeProject(smallProject().dump());
    // The first page of a database that holds nothing yet.
    std::string page("SQLite format 3\0\x10\0\2\2\0\x40\x20\x20\0\0\0\1\0\0\0\1", 32);
    page.resize(100);
    page.replace(92, 8, std::string("\0\0\0\1\0\x2e\x63\1", 8));
    page += std::string("\x0d\0\0\0\0\x10\0\0", 8);
    page.resize(4096);
    sandbox.folder.write("project/results/s.hrs", page);
    const Output output = sandbox.folder.run("study " + sandbox.file());
    INFO(output.err);
    CHECK(output.status == 0);
}

TEST_CASE("a study that ends while it makes its file leaves none of its name")
{
    const Sandbox sandbox;
    Json tree = smallProject();
    tree["studies"][0]["space"] = {{{"parameter", "CUSTOMERS"}, {"from", 1}, {"to", 1000}, {"steps", 1000}},
                                   {{"parameter", "THINK_TIME"}, {"from", "1 ms"}, {"to", "1 s"}, {"steps", 200}}};
    sandbox.writeProject(tree.dump());
    const std::string results = (sandbox.project / "results").string();
    // Killed as soon as anything is in the folder.
    const std::string script =
        "env HEADROOM_LIBRARIES='" HEADROOM_SOURCE_DIR "/libraries' '" HEADROOM_ENGINE "' study " + sandbox.file() +
        "& until [ -n \"$(ls -A '" + results + "')\" ] || ! kill -0 $!; do sleep 0.001; done; kill -9 $!; wait $!";
    headroom::child::Process(headroom::child::Command{"/bin/sh", {"-c", script}}).wait();
    CHECK_FALSE(fs::exists(sandbox.project / "results" / "s.hrs"));
    sandbox.writeProject(smallProject().dump());
    const Output again = sandbox.folder.run("study " + sandbox.file());
    INFO(again.err);
    CHECK(again.status == 0);
    CHECK(std::distance(fs::directory_iterator(sandbox.project / "results"), {}) == 1);
}
