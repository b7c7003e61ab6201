#include "widgets/document/lookup/called_arguments.h"

#include "project/vocabulary/block_catalogue.h"
#include "widgets/theme/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace headroom::widgets {

namespace {

struct CalledArguments
{
    Q_DECLARE_TR_FUNCTIONS(CalledArguments)
};

QString plainText(const project::Json& value)
{
    return text(value.is_string() ? value.get<std::string>() : value.dump());
}

DeclaredName declaredName(const project::Operation& operation, const project::Argument& argument)
{
    const QString type = text(argument.type);
    const bool required = argument.defaultValue.is_null();
    const QString hint = !required        ? plainText(argument.defaultValue)
                         : type.isEmpty() ? CalledArguments::tr("required")
                                          : CalledArguments::tr("required: %1").arg(type);
    QString meaning = type.isEmpty() ? CalledArguments::tr("Argument of %1.").arg(text(operation.id))
                                     : CalledArguments::tr("Argument of %1: %2.").arg(text(operation.id), type);
    meaning += ' ' + (required ? CalledArguments::tr("It has no default: each caller gives it a value.")
                               : CalledArguments::tr("Default: %1.").arg(plainText(argument.defaultValue)));
    return {text(argument.name), hint, meaning};
}

} // namespace

const project::Operation* operationCalledBy(const project::Project& project, const project::Json& fields)
{
    const auto named = [&](const char* field) {
        const auto found = fields.find(field);
        return found != fields.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    const auto* behaviour = project::findBehaviour(project, named("role"));
    return behaviour ? project::findOperation(behaviour->role, named("operation")) : nullptr;
}

const project::Operation* calledOperation(const project::Project& project, const ElementRef& element)
{
    if (element.kind == ElementKind::share) {
        const auto workload =
            std::find_if(project.workloads.begin(), project.workloads.end(),
                         [&](const project::Workload& each) { return text(each.id) == element.ids.value(0); });
        const auto* behaviour =
            workload == project.workloads.end() ? nullptr : project::findBehaviour(project, workload->role);
        return behaviour ? project::findOperation(behaviour->role, element.ids.value(1).toStdString()) : nullptr;
    }
    if (element.kind != ElementKind::block)
        return nullptr;
    const project::Diagram* diagram = project::findDiagram(project, element.ids.value(0).toStdString());
    const project::Block* block = diagram ? project::findBlock(*diagram, element.ids.value(1).toStdString()) : nullptr;
    const project::BlockType* type = block ? project::blockTypesOf(project).find(block->type) : nullptr;
    const bool calls =
        type && project::findField(type->fields, "operation") && project::findField(type->fields, "arguments");
    return calls ? operationCalledBy(project, block->fields) : nullptr;
}

QList<DeclaredName> declaredNames(const project::Project& project, const ElementRef& element,
                                  const project::FieldDeclaration& field)
{
    QList<DeclaredName> names;
    const project::Operation* called = field.name == "arguments" ? calledOperation(project, element) : nullptr;
    if (called)
        for (const project::Argument& argument : called->arguments)
            names.append(declaredName(*called, argument));
    if (element.kind == ElementKind::goal && (field.name == "down" || field.name == "failing"))
        for (const project::NodeGroup& group : project.topology.groups)
            names.append({text(group.id), CalledArguments::tr("none"),
                          CalledArguments::tr("Number of its nodes that are down from the start of the run on.")});
    return names;
}

} // namespace headroom::widgets
