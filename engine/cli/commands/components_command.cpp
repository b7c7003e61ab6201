#include "cli/commands/program.h"
#include "cli/support/loading.h"
#include "cli/support/text_table.h"

#include <algorithm>
#include <memory>
#include <set>

namespace headroom::cli {

namespace {

using Json = nlohmann::ordered_json;
using project::Component;

struct ComponentsOptions
{
    std::string kind;
    bool json = false;
};

Json toJson(const std::vector<const Component*>& components)
{
    Json list = Json::array();
    for (const Component* component : components)
        list.push_back(Json{{"id", component->id},
                            {"kind", component->kind},
                            {"vendor", component->vendor},
                            {"model", component->model},
                            {"key_figures", project::keyFigures(*component)},
                            {"parameters", component->parameters},
                            {"source", component->source},
                            {"confidence", component->confidence},
                            {"estimated_fields", component->estimatedFields},
                            {"notes", component->notes}});
    return list;
}

std::string toTable(const std::vector<const Component*>& components)
{
    std::vector<std::vector<std::string>> rows{{"id", "kind", "component", "key figures"}};
    for (const Component* component : components)
        rows.push_back({component->id, component->kind, component->vendor + " " + component->model,
                        project::keyFigures(*component)});
    return alignedTable(rows, 4);
}

std::string kindsOf(const project::ComponentLibrary& library)
{
    std::set<std::string> kinds;
    for (const Component* component : library.all())
        kinds.insert(component->kind);
    std::string text;
    for (const std::string& kind : kinds)
        text += (text.empty() ? "" : ", ") + kind;
    return text;
}

ExitStatus components(const ComponentsOptions& options)
{
    project::Findings findings;
    const project::ComponentLibrary library = loadComponents(findings);
    const bool faulty = report(findings);
    std::string kind = options.kind; // a field is called power_supply, the kind of its parts "power supply"
    std::ranges::replace(kind, '_', ' ');
    const auto found = kind.empty() ? library.all() : library.ofKinds({kind});
    if (found.empty()) {
        const std::string kinds = kindsOf(library);
        reportError(kinds.empty()
                        ? "The libraries hold no components; HEADROOM_LIBRARIES says where they are."
                        : "The libraries hold no component of kind \"" + options.kind + "\"; they hold " + kinds + ".");
        return atFault;
    }
    print(options.json ? toJson(found).dump(2, ' ', false, Json::error_handler_t::replace) + "\n" : toTable(found));
    return faulty ? atFault : done;
}

} // namespace

void addComponents(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<ComponentsOptions>();
    CLI::App* command = app.add_subcommand("components", "Lists what the hardware libraries hold");
    command->add_option("KIND", options->kind,
                        "Only this kind: processor, disk, ssd, nvme, nic, switch, memory, "
                        "controller, expander");
    command->add_flag("--json", options->json, "Print a JSON list with all figures and their sources");
    command->callback([options, &action] { action = [options] { return components(*options); }; });
}

} // namespace headroom::cli
