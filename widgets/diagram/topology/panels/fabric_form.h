// The form of a fabric. It sets how its switches and cables are defined and the numbers of a generated fabric. While
// the user types, it shows the results: switches, cables, free places and ports, oversubscription.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"
#include "project/vocabulary/declarations.h"
#include "widgets/controls/dialog.h"
#include "widgets/document/topology/topology_plan.h"

#include <QHash>

#include <memory>

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace headroom::widgets {

class FabricForm : public Dialog
{
    Q_OBJECT

public:
    using Library = std::shared_ptr<const project::ComponentLibrary>;

    /// `fabric` is one of the project's fabrics, or a new one with an editable id.
    FabricForm(const project::Project& project, Library library, const project::Fabric& fabric, QWidget* parent);

    /// The fabric as entered.
    project::Fabric fabric() const;
    /// True if it is to be the active fabric.
    bool holds() const;
    /// The editor of a field: a line edit or a combo box.
    QWidget* editor(const QString& field) const { return editors_.value(field); }
    QLineEdit* idEditor() const { return id_; }
    /// The text of a result line, by its name: "switches", "cables", "places", "leaf ports", "oversubscription".
    QString result(const QString& name) const;
    QString problem() const;

private:
    void addEditors();
    QWidget* makeEditor(const project::FieldDeclaration& field);
    void showShape();
    void calculate();
    QString idProblem() const;
    void say(const QString& name, const QString& text);

    project::Project project_; ///< the context of the numbers: parameters, components, topology
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

/// The free ports of a switch: "8 × 25 Gb/s, 4 × 100 Gb/s". A dash if none are free or they are not known.
QString portsText(const project::SwitchPorts& ports);

} // namespace headroom::widgets
