#include "widgets/document/edits/parameter_edits.h"

#include "project/checks/check_context.h"
#include "project/expression/expression.h"
#include "project/expression/tokens.h"
#include "project/structure/references.h"
#include "widgets/document/edits/section_edits.h"
#include "widgets/document/model/rewrite_command.h"
#include "widgets/document/model/swap_command.h"

#include <QCoreApplication>

#include <algorithm>

namespace headroom::widgets {

using project::Parameter;

namespace {

using Parameters = std::vector<Parameter>;

struct ParameterEdits
{
    Q_DECLARE_TR_FUNCTIONS(ParameterEdits)
};

Parameters& listOf(project::Project& project)
{
    return project.parameters;
}

Parameters::iterator find(Parameters& parameters, const QString& name)
{
    return std::find_if(parameters.begin(), parameters.end(),
                        [wanted = name.toStdString()](const Parameter& each) { return each.name == wanted; });
}

void pushParameters(DocumentModel& model, const QString& text, Parameters after)
{
    auto* edit = new QUndoCommand(text);
    new SwapCommand<Parameters>(model, parametersPath, listOf, std::move(after), edit);
    model.undoStack()->push(edit);
}

/// Replaces the members of a parameter; further typing is merged into it.
class ReplaceParameter : public QUndoCommand
{
public:
    ReplaceParameter(DocumentModel& model, const Parameter& parameter, const QString& text, int typing)
        : QUndoCommand(text), model_(model), before_(*project::findParameter(model.project(), parameter.name)),
          after_(parameter), typing_(typing)
    {
    }

    void redo() override { put(after_); }
    void undo() override { put(before_); }
    int id() const override { return typing_ < 0 ? -1 : mergeId; }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = dynamic_cast<const ReplaceParameter*>(other);
        if (!next || next->typing_ != typing_ || next->after_.name != after_.name)
            return false;
        after_ = next->after_;
        return true;
    }

private:
    static constexpr int mergeId = 0x7061; ///< differs from the small ids of move commands

    void put(const Parameter& parameter)
    {
        *find(listOf(ModelAccess::project(model_)), QString::fromStdString(parameter.name)) = parameter;
        ModelAccess::noteStructure(model_, parametersPath);
        ModelAccess::noteElement(model_, ElementRef::parameter(QString::fromStdString(parameter.name)));
    }

    DocumentModel& model_;
    Parameter before_, after_;
    int typing_;
};

} // namespace

QString addParameter(DocumentModel& model, Parameter added)
{
    Parameters parameters = model.project().parameters;
    for (int number = 1; added.name.empty() || find(parameters, QString::fromStdString(added.name)) != parameters.end();
         ++number)
        added.name = "PARAMETER_" + std::to_string(number);
    const QString name = QString::fromStdString(added.name);
    parameters.push_back(std::move(added));
    pushParameters(model, ParameterEdits::tr("Add parameter %1").arg(name), std::move(parameters));
    return name;
}

QString renameRefusal(const project::Project& project, const QString& from, const QString& to)
{
    const std::string name = to.toStdString();
    const auto& functions = project::functionNames();
    if (!project::isIdentifier(name))
        return ParameterEdits::tr("A name is letters, digits and underscores, beginning with a letter.");
    if (project::identifiersIn(name).empty() || std::find(functions.begin(), functions.end(), name) != functions.end())
        return ParameterEdits::tr("“%1” is reserved in expressions.").arg(to);
    if (from != to && project::findParameter(project, name))
        return ParameterEdits::tr("There is a parameter “%1” already.").arg(to);
    if (const auto place = captured(project, from.toStdString(), name))
        return ParameterEdits::tr("“%1” means something else in %2.").arg(to, placeText(place->element, place->field));
    for (const FieldEdit& use : usesOfParameter(project, from.toStdString())) {
        const auto* behaviour = project::findBehaviour(project, roleOf(use.element).toStdString());
        if (behaviour && behaviour->reference)
            return ParameterEdits::tr("%1 uses it, and that role belongs to a library.")
                .arg(placeText(use.element, use.field));
    }
    return {};
}

bool renameParameter(DocumentModel& model, const QString& from, const QString& to)
{
    if (!project::findParameter(model.project(), from.toStdString()) ||
        !renameRefusal(model.project(), from, to).isEmpty())
        return false;
    if (from == to)
        return true;
    const auto change = [was = from.toStdString(), name = to.toStdString()](project::Project& project) {
        project::findParameter(project, was)->name = name;
        project::renameReferences(project, ElementKind::parameter, {was}, name);
    };
    auto* edit = new QUndoCommand(ParameterEdits::tr("Rename %1 to %2").arg(from, to));
    // In the project as the first step leaves it: a field may name the parameter in a reference and in an expression.
    project::Project referring = model.project();
    change(referring);
    auto uses = renamedUses(referring, from.toStdString(), to.toStdString());
    new RewriteCommand(model, {parametersPath, sectionsPath}, change, edit);
    new FieldsCommand(model, std::move(uses), edit);
    model.undoStack()->push(edit);
    return true;
}

void moveParameter(DocumentModel& model, const QString& name, int index)
{
    Parameters parameters = model.project().parameters;
    const auto from = find(parameters, name);
    if (from == parameters.end())
        return;
    const auto to = parameters.begin() + std::clamp<std::ptrdiff_t>(index, 0, std::ssize(parameters) - 1);
    if (to == from)
        return;
    if (from < to)
        std::rotate(from, from + 1, to + 1);
    else
        std::rotate(to, from, from + 1);
    pushParameters(model, ParameterEdits::tr("Move %1").arg(name), std::move(parameters));
}

void deleteParameter(DocumentModel& model, const QString& name)
{
    Parameters parameters = model.project().parameters;
    const auto doomed = find(parameters, name);
    if (doomed == parameters.end())
        return;
    parameters.erase(doomed);
    pushParameters(model, ParameterEdits::tr("Delete parameter %1").arg(name), std::move(parameters));
}

void replaceParameter(DocumentModel& model, const Parameter& parameter, const QString& text, int typing)
{
    if (project::findParameter(model.project(), parameter.name))
        model.undoStack()->push(new ReplaceParameter(model, parameter, text, typing));
}

} // namespace headroom::widgets
