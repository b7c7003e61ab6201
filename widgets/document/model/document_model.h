// The document of one window: a project that is changed only by undoable commands, and signals for its changes.
#pragma once

#include "project/document/document.h"
#include "project/project_file.h"
#include "widgets/document/model/element_ref.h"

#include <QHash>
#include <QMap>
#include <QObject>
#include <QPointF>
#include <QSet>
#include <QUndoStack>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom::widgets {

/// Boxes are on a grid of this many pixels.
inline constexpr int gridSize = 8;
/// Path of the positions of the topology's boxes.
inline const QString topologyPath = QStringLiteral("topology");

/// Positions of boxes: id → top left corner.
using Positions = QMap<QString, QPointF>;
/// The same in the form of files, by diagram path.
using PlacesByPath = std::map<std::string, project::Places>;

/// The nearest point of the grid.
QPointF snapped(const QPointF& point);

/// Owns a project and its undo stack. Signals are emitted once for a whole command, not for each of its steps.
class DocumentModel : public QObject
{
    Q_OBJECT

public:
    explicit DocumentModel(QObject* parent = nullptr);

    const project::Project& project() const { return project_; }
    /// Replaces the document and clears the history.
    void setProject(project::Project project);
    QUndoStack* undoStack() { return &stack_; }
    bool isClean() const { return stack_.isClean(); }
    void markSaved() { stack_.setClean(); }
    /// Marks the document as unsaved although nothing was edited, because no file contains it.
    void markUnsaved() { stack_.resetClean(); }

    /// The value that was set for a field; null if none was.
    project::Json field(const ElementRef& element, const QString& field) const;
    std::optional<QPointF> position(const QString& path, const QString& id) const;
    /// Positions of boxes that have none in the project, e.g. those of a library's roles (libraryPositions()). They are
    /// no edit and are not saved until a role is copied into the project or a box is moved. setProject() clears them.
    void setFallbackPositions(PlacesByPath positions);
    std::optional<QPointF> fallbackPosition(const QString& path, const QString& id) const;

signals:
    /// A field of an element has changed; for ElementKind::role also: it was copied into the project.
    void changed(const headroom::widgets::ElementRef& element);
    /// Something was added to or removed from a diagram (its path) or the topology.
    void structureChanged(const QString& path);
    void positionsChanged(const QString& path);
    /// A different document was set.
    void replaced();
    void cleanChanged(bool clean);

private:
    friend class ModelAccess;

    bool push(QUndoCommand* command);
    /// The parent of an edit's steps; its first step copies `role` into the project if it is still a library's.
    QUndoCommand* begin(const QString& text, const QString& role);
    /// Adds the step that copies a role into the project, if it is still a library's.
    void takeOver(const QString& role, QUndoCommand* edit);
    /// Adds steps that copy the box positions of a role from the library into the project.
    void settleRole(const project::Behaviour& behaviour, QUndoCommand* edit);
    void announce();

    project::Project project_;
    PlacesByPath fallbackPositions_;
    QUndoStack stack_;
    QList<ElementRef> pendingElements_;
    QSet<QString> pendingStructures_;
    QSet<QString> pendingPositions_;
};

/// The box positions of library roles, by the diagram paths of a project that refers to them.
PlacesByPath libraryPositions(const project::Project& project, const std::vector<project::BehaviourLibrary>& libraries);

} // namespace headroom::widgets
