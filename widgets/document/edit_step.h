// Several edits of a document as one undoable step.
#pragma once

#include "widgets/document/document_model.h"

namespace headroom::widgets {

/// Everything that is edited while it lives is one step of this name. Something must be: an empty step would show in
/// the history.
class EditStep
{
public:
    EditStep(DocumentModel& model, const QString& text) : stack_(*model.undoStack()) { stack_.beginMacro(text); }
    ~EditStep() { stack_.endMacro(); }
    EditStep(const EditStep&) = delete;
    EditStep& operator=(const EditStep&) = delete;

private:
    QUndoStack& stack_;
};

} // namespace headroom::widgets
