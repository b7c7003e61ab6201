// A form for a component of the user's own: it has the declared fields of the component's kind.
#pragma once

#include "project/library/components.h"
#include "project/vocabulary/declarations.h"
#include "widgets/controls/dialog.h"

#include <map>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace headroom::widgets {

class ComponentForm : public Dialog
{
    Q_OBJECT
public:
    /// `present`: the ids in use, except this component's own.
    ComponentForm(const project::Component& component, QStringList present, QWidget* parent = nullptr);

    /// The component as entered so far, without invalid figures.
    project::Component component() const;

private:
    void addFigures();
    void addFlag(QVBoxLayout& column, const project::FieldDeclaration& field);
    void addTable(QVBoxLayout& column, const project::FieldDeclaration& field);
    QLineEdit* addLine(QVBoxLayout& column, const QString& name, const QString& label, const QString& hint,
                       const QString& text);
    void check();
    QString figureProblem(const project::FieldDeclaration& field, const QString& entered) const;
    void showProblem(QLineEdit* line, const QString& problem);

    project::Component component_;
    QStringList present_;
    QComboBox *kind_, *confidence_;
    QLineEdit *vendor_, *model_, *id_, *source_, *notes_;
    QWidget* figures_ = nullptr;
    QVBoxLayout* column_;
    project::Fields shown_; ///< figures of the kind
    std::map<std::string, QLineEdit*> lines_;
    std::map<std::string, QCheckBox*> flags_;
    std::map<QLineEdit*, QLabel*> problems_;
    std::map<std::string, QString> tableProblems_; ///< by figure; tables without a problem have an empty text
    QPushButton* save_;
    bool idTyped_ = false;
};

} // namespace headroom::widgets
