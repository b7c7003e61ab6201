#include "widgets/document/edits/component_swap.h"

#include "project/expression/name_choice.h"
#include "widgets/document/edits/parameter_edits.h"
#include "widgets/document/model/swap_command.h"

#include <QCoreApplication>

#include <algorithm>

namespace headroom::widgets {

using project::Parameter;
using project::ParameterType;

namespace {

struct ComponentSwap
{
    Q_DECLARE_TR_FUNCTIONS(ComponentSwap)
};

bool isChosen(const Parameter& parameter, const std::string& id)
{
    return parameter.type == ParameterType::component && parameter.value == id;
}

} // namespace

std::map<std::string, int> componentUses(const project::Project& project)
{
    std::map<std::string, int> uses;
    const auto count = [&](const project::Json& value) {
        if (value.is_string() && !project::findParameter(project, value.get<std::string>()))
            ++uses[value.get<std::string>()];
    };
    forEachField(project, [&](const FieldPlace& place) {
        if (place.declaration && place.declaration->type == project::FieldType::component && place.value->is_string())
            for (const std::string& name : project::componentsNamedIn(place.value->get_ref<const std::string&>()))
                count(name);
    });
    for (const Parameter& parameter : project.parameters)
        if (parameter.type == ParameterType::component)
            count(parameter.value);
    return uses;
}

int swapComponent(DocumentModel& model, const QString& fromId, const QString& toId)
{
    const std::string from = fromId.toStdString(), to = toId.toStdString();
    auto fields = swappedComponents(model.project(), from, to);
    auto parameters = model.project().parameters;
    int places = static_cast<int>(fields.size());
    const int inFields = places;
    for (Parameter& parameter : parameters) {
        if (!isChosen(parameter, from))
            continue;
        ++places;
        parameter.value = to;
        auto& offered = parameter.alternatives;
        if (!offered.empty() && std::find(offered.begin(), offered.end(), parameter.value) == offered.end())
            offered.push_back(to);
    }
    if (places == 0 || from == to)
        return 0;
    auto* edit = new QUndoCommand(ComponentSwap::tr("Replace %2 by %1").arg(toId, fromId));
    if (places > inFields)
        new SwapCommand<std::vector<Parameter>>(
            model, parametersPath, [](project::Project& project) -> auto& { return project.parameters; },
            std::move(parameters), edit);
    QStringList roles;
    for (const FieldEdit& each : fields)
        if (!roles.contains(roleOf(each.element)))
            roles.append(roleOf(each.element));
    for (const QString& role : roles)
        ModelAccess::takeOver(model, role, edit);
    new FieldsCommand(model, std::move(fields), edit);
    model.undoStack()->push(edit);
    return places;
}

} // namespace headroom::widgets
