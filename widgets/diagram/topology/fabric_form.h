// The form of a fabric: how its switches and cables are come by, the numbers of a generated one, and what they come to
// while they are typed: switches, cables, free places and ports, oversubscription.
#pragma once

#include "project/library/components.h"
#include "project/vocabulary/declarations.h"
#include "widgets/document/topology_plan.h"

#include <QDialog>
#include <QHash>

#include <memory>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace headroom::widgets {

class FabricForm : public QDialog
{
    Q_OBJECT

public:
    using Library = std::shared_ptr<const project::ComponentLibrary>;

    /// `fabric` is one of the project's, or a new one, whose id can then be typed.
    FabricForm(const project::Project& project, Library library, const project::Fabric& fabric, QWidget* parent);

    /// The fabric as it was typed.
    project::Fabric fabric() const;
    /// Whether it is the one that holds.
    bool holds() const;
    /// The editor of a field: a line, or a box to choose from.
    QWidget* editor(const QString& field) const { return editors_.value(field); }
    QLineEdit* idEditor() const { return id_; }
    /// What a line of the results says, by its name: "switches", "cables", "places", "leaf ports", "oversubscription".
    QString result(const QString& name) const;
    QString problem() const;

private:
    void addEditors();
    QWidget* makeEditor(const project::FieldDeclaration& field);
    void showShape();
    void calculate();
    QString idProblem() const;
    void say(const QString& name, const QString& text);

    project::Project project_; ///< what the numbers may speak of: parameters, components, topology
    Library library_;
    project::Fabric fabric_;
    bool isNew_;
    QLineEdit* id_;
    QCheckBox* holds_;
    QFormLayout* rows_;
    QHash<QString, QWidget*> editors_;
    QHash<QString, QLabel*> results_;
    QLabel* problem_;
    QDialogButtonBox* buttons_;
};

/// The ports of a switch that are left, "8 × 25 Gb/s, 4 × 100 Gb/s"; a dash if none are or they are not known.
QString portsText(const project::SwitchPorts& ports);

} // namespace headroom::widgets
