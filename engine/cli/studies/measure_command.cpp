#include "cli/commands/program.h"
#include "cli/studies/search_command.h"
#include "cli/support/arguments.h"
#include "cli/support/loading.h"
#include "cli/support/progress_line.h"
#include "cli/support/today.h"
#include "project/expression/quantity.h"
#include "project/file/atomic_file.h"
#include "project/library/own_components.h"
#include "study/bench/bench.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom::cli {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr double mebibyte = 1048576;

struct MeasureOptions
{
    std::string place, writeTo, size, out, like;
    study::EntryWishes wishes;
    double seconds = 0;
    bool quick = false, json = false;
};

std::uint64_t fileSize(const MeasureOptions& options)
{
    constexpr double quickBytes = 1024 * mebibyte, fullBytes = 4096 * mebibyte, least = 16 * mebibyte;
    if (options.size.empty())
        return static_cast<std::uint64_t>(options.quick ? quickBytes : fullBytes);
    const std::optional<project::Quantity> bytes = project::parseQuantity(options.size);
    if (!bytes || bytes->unit != "B" || !(bytes->value >= least && bytes->value < 1e15))
        throw BadArgument("--size " + options.size + ": write a size of at least 16 MiB, as \"4 GiB\".");
    constexpr std::uint64_t block = 1U << 20;
    return static_cast<std::uint64_t>(bytes->value) / block * block;
}

/// A device is only written to if its full name is there twice.
study::BenchPlace placeOf(const MeasureOptions& options)
{
    if (!options.writeTo.empty()) {
        if (options.writeTo != options.place || !fs::path(options.place).is_absolute())
            throw BadArgument("--write-to " + options.writeTo +
                              " destroys all data on the device, so it has to repeat "
                              "the full name of the measured device; that is " +
                              options.place + '.');
        if (!study::isBlockDevice(options.place))
            throw BadArgument("--write-to is for devices, and " + options.place +
                              " is none: in a folder a file of "
                              "its own is written.");
    }
    if (study::isBlockDevice(options.place)) {
        if (!options.size.empty())
            throw BadArgument("--size is for the file that is made in a folder; of a device all is read.");
        return study::BenchPlace::onDevice(options.place, !options.writeTo.empty());
    }
    return study::BenchPlace::inFolder(options.place, fileSize(options));
}

std::string inText(const project::Component& component, const std::vector<std::string>& remarks,
                   const std::string& file)
{
    std::string text = component.id + " (" + component.kind + "): " + project::keyFigures(component) + "\n";
    for (const auto& [name, value] : component.parameters.items()) {
        const bool estimated = std::ranges::find(component.estimatedFields, name) != component.estimatedFields.end();
        text += "  " + name + " = " + (value.is_string() ? value.get<std::string>() : value.dump()) +
                (estimated ? "   (estimated)\n" : "\n");
    }
    text += component.source + ".\n" + component.notes + "\n";
    for (const std::string& remark : remarks)
        text += "  - " + remark + "\n";
    return text + "It is in " + file + "\n";
}

std::optional<project::Component> likePart(const std::string& id)
{
    if (id.empty())
        return std::nullopt;
    project::Findings findings;
    const project::ComponentLibrary library = loadComponents(findings);
    const project::Component* const part = library.find(id);
    if (!part || (part->kind != "disk" && part->kind != "ssd" && part->kind != "nvme"))
        throw BadArgument("--like " + id +
                          ": the libraries have no drive of that name. \"headroom-engine components\" "
                          "lists them" +
                          (library.nearest(id).empty() ? "." : "; " + library.nearest(id) + " is near."));
    return *part;
}

std::string kept(const MeasureOptions& options, const project::Component& component)
{
    if (!options.out.empty()) {
        project::writeAtomically(options.out, project::libraryWith(component).dump(2) + "\n");
        return options.out;
    }
    const auto folder = project::userLibraryFolder();
    if (!folder)
        throw BadArgument("There is no home directory with libraries of your own. Name a file with --out.");
    project::saveOwnComponent(*folder, component);
    return (*folder / "hardware" / "own.json").string();
}

ExitStatus measure(MeasureOptions options)
{
    options.wishes.like = likePart(options.like);
    if (!options.out.empty() && fs::exists(options.out))
        throw BadArgument("\"" + options.out + "\" is there already. Name another file with --out.");
    const std::string fio = study::fioProgram();
    study::BenchOptions bench;
    bench.quick = options.quick;
    bench.writes = !options.writeTo.empty();
    bench.secondsOfJob = options.seconds > 0 ? options.seconds : options.quick ? 2 : 10;
    bench.kind = options.wishes.kind;
    bench.day = today();
    const study::BenchPlace place = placeOf(options);
    std::optional<study::BenchFindings> found;
    {
        const ProgressLine line;
        found = study::measureDrive(
            place, bench, fio,
            [&](const study::BenchProgress& progress) {
                line.show([&] {
                    return std::to_string(progress.done) + " of " + std::to_string(progress.jobs) +
                           " loads measured, " + progress.job;
                });
            },
            wishOfSignals);
    }
    if (!found) {
        reportError("It was interrupted; nothing was kept.");
        return runFailed;
    }
    std::vector<std::string> remarks;
    const project::Component component = study::entryOf(*found, options.wishes, remarks);
    const std::string file = kept(options, component);
    if (options.json) {
        Json answer{
            {"component", project::libraryWith(component)["components"][0]}, {"remarks", remarks}, {"file", file}};
        print(jsonLine(answer, 2));
    } else
        print(inText(component, remarks, file));
    return done;
}

} // namespace

void addMeasure(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<MeasureOptions>();
    CLI::App* command = app.add_subcommand(
        "measure", "Measures a drive with fio and makes a component of the libraries from it: in a folder with a file "
                   "of its own, on a device by reading only");
    command->add_option("PLACE", options->place, "A folder on the drive, or the device, as /dev/nvme0n1")->required();
    command->add_flag("--quick", options->quick, "Shorter loads, and fewer: under a minute instead of some minutes");
    command->add_option("--size", options->size, "Of the file in a folder; 4 GiB, with --quick 1 GiB, without it")
        ->type_name("SIZE");
    command->add_option("--seconds", options->seconds, "That each load is measured for: 10, with --quick 2, without it")
        ->type_name("S")
        ->check(CLI::Range(0.1, 3600.0));
    command
        ->add_option("--write-to", options->writeTo,
                     "Writes to the device, too, WHICH DESTROYS ALL DATA ON IT: its full name once more")
        ->type_name("DEVICE");
    command->add_option("--kind", options->wishes.kind, "disk, ssd or nvme, where the system does not know it")
        ->type_name("KIND")
        ->check(CLI::IsMember({"disk", "ssd", "nvme"}));
    command->add_option("--rpm", options->wishes.turnsPerMinute, "Turns per minute of a disk with platters")
        ->type_name("N")
        ->check(CLI::Range(1000.0, 100000.0));
    command
        ->add_option("--like", options->like, "A part of the libraries whose figures stand where nothing is measured")
        ->type_name("COMPONENT");
    command->add_option("--id", options->wishes.id, "Id of the new component; by its model without it")
        ->type_name("ID");
    command->add_option("--out", options->out, "A new library file; your own library without it")->type_name("FILE");
    command->add_flag("--json", options->json, "Print a JSON object");
    command->callback([options, &action] {
        action = [options] {
            return runSearch([&] { return measure(*options); }, {.before = "", .status = runFailed});
        };
    });
}

} // namespace headroom::cli
