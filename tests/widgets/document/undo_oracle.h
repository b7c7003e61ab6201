// Holds undo and redo to what the document was after each step, character by character.
#pragma once

#include "sample_project.h"

#include <QUndoStack>

#include <string>
#include <vector>

namespace headroom::widgets::sample {

class UndoOracle
{
public:
    explicit UndoOracle(DocumentModel& model) : model_(model), texts_{textOf(model)} {}

    /// To be called after each edit, whether it is a step of its own, joined the last one or came to nothing.
    void edited()
    {
        const std::size_t at = index();
        if (!stack().canRedo() || texts_.size() <= at)
            texts_.resize(at + 1);
        texts_[at] = textOf(model_);
    }

    /// Fault of the document after an undo or a redo; empty: none.
    QString breachHere() const
    {
        return textOf(model_) == texts_.at(index())
                   ? QString()
                   : QString("the document is not what it was at step %1").arg(index());
    }

    /// Undoes everything and does it again, step by step. The first thing that is wrong; empty: nothing.
    QString breach()
    {
        const int end = stack().index();
        QString found = breachHere();
        while (found.isEmpty() && stack().canUndo()) {
            stack().undo();
            found = breachHere();
        }
        while (found.isEmpty() && stack().index() < end) {
            stack().redo();
            found = breachHere();
        }
        return found;
    }

private:
    QUndoStack& stack() const { return *model_.undoStack(); }
    std::size_t index() const { return static_cast<std::size_t>(stack().index()); }

    DocumentModel& model_;
    std::vector<std::string> texts_; ///< by index of the stack
};

} // namespace headroom::widgets::sample
