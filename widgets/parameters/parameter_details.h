// What a generic parameter is besides its value: name, meaning, type, range, alternatives, where it is used.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"

#include <QWidget>

class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QVBoxLayout;

namespace headroom::widgets {

/// Shown below a row that is folded out. Says what someone wants; changes nothing itself.
class ParameterDetails : public QWidget
{
    Q_OBJECT
public:
    ParameterDetails(const project::Parameter& parameter, const project::ComponentLibrary* library,
                     QWidget* parent = nullptr);

    /// Shows the parameter again; what someone is typing stays.
    void refresh(const project::Parameter& parameter);
    /// Where it is named, in words.
    void showUses(const QStringList& uses);
    /// Below the name: why it may not be called so.
    void setNameProblem(const QString& problem);

signals:
    void renameRequested(const QString& to);
    /// Another description, type, range or set of alternatives; `what` names the step. Steps of the same `typing`
    /// (not −1) belong together.
    void changed(const headroom::project::Parameter& parameter, const QString& what, int typing);
    void useChosen(int index);

private:
    QLineEdit* addLine(QFormLayout& form, const QString& label, const QString& part);
    void addType(QFormLayout& form);
    void addUnitOrKinds(QFormLayout& form);
    void addRange(QFormLayout& form);
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
    QLineEdit *minimum_ = nullptr, *maximum_ = nullptr;
    QVBoxLayout* alternatives_ = nullptr;
    QLabel* usesHeading_ = nullptr;
    QVBoxLayout* uses_ = nullptr;
    QStringList usesShown_;
    int typing_ = 0;
};

/// What a study can go through: the alternatives; of a switch without any, both positions.
std::vector<project::Json> offeredBy(const project::Parameter& parameter);
/// The parameter with these of its alternatives ticked.
project::Parameter withTicks(project::Parameter parameter, const std::vector<project::Json>& ticked);
/// The parameter with another type: value and alternatives that do not fit it are replaced and left out.
project::Parameter withType(project::Parameter parameter, project::ParameterType type,
                            const project::ComponentLibrary& library);

} // namespace headroom::widgets
