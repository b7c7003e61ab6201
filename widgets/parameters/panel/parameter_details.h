// The details of a generic parameter besides its value: name, description, type, range, alternatives, uses.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"

#include <QWidget>

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QVBoxLayout;

namespace headroom::widgets {

/// Shown below an expanded row. Emits the user's edits; changes nothing itself.
class ParameterDetails : public QWidget
{
    Q_OBJECT
public:
    ParameterDetails(const project::Parameter& parameter, const project::ComponentLibrary* library,
                     QWidget* parent = nullptr);

    /// Shows the parameter again; a text that the user is typing is kept.
    void refresh(const project::Parameter& parameter);
    /// The places that use it, as text.
    void showUses(const QStringList& uses);
    /// Shown below the name: why this name cannot be used.
    void setNameProblem(const QString& problem);

signals:
    void renameRequested(const QString& to);
    /// The description, type, range or set of alternatives was edited; `what` is the text of the undoable step. Steps
    /// with the same `typing` (not −1) are merged.
    void changed(const headroom::project::Parameter& parameter, const QString& what, int typing);
    void useChosen(int index);

private:
    QLineEdit* addLine(QFormLayout& form, const QString& label, const QString& part);
    void addType(QFormLayout& form);
    void addUnitOrKinds(QFormLayout& form);
    void addRange(QFormLayout& form);
    void addMore(QFormLayout& form);
    void addAlternatives(QVBoxLayout& column);
    void addAlternative(const project::Json& value);
    void addUses(QVBoxLayout& column);
    void takeBound(QLineEdit& line, std::optional<double> project::Parameter::*bound, const QString& what);
    void takeTicks();
    QString part(const QString& name) const;
    QString alternativeText(const project::Json& value) const;
    void propose(project::Parameter changed, const QString& what, int typing = -1);

    project::Parameter parameter_;
    const project::ComponentLibrary* library_;
    QLineEdit* name_ = nullptr;
    QLabel* nameProblem_ = nullptr;
    QPlainTextEdit* description_ = nullptr;
    QCheckBox* more_ = nullptr;
    QLineEdit *minimum_ = nullptr, *maximum_ = nullptr;
    QVBoxLayout* alternatives_ = nullptr;
    QLabel* usesHeading_ = nullptr;
    QVBoxLayout* uses_ = nullptr;
    QStringList usesShown_;
    int typing_ = 0;
};

/// The values that a study can use: the alternatives, or both values of a flag without alternatives.
std::vector<project::Json> offeredBy(const project::Parameter& parameter);
/// The parameter with exactly these of its alternatives ticked.
project::Parameter withTicks(project::Parameter parameter, const std::vector<project::Json>& ticked);
/// The parameter folded away below the others, or above the fold, and the text of that step.
project::Parameter withMore(project::Parameter parameter, bool more);
QString whatOfMore(const project::Parameter& parameter);
/// The parameter with another type. A value that does not fit the type is replaced, and such alternatives are removed.
project::Parameter withType(project::Parameter parameter, project::ParameterType type,
                            const project::ComponentLibrary& library);

} // namespace headroom::widgets
