// The document of one window: a project that changes by undoable commands only, and says what changed.
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

/// Boxes lie on a grid of this many pixels.
inline constexpr int gridSize = 8;
/// Path under which the positions of the topology's boxes are kept.
inline const QString topologyPath = QStringLiteral("topology");

/// Where boxes lie: id → top left corner.
using Positions = QMap<QString, QPointF>;
/// The same as files have it, by diagram path.
using PlacesByPath = std::map<std::string, project::Places>;

/// The nearest point of the grid.
QPointF snapped(const QPointF& point);

struct FieldEdit;

/// Owns a project and its undo stack. Signals come once a command is whole, not for each of its steps.
class DocumentModel : public QObject
{
    Q_OBJECT

public:
    explicit DocumentModel(QObject* parent = nullptr);

    const project::Project& project() const { return project_; }
    /// Replaces the document; the history starts afresh.
    void setProject(project::Project project);
    QUndoStack* undoStack() { return &stack_; }
    bool isClean() const { return stack_.isClean(); }
    void markSaved() { stack_.setClean(); }
    /// The document as it is lies in no file, though nothing was done to it here.
    void markUnsaved() { stack_.resetClean(); }

    /// The value that was set for a field; null if none was.
    project::Json field(const ElementRef& element, const QString& field) const;
    /// False if the element does not exist. A null value takes a declared field out, so that its default holds.
    bool setField(const ElementRef& element, const QString& field, const project::Json& value);
    bool setParameter(const QString& name, const project::Json& value);
    /// Several fields as one step, which roles of libraries become the project's own for; false if one does not exist.
    /// Steps with the same `typing` (not −1) that follow each other and set the same fields are one step.
    bool setFields(const QString& text, const std::vector<FieldEdit>& edits, int typing = -1);

    std::optional<QPointF> position(const QString& path, const QString& id) const;
    /// Where boxes lie that the project has no position for, e.g. those of a library's roles (libraryPositions()).
    /// No edit and not saved, until a role becomes the project's own or a box is moved.
    /// setProject() forgets them.
    void setFallbackPositions(PlacesByPath positions);
    std::optional<QPointF> fallbackPosition(const QString& path, const QString& id) const;
    /// Positions are rounded to the grid. Calls with the same `mergeGroup` (not −1) that follow each other are one
    /// step.
    void moveItems(const QString& path, const Positions& positions, int mergeGroup = -1, const QString& text = {});

    /// Adds a block with a new id, which it returns; empty if the diagram or the type does not exist.
    QString addBlock(const QString& path, const QString& type, const QPointF& position);
    /// Deletes blocks with every wire that touches them, and the given wires. Where a block that goes had one way on,
    /// what led to it leads to what came behind.
    void deleteItems(const QString& path, const QStringList& blocks, const std::vector<project::Wire>& wires = {});
    void deleteBlocks(const QString& path, const QStringList& blocks) { deleteItems(path, blocks); }
    /// Why this wire may not be drawn; empty if it may.
    QString wireRefusal(const QString& path, const project::Wire& wire) const;
    bool addWire(const QString& path, const project::Wire& wire);
    void removeWire(const QString& path, const project::Wire& wire) { deleteItems(path, {}, {wire}); }

    QString addNodeGroup(const QPointF& position, const QString& processor = {});
    /// In a project without a fabric it makes a drawn one, too.
    QString addSwitch(const QString& fabric, const QPointF& position, const QString& component = {});
    /// Puts a component into a group's nodes: `kind` is that of the component ("ssd", "controller", "processor" ...),
    /// `component` may be empty. A processor takes the place of the former one; the others are added. Returns the
    /// element that says it; nothing if nodes have no such part.
    std::optional<ElementRef> addPart(const QString& group, const QString& kind, const QString& component = {});
    QString linkRefusal(const QString& fabric, const QString& from, const QString& to) const;
    /// From a node group or switch to a switch; returns the link's id, empty if it is refused.
    QString addLink(const QString& fabric, const QString& from, const QString& to);
    /// Deletes node groups (with their links in every fabric), and switches (with their links) and links of one fabric.
    void deleteTopologyItems(const QString& fabric, const QStringList& groupsAndSwitches, const QStringList& links);
    /// Deletes a device group of a node group with the volumes bound to it, or a controller; what named them hangs on
    /// nothing then.
    void deletePart(const ElementRef& part);
    /// Binds a volume to a device group of the same node group; with none it is bound to nothing.
    void bindVolume(const QString& group, const QString& volume, const QString& devices);
    /// Takes a role off one group and puts it on another, as one step.
    void moveRole(const QString& role, const QString& from, const QString& to);
    /// Adds a fabric, or puts it in the place of the one of this id; one that is generated loses what was drawn.
    void setFabric(const QString& id, project::Fabric fabric);
    /// An id that no fabric has.
    QString freshFabricId() const;
    void deleteFabric(const QString& id);
    /// Says which fabric holds: the topology's own field, or the parameter that it names.
    void chooseFabric(const QString& id);
    /// Says whether the nodes of a group carry a role.
    void setRole(const QString& group, const QString& role, bool carried);

signals:
    /// A field of an element has another value; for ElementKind::role also that it became the project's own.
    void changed(const headroom::widgets::ElementRef& element);
    /// Something was added to or taken from a diagram (its path) or the topology.
    void structureChanged(const QString& path);
    void positionsChanged(const QString& path);
    /// A different document is shown.
    void replaced();
    void cleanChanged(bool clean);

private:
    friend class ModelAccess;

    bool push(QUndoCommand* command);
    /// The parent of an edit's steps; begins with the own copy if `role` still stands in a library.
    QUndoCommand* begin(const QString& text, const QString& role);
    /// The step that makes a role the project's own, if it still stands in a library.
    void takeOver(const QString& role, QUndoCommand* edit);
    /// Steps that give a role's boxes in the project the positions they have in the library.
    void settleRole(const project::Behaviour& behaviour, QUndoCommand* edit);
    void announce();

    project::Project project_;
    PlacesByPath fallbackPositions_;
    QUndoStack stack_;
    QList<ElementRef> pendingElements_;
    QSet<QString> pendingStructures_;
    QSet<QString> pendingPositions_;
};

/// Ids of the boxes that stand for the tiers of a generated fabric, from the nodes up.
QStringList tierBoxes(const std::string& fabric);

/// The positions that libraries give their roles' boxes, by the diagram paths of a project that refers to them.
PlacesByPath libraryPositions(const project::Project& project, const std::vector<project::BehaviourLibrary>& libraries);

/// What must hold of every document whatever was done to it: ids are unique, wires end at ports that exist, links at
/// groups and switches that exist, positions belong to something. One sentence for each breach.
QStringList invariantBreaches(const project::Project& project);

} // namespace headroom::widgets
