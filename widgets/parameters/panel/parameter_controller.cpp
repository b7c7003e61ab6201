#include "widgets/parameters/panel/parameter_controller.h"

#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/preset_edits.h"
#include "widgets/document/edits/section_edits.h"
#include "widgets/parameters/panel/preset_bar.h"

#include <QPointer>
#include <QUndoCommand>

#include <utility>

namespace headroom::widgets {

namespace {

/// Makes the panel name the preset that was chosen last, also after an undo.
class NamePreset : public QUndoCommand
{
public:
    NamePreset(ParameterPanel& panel, QString after, QUndoCommand* step)
        : QUndoCommand(step), panel_(&panel), before_(panel.presets().chosen()), after_(std::move(after))
    {
    }
    void redo() override { show(after_); }
    void undo() override { show(before_); }

private:
    void show(const QString& preset)
    {
        if (panel_)
            panel_->setPreset(preset);
    }

    QPointer<ParameterPanel> panel_;
    QString before_, after_;
};

} // namespace

ParameterController::ParameterController(DocumentModel& model, ParameterPanel& panel, QObject* parent)
    : QObject(parent), model_(model), panel_(panel)
{
    panel_.setUses([this](const QString& parameter) {
        QStringList places;
        for (const auto& use : usesOf(parameter))
            places.append(placeText(use.element, use.field));
        return places;
    });
    panel_.setRefusal(
        [this](const QString& from, const QString& to) { return renameRefusal(model_.project(), from, to); });
    connect(&panel_, &ParameterPanel::valueChanged, this,
            [this](const QString& name, const project::Json& value) { setParameter(model_, name, value); });
    connect(&panel_, &ParameterPanel::addRequested, this, &ParameterController::add);
    connect(&panel_, &ParameterPanel::renameRequested, this,
            [this](const QString& from, const QString& to) { renameParameter(model_, from, to); });
    connect(&panel_, &ParameterPanel::moveRequested, this,
            [this](const QString& name, int index) { moveParameter(model_, name, index); });
    connect(&panel_, &ParameterPanel::deleteRequested, this,
            [this](const QString& name) { deleteParameter(model_, name); });
    connect(&panel_, &ParameterPanel::parameterChanged, this,
            [this](const project::Parameter& parameter, const QString& what, int typing) {
                replaceParameter(model_, parameter, what, typing);
            });
    connect(&panel_, &ParameterPanel::useChosen, this, [this](const QString& parameter, int index) {
        const auto uses = usesOf(parameter);
        if (index >= 0 && index < static_cast<int>(uses.size())) {
            const auto& use = uses[static_cast<std::size_t>(index)];
            emit placeChosen(use.element, use.field);
        }
    });
    connectPresets();
    connect(&model_, &DocumentModel::structureChanged, &panel_, [this](const QString& path) {
        if (path == parametersPath)
            panel_.reload();
        else
            panel_.refresh(); // the uses of a parameter may have changed
    });
}

void ParameterController::connectPresets()
{
    PresetBar& presets = panel_.presets();
    connect(&presets, &PresetBar::chosenByUser, this, &ParameterController::use);
    connect(&presets, &PresetBar::takeWanted, this, [this](const QString& preset) { takeValues(model_, preset); });
    const auto refOf = [](const QString& preset) { return ElementRef{ElementKind::preset, {preset}}; };
    connect(&presets, &PresetBar::deleteWanted, this,
            [this, refOf](const QString& preset) { deleteElement(model_, refOf(preset)); });
    connect(&presets, &PresetBar::editWanted, this,
            [this, refOf](const QString& preset) { emit elementWanted(refOf(preset)); });
}

void ParameterController::use(const QString& preset)
{
    const auto* library = panel_.library();
    if (library)
        usePreset(model_, preset, *library,
                  [this, preset](QUndoCommand* step) { new NamePreset(panel_, preset, step); });
    panel_.refresh(); // the list shows what is set, also if nothing had to be changed
}

void ParameterController::add(const project::Parameter& parameter)
{
    const QString name = addParameter(model_, parameter);
    emit panelWanted(); // it may be hidden while a menu adds a parameter
    panel_.editName(name);
}

std::vector<FieldEdit> ParameterController::usesOf(const QString& parameter) const
{
    return usesOfParameter(model_.project(), parameter.toStdString());
}

} // namespace headroom::widgets
