// The document of one window: a project that is changed only by undoable commands, and signals for its changes.
#pragma once

#include "project/document/document.h"
#include "project/project_file.h"
#include "widgets/document/element_ref.h"

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

struct FieldEdit;

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
    /// False if the element does not exist. A null value removes a declared field, so that its default applies.
    bool setField(const ElementRef& element, const QString& field, const project::Json& value);
    bool setParameter(const QString& name, const project::Json& value);
    /// Sets several fields as one step, and copies roles of libraries into the project for it; false if one does not
    /// exist. Consecutive steps with the same `typing` (not −1) and the same fields are merged.
    bool setFields(const QString& text, const std::vector<FieldEdit>& edits, int typing = -1);

    std::optional<QPointF> position(const QString& path, const QString& id) const;
    /// Positions of boxes that have none in the project, e.g. those of a library's roles (libraryPositions()). They are
    /// no edit and are not saved until a role is copied into the project or a box is moved. setProject() clears them.
    void setFallbackPositions(PlacesByPath positions);
    std::optional<QPointF> fallbackPosition(const QString& path, const QString& id) const;
    /// Positions are rounded to the grid. Consecutive calls with the same `mergeGroup` (not −1) are one step.
    void moveItems(const QString& path, const Positions& positions, int mergeGroup = -1, const QString& text = {});

    /// Adds a block with a new id, which it returns; empty if the diagram or the type does not exist.
    QString addBlock(const QString& path, const QString& type, const QPointF& position);
    /// Deletes blocks with every wire at them, and the given wires. If a deleted block has exactly one wired output,
    /// its predecessors are connected to its successor.
    void deleteItems(const QString& path, const QStringList& blocks, const std::vector<project::Wire>& wires = {});
    void deleteBlocks(const QString& path, const QStringList& blocks) { deleteItems(path, blocks); }
    /// Why this wire may not be drawn; empty if it may.
    QString wireRefusal(const QString& path, const project::Wire& wire) const;
    bool addWire(const QString& path, const project::Wire& wire);
    void removeWire(const QString& path, const project::Wire& wire) { deleteItems(path, {}, {wire}); }

    QString addNodeGroup(const QPointF& position, const QString& processor = {});
    /// If the project has no fabric, a drawn one is added too.
    QString addSwitch(const QString& fabric, const QPointF& position, const QString& component = {});
    /// Adds a component to a group's nodes: `kind` is that of the component ("ssd", "controller", "processor" ...),
    /// `component` may be empty. A processor replaces the former one; the others are added. Returns the element with
    /// the component; nothing if nodes have no such part.
    std::optional<ElementRef> addPart(const QString& group, const QString& kind, const QString& component = {});
    QString linkRefusal(const QString& fabric, const QString& from, const QString& to) const;
    /// From a node group or switch to a switch; returns the link's id, empty if it is refused.
    QString addLink(const QString& fabric, const QString& from, const QString& to);
    /// Deletes node groups (with their links in every fabric), and switches (with their links) and links of one fabric.
    void deleteTopologyItems(const QString& fabric, const QStringList& groupsAndSwitches, const QStringList& links);
    /// Deletes a device group of a node group with the volumes bound to it, or a controller; fields of the group that
    /// name it are cleared.
    void deletePart(const ElementRef& part);
    /// Binds a volume to a device group of the same node group; if `devices` is empty, the binding is removed.
    void bindVolume(const QString& group, const QString& volume, const QString& devices);
    /// Moves a role from one group to another, as one step.
    void moveRole(const QString& role, const QString& from, const QString& to);
    /// Adds a fabric, or replaces the one with this id; a generated fabric loses its drawn parts.
    void setFabric(const QString& id, project::Fabric fabric);
    /// An id that no fabric has.
    QString freshFabricId() const;
    void deleteFabric(const QString& id);
    /// Chooses the fabric in use: sets the topology's own field, or the parameter that it names.
    void chooseFabric(const QString& id);
    /// Sets whether the nodes of a group run a role.
    void setRole(const QString& group, const QString& role, bool carried);

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

/// Ids of the boxes for the tiers of a generated fabric, from the nodes upwards.
QStringList tierBoxes(const std::string& fabric);

/// The box positions of library roles, by the diagram paths of a project that refers to them.
PlacesByPath libraryPositions(const project::Project& project, const std::vector<project::BehaviourLibrary>& libraries);

/// Checks what must be true of every document after any edit: ids are unique, wires end at ports that exist, links at
/// groups and switches that exist, positions belong to something. One sentence for each violation.
QStringList invariantBreaches(const project::Project& project);

} // namespace headroom::widgets
