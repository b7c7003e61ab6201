// The undoable steps that change a document. Each stores ids and values and works on the model; a larger edit is a
// command with such steps as children, so that they are done and undone together.
#pragma once

#include "widgets/document/model/document_model.h"

#include <QUndoCommand>
#include <functional>
#include <vector>

namespace headroom::widgets {

/// Gives commands, and only them, access to the document.
class ModelAccess
{
public:
    static project::Project& project(DocumentModel& model) { return model.project_; }
    static void takeOver(DocumentModel& model, const QString& role, QUndoCommand* edit) { model.takeOver(role, edit); }
    static void noteElement(DocumentModel& model, const ElementRef& element);
    static void noteStructure(DocumentModel& model, const QString& path);
    static void notePositions(DocumentModel& model, const QString& path);
    /// The parent of an edit's steps; its first step copies the role into the project if it is still a library's.
    static QUndoCommand* begin(DocumentModel& model, const QString& text, const QString& role)
    {
        return model.begin(text, role);
    }
    static void push(DocumentModel& model, QUndoCommand* edit) { model.push(edit); }
};

class SetFieldCommand : public QUndoCommand
{
public:
    /// A null value removes a declared field.
    SetFieldCommand(DocumentModel& model, ElementRef element, QString field, project::Json value,
                    QUndoCommand* parent = nullptr);
    void redo() override;
    void undo() override;
    /// False if the element does not exist or has this value already.
    bool changesAnything() const { return before_ != after_; }

private:
    void write(const project::Json& content);

    DocumentModel& model_;
    ElementRef element_;
    QString field_;
    /// The whole object of fields if the field is a key of one, so that undoing restores the order of keys.
    project::Json before_, after_;
};

/// Changes the view data of one drawing, and exchanges the drawing with its previous state.
class DrawingCommand : public QUndoCommand
{
public:
    using Change = std::function<void(project::Drawing&)>;

    /// `change` is called when the command is first done, so that several can be steps of one edit.
    DrawingCommand(DocumentModel& model, QString path, Change change, QUndoCommand* parent = nullptr);
    void redo() override;
    void undo() override { exchange(); }
    int id() const override { return mergeGroup_; }
    bool mergeWith(const QUndoCommand* other) override;

    /// Consecutive commands of the same type, drawing and group (not −1) become one step.
    void setMergeGroup(int group) { mergeGroup_ = group; }

private:
    project::Drawing& drawing() const;
    /// True if the drawing is the same as before.
    bool cameBack() const { return drawing() == other_; }
    void exchange();

    DocumentModel& model_;
    QString path_;
    Change change_;          ///< empty after the first call
    project::Drawing other_; ///< the state that is not in the document
    int mergeGroup_ = -1;
};

/// Sets the positions of one diagram.
class MoveCommand : public DrawingCommand
{
public:
    MoveCommand(DocumentModel& model, const QString& path, const Positions& moved, const QStringList& removed,
                QUndoCommand* parent = nullptr);
};

/// Copies a role of a library into the project.
class OwnCopyCommand : public QUndoCommand
{
public:
    OwnCopyCommand(DocumentModel& model, QString role, QUndoCommand* parent);
    void redo() override;
    void undo() override;

private:
    DocumentModel& model_;
    QString role_;
    project::LibraryReference reference_;
};

/// Inserts an entry into a list of the document, or removes it.
template <typename T>
class ListCommand : public QUndoCommand
{
public:
    using List = std::function<std::vector<T>*(project::Project&)>;

    /// `after` is the number of entries that earlier steps of the same edit append, minus those that they remove.
    static void insert(DocumentModel& model, const QString& path, List list, T value, QUndoCommand* parent,
                       std::ptrdiff_t after = 0)
    {
        const auto index = list(ModelAccess::project(model))->size() + static_cast<std::size_t>(after);
        new ListCommand(model, path, std::move(list), std::move(value), index, true, parent);
    }

    /// Entries must be removed from the last to the first.
    static void remove(DocumentModel& model, const QString& path, List list, std::size_t index, QUndoCommand* parent)
    {
        T value = (*list(ModelAccess::project(model)))[index];
        new ListCommand(model, path, std::move(list), std::move(value), index, false, parent);
    }

    void redo() override { insert_ ? put() : take(); }
    void undo() override { insert_ ? take() : put(); }

private:
    ListCommand(DocumentModel& model, const QString& path, List list, T value, std::size_t index, bool insert,
                QUndoCommand* parent)
        : QUndoCommand(parent), model_(model), path_(path), list_(std::move(list)), value_(std::move(value)),
          index_(index), insert_(insert)
    {
    }

    void put()
    {
        auto& list = *list_(ModelAccess::project(model_));
        list.insert(list.begin() + static_cast<std::ptrdiff_t>(index_), value_);
        ModelAccess::noteStructure(model_, path_);
    }

    void take()
    {
        auto& list = *list_(ModelAccess::project(model_));
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(index_));
        ModelAccess::noteStructure(model_, path_);
    }

    DocumentModel& model_;
    QString path_;
    List list_;
    T value_;
    std::size_t index_;
    bool insert_;
};

/// The blocks or wires of a diagram, for a ListCommand.
template <typename T>
auto diagramList(const QString& path, std::vector<T> project::Diagram::*member)
{
    return [path = path.toStdString(), member](project::Project& project) -> std::vector<T>* {
        return &(project::findDiagram(project, path)->*member);
    };
}

} // namespace headroom::widgets
