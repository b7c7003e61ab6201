// Edits of the presets of a document, and of the parameters by one of them; each is one undoable step.
#pragma once

#include "project/library/components.h"
#include "widgets/document/model/document_model.h"

#include <functional>

class QUndoCommand;

namespace headroom::widgets {

/// The title of a preset as shown to people.
QString titleOf(const project::Preset& preset);
/// A line for each parameter that the preset would change: "NODES: 8 → 3".
QStringList changesOf(const project::Project& project, const project::Preset& preset,
                      const project::ComponentLibrary& library);

/// Gives the parameters the values of a preset. `extend` may add further parts to the step.
void usePreset(DocumentModel& model, const QString& id, const project::ComponentLibrary& library,
               const std::function<void(QUndoCommand* step)>& extend = {});
/// Adds a preset of the values that all parameters have now. Returns its id, which is made of the name.
QString addPreset(DocumentModel& model, const QString& name);
/// Gives what a preset sets the values that the parameters have now.
void takeValues(DocumentModel& model, const QString& id);
/// Why this name cannot be used; empty if it can. Names of presets differ.
QString presetNameRefusal(const project::Project& project, const QString& id, const QString& name);
/// Changes the name that is shown; the id stays, as commands may use it.
void namePreset(DocumentModel& model, const QString& id, const QString& name);

} // namespace headroom::widgets
