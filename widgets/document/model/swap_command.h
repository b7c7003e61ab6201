// Undoable commands that exchange a part of the document as a whole, or set several fields.
#pragma once

#include "widgets/document/model/commands.h"
#include "widgets/document/model/field_walk.h"

#include <utility>

namespace headroom::widgets {

/// Replaces a part of the document, e.g. a list that gets longer, shorter or another order.
template <typename Part>
class SwapCommand : public QUndoCommand
{
public:
    using Find = std::function<Part&(project::Project&)>;

    /// `path` is the path that structureChanged() emits.
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
    Part other_; ///< the version that is not in the document
};

/// Sets several fields in order; they may belong to the same element.
class FieldsCommand : public QUndoCommand
{
public:
    FieldsCommand(DocumentModel& model, std::vector<FieldEdit> edits, QUndoCommand* parent);
    void redo() override;
    void undo() override;
    /// True if `other` sets the same fields; its values can then replace those of this command.
    bool setsTheSame(const FieldsCommand& other) const;
    void takeOver(const FieldsCommand& other) { edits_ = other.edits_; }
    /// True if the values in the document are the same as before, so the edit has no effect.
    bool cameBack() const;

private:
    DocumentModel& model_;
    std::vector<FieldEdit> edits_;
    std::vector<project::Json> before_; ///< the previous value of each field
};

/// An edit whose last step sets fields. Further typing in the same fields is merged into it.
class TypingCommand : public QUndoCommand
{
public:
    /// `typing` is a number for one visit to a field, so that two visits remain two steps; −1 never merges.
    TypingCommand(const QString& text, int typing) : QUndoCommand(text), typing_(typing) {}
    /// `fields` must be one of its children. Call this before the command is pushed.
    void setFields(FieldsCommand* fields) { fields_ = fields; }
    int typing() const { return typing_; }
    int id() const override { return typing_ < 0 ? -1 : mergeId; }
    bool mergeWith(const QUndoCommand* other) override;

private:
    static constexpr int mergeId = 0x7479; ///< differs from the ids of move commands, which are small numbers
    int typing_;
    FieldsCommand* fields_ = nullptr;
};

} // namespace headroom::widgets
