// Several edits of a document as one undoable step.
#pragma once

#include "widgets/document/model/document_model.h"

namespace headroom::widgets {

/// All edits during its lifetime are one undoable step with this text. There must be at least one edit, because an
/// empty step would be visible in the history.
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
