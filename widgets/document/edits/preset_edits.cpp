#include "widgets/document/edits/preset_edits.h"

#include "project/editing/elements.h"
#include "project/editing/new_elements.h"
#include "project/resolve/parameter_values.h"
#include "project/resolve/presets.h"
#include "widgets/document/edits/parameter_edits.h"
#include "widgets/document/edits/section_edits.h"
#include "widgets/document/lookup/component_title.h"
#include "widgets/document/model/swap_command.h"
#include "widgets/theme/text.h"

#include <QCoreApplication>
#include <QUndoCommand>

#include <algorithm>
#include <utility>
#include <vector>

namespace headroom::widgets {

using project::Parameter;
using project::Preset;
using project::Project;

namespace {

struct PresetEdits
{
    Q_DECLARE_TR_FUNCTIONS(PresetEdits)
};

using Presets = std::vector<Preset>;

Presets& presetsOf(Project& project)
{
    return project.presets;
}

template <typename List>
auto presetIn(List& presets, const QString& id)
{
    return std::find_if(presets.begin(), presets.end(),
                        [wanted = id.toStdString()](const Preset& each) { return each.id == wanted; });
}

void pushPresets(DocumentModel& model, const QString& words, Presets after)
{
    auto* edit = new QUndoCommand(words);
    new SwapCommand<Presets>(model, sectionsPath, presetsOf, std::move(after), edit);
    model.undoStack()->push(edit);
}

/// A component by its name, anything else as it is typed.
QString shown(const Parameter& parameter, const project::Json& value, const project::ComponentLibrary& library)
{
    const std::string words = project::settingText(value);
    const auto* component = parameter.type == project::ParameterType::component ? library.find(words) : nullptr;
    return component ? titleOf(*component) : text(words);
}

/// "home-lab" of "Home lab, 1 GbE".
std::string idOf(const QString& name)
{
    QString id;
    for (const QChar letter : name.toLower())
        if (letter.isLetterOrNumber() && letter.unicode() < 128)
            id += letter;
        else if (!id.isEmpty() && !id.endsWith('-'))
            id += '-';
    while (id.endsWith('-'))
        id.chop(1);
    return id.isEmpty() ? "preset" : id.toStdString();
}

} // namespace

QString titleOf(const Preset& preset)
{
    return text(preset.name.empty() ? preset.id : preset.name);
}

QStringList changesOf(const Project& project, const Preset& preset, const project::ComponentLibrary& library)
{
    QStringList lines;
    for (const auto& [parameter, value] : project::changesBy(preset, project, library))
        lines += QStringLiteral("%1: %2 → %3")
                     .arg(text(parameter->name), shown(*parameter, parameter->value, library),
                          shown(*parameter, value, library));
    return lines;
}

void usePreset(DocumentModel& model, const QString& id, const project::ComponentLibrary& library,
               const std::function<void(QUndoCommand*)>& extend)
{
    const auto preset = presetIn(model.project().presets, id);
    if (preset == model.project().presets.end())
        return;
    std::vector<FieldEdit> edits;
    for (const auto& [parameter, value] : project::changesBy(*preset, model.project(), library))
        edits.push_back({ElementRef::parameter(text(parameter->name)), "value", value});
    if (edits.empty())
        return;
    auto* edit = new QUndoCommand(PresetEdits::tr("Use preset %1").arg(titleOf(*preset)));
    if (extend)
        extend(edit);
    new FieldsCommand(model, std::move(edits), edit); // tells of each parameter, which drawings wait for
    model.undoStack()->push(edit);
}

QString addPreset(DocumentModel& model, const QString& name)
{
    Presets presets = model.project().presets;
    Preset added;
    added.id = project::freshName(project::idsOf(presets), idOf(name));
    added.name = name.toStdString();
    project::fillNew(added, model.project());
    const QString id = text(added.id);
    presets.push_back(std::move(added));
    pushPresets(model, PresetEdits::tr("Make preset %1").arg(name), std::move(presets));
    return id;
}

void takeValues(DocumentModel& model, const QString& id)
{
    Presets presets = model.project().presets;
    const auto preset = presetIn(presets, id);
    if (preset == presets.end())
        return;
    for (const auto& [name, value] : project::valuesOf(*preset))
        if (const Parameter* parameter = project::findParameter(model.project(), name))
            preset->fields["values"][name] = parameter->value;
    const QString words = PresetEdits::tr("Take the values into preset %1").arg(titleOf(*preset));
    pushPresets(model, words, std::move(presets));
}

QString presetNameRefusal(const Project& project, const QString& id, const QString& name)
{
    const QString wanted = name.trimmed();
    if (wanted.isEmpty())
        return PresetEdits::tr("A preset needs a name.");
    for (const Preset& each : project.presets)
        if (text(each.id) != id && titleOf(each) == wanted)
            return PresetEdits::tr("There is a preset “%1” already.").arg(wanted);
    return {};
}

void namePreset(DocumentModel& model, const QString& id, const QString& name)
{
    Presets presets = model.project().presets;
    const auto preset = presetIn(presets, id);
    if (preset == presets.end() || titleOf(*preset) == name)
        return;
    const QString words = PresetEdits::tr("Rename preset %1 to %2").arg(titleOf(*preset), name);
    preset->name = name.toStdString();
    pushPresets(model, words, std::move(presets));
}

} // namespace headroom::widgets
