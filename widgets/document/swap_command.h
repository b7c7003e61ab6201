// Undoable steps on parts of a document that are exchanged as a whole, and on many fields at a time.
#pragma once

#include "widgets/document/commands.h"
#include "widgets/document/field_walk.h"

#include <utility>

namespace headroom::widgets {

/// Puts another value in the place of a part of the document: a list that gets longer, shorter or another order.
template <typename Part>
class SwapCommand : public QUndoCommand
{
public:
    using Find = std::function<Part&(project::Project&)>;

    /// `path` is what structureChanged() tells.
    SwapCommand(DocumentModel& model, QString path, Find find, Part after, QUndoCommand* parent)
        : QUndoCommand(parent), model_(model), path_(std::move(path)), find_(std::move(find)), other_(std::move(after))
    {
    }

    void redo() override
    {
        std::swap(find_(ModelAccess::project(model_)), other_);
        ModelAccess::noteStructure(model_, path_);
    }
    void undo() override { redo(); }

private:
    DocumentModel& model_;
    QString path_;
    Find find_;
    Part other_; ///< the one that is not in the document
};

/// Sets fields one after the other; several may belong to the same element.
class FieldsCommand : public QUndoCommand
{
public:
    FieldsCommand(DocumentModel& model, std::vector<FieldEdit> edits, QUndoCommand* parent);
    void redo() override;
    void undo() override;
    /// Whether it sets the same fields; then it can take over the other one's values.
    bool setsTheSame(const FieldsCommand& other) const;
    void takeOver(const FieldsCommand& other) { edits_ = other.edits_; }
    /// Whether the document holds what it held before: the edit came to nothing.
    bool cameBack() const;

private:
    DocumentModel& model_;
    std::vector<FieldEdit> edits_;
    std::vector<project::Json> before_; ///< what each field's slot held
};

/// An edit whose last step sets fields; what is typed on into the same fields becomes part of it.
class TypingCommand : public QUndoCommand
{
public:
    /// `typing` names the visit to a field, so that two visits stay two steps; −1 never merges.
    TypingCommand(const QString& text, int typing) : QUndoCommand(text), typing_(typing) {}
    /// Must be one of its children, and be set before it is pushed.
    void setFields(FieldsCommand* fields) { fields_ = fields; }
    int id() const override { return typing_ < 0 ? -1 : mergeId; }
    bool mergeWith(const QUndoCommand* other) override;

private:
    static constexpr int mergeId = 0x7479; ///< apart from those of moves, which are small numbers
    int typing_;
    FieldsCommand* fields_ = nullptr;
};

} // namespace headroom::widgets
