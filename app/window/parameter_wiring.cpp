#include "app/window/parameter_wiring.h"

namespace headroom::app {

using widgets::DocumentModel;
using widgets::ParameterPanel;

ParameterWiring::ParameterWiring(DocumentModel& model, ParameterPanel& panel, QObject* parent)
    : QObject(parent), model_(model), panel_(panel)
{
    panel_.setUses([this](const QString& parameter) {
        QStringList places;
        for (const auto& use : usesOf(parameter))
            places.append(widgets::placeText(use.element, use.field));
        return places;
    });
    panel_.setRefusal(
        [this](const QString& from, const QString& to) { return widgets::renameRefusal(model_.project(), from, to); });
    connect(&panel_, &ParameterPanel::valueChanged, this,
            [this](const QString& name, const project::Json& value) { model_.setParameter(name, value); });
    connect(&panel_, &ParameterPanel::addRequested, this, &ParameterWiring::add);
    connect(&panel_, &ParameterPanel::renameRequested, this,
            [this](const QString& from, const QString& to) { widgets::renameParameter(model_, from, to); });
    connect(&panel_, &ParameterPanel::moveRequested, this,
            [this](const QString& name, int index) { widgets::moveParameter(model_, name, index); });
    connect(&panel_, &ParameterPanel::deleteRequested, this,
            [this](const QString& name) { widgets::deleteParameter(model_, name); });
    connect(&panel_, &ParameterPanel::parameterChanged, this,
            [this](const project::Parameter& parameter, const QString& what, int typing) {
                widgets::replaceParameter(model_, parameter, what, typing);
            });
    connect(&panel_, &ParameterPanel::useChosen, this, [this](const QString& parameter, int index) {
        const auto uses = usesOf(parameter);
        if (index >= 0 && index < static_cast<int>(uses.size())) {
            const auto& use = uses[static_cast<std::size_t>(index)];
            emit placeChosen(use.element, use.field);
        }
    });
    connect(&model_, &DocumentModel::structureChanged, &panel_, [this](const QString& path) {
        if (path == widgets::parametersPath)
            panel_.reload();
        else
            panel_.refresh(); // what names a parameter may have come or gone
    });
}

void ParameterWiring::add(const project::Parameter& parameter)
{
    const QString name = widgets::addParameter(model_, parameter);
    panel_.editName(name);
}

std::vector<widgets::FieldEdit> ParameterWiring::usesOf(const QString& parameter) const
{
    return widgets::usesOfParameter(model_.project(), parameter.toStdString());
}

} // namespace headroom::app
