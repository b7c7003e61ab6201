// The properties of the selection, with editors created from the declarations of its fields.
#pragma once

#include "project/vocabulary/declarations.h"
#include "widgets/document/lookup/called_arguments.h"
#include "widgets/document/lookup/candidates.h"
#include "widgets/parameters/fields/value_in_signals.h"
#include "widgets/parameters/inspector/expression_completer.h"
#include "widgets/parameters/inspector/field_menu.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QTimer;
class QToolButton;
class QVBoxLayout;

namespace headroom::widgets {

class ElidedComboBox;
class ElidedLabel;

/// Changes nothing itself: it emits the field and its new value, and shows the values it is given.
class PropertyInspector : public QWidget
{
    Q_OBJECT
public:
    /// Returns the result of an expression as text ("3", "12.6 ms"); empty if it cannot be computed in advance.
    using Preview = std::function<QString(const project::FieldDeclaration&, const QString& expression)>;
    /// Returns the possible values of a field that names another element.
    using Candidates = std::function<QList<Candidate>(const project::FieldDeclaration&)>;

    /// Returns what an expression in a field, or in a column of a table, may name.
    using Known = std::function<Completions(const project::FieldDeclaration&)>;

    /// Returns the names on the left of assignments that are declared elsewhere.
    using Declared = std::function<QList<DeclaredName>(const project::FieldDeclaration&)>;

    /// Returns the entries of a field's menu.
    using Actions = std::function<QList<FieldAction>(const project::FieldDeclaration&)>;

    explicit PropertyInspector(QWidget* parent = nullptr);
    ~PropertyInspector() override;

    /// Sets the selected element. `kind`: as in "Block"; `name`: its name, which can be edited if `nameEditable`;
    /// `mixed`: fields whose values differ between several selected elements.
    void setSubject(const QString& kind, const QString& name, bool nameEditable, const project::Fields& fields,
                    const project::Json& values, const std::set<std::string>& mixed = {});
    /// Shows other values of the same element, after a change or an undo. A text that the user is typing is kept.
    void setValues(const project::Json& values, const std::set<std::string>& mixed = {});
    /// An error or a warning about a field; after a warning the value can stay.
    struct Problem
    {
        enum class Kind
        {
            fault,
            warning,
            missing ///< no value yet
        };
        QString text;
        Kind kind = Kind::fault;
    };
    /// By field: shown above the editor until the next call or element.
    void setProblems(const std::map<std::string, Problem>& problems);
    void clear();
    /// True if an element is shown.
    bool hasSubject() const { return !kind_.isEmpty(); }
    void setPreview(Preview preview) { preview_ = std::move(preview); }
    void setCandidates(Candidates candidates) { candidates_ = std::move(candidates); }

    void setKnown(Known known) { known_ = std::move(known); }
    void setDeclared(Declared declared) { declared_ = std::move(declared); }
    void setActions(Actions actions) { actions_ = std::move(actions); }
    /// Applies the text that is being typed in the field with the focus, as leaving the field does.
    void finishTyping();

    QWidget* editor(const QString& field) const;
    /// The field that has the focus; empty if none has.
    QString focusedField() const;

    /// Sets the focus to the name; false if it cannot be edited.
    bool editName();
    /// Sets the focus to the name, or else to the first field.
    void editFirst();
    /// Sets the focus to the first required field without a value, or else to the first field.
    void fillIn();

signals:
    /// `value` null: the field gets its default. Typed text is emitted after each pause; all parts of one visit to a
    /// field have the same `typing`.
    void fieldEdited(const QString& field, const headroom::project::Json& value, int typing);
    /// Esc after typed text was emitted with this `typing`: the field is to have its value from before again.
    void typingAbandoned(const QString& field, const headroom::project::Json& before, int typing);
    void nameEdited(const QString& name);
    /// The form is that of another element, or of none.
    void subjectChanged();
    /// Enter in the last field that needs a value, or Esc: the focus may go back to where the element was selected.
    void left();

private:
    struct Row
    {
        project::FieldDeclaration field;
        QLabel* label = nullptr;
        QToolButton *reset = nullptr, *menu = nullptr;
        QWidget* editor = nullptr;
        ElidedLabel* problem = nullptr; ///< in the place of the hint
        QLabel* hint = nullptr;
        project::Json settled;                       ///< value last shown or emitted; null: not set
        std::function<void(bool changed)> showValue; ///< shows `settled` in the editor, if it changed
    };

    QWidget* makeRow(const project::FieldDeclaration& field);
    QHBoxLayout* makeHeading(Row& row);
    void makeMenu(Row& row);
    void makeEditor(Row& row);
    std::function<void()> makeResult(QLineEdit* edit, const project::FieldDeclaration& field);
    void completeNames(QLineEdit* edit, const project::FieldDeclaration& field);
    void makeTextEditor(Row& row);
    void makeChoiceEditor(Row& row);
    void fillChoices(ElidedComboBox& combo, const project::FieldDeclaration& field) const;
    void makeTable(Row& row);
    void addKeys(Row& row);
    void goOnFrom(const std::string& field);
    void goOn();
    void editFirstField();
    bool focusOn(const project::FieldDeclaration& field);
    void abandon(Row& row);
    void takeText(Row& row, const QString& typed);
    void takeTyping();
    void showRow(Row& row);
    void showProblem(Row& row);
    void showWholeProblem();
    void propose(Row& row, const project::Json& value);
    void addNameEditor(QVBoxLayout* column);
    void rebuild();
    void makeContent();
    QWidget* focusedEditor(QString& name) const;

    QString kind_, name_;
    bool nameEditable_ = false;
    project::Fields fields_;
    project::Json values_ = project::Json::object();
    Preview preview_;
    Candidates candidates_;
    Known known_;
    Declared declared_;
    Actions actions_;
    std::map<std::string, Row> rows_;
    std::set<std::string> mixed_;
    std::map<std::string, Problem> problems_;
    QTimer* typingPause_;
    project::Json before_; ///< value of the focused field when the focus came
    QTimer* goingOn_;
    std::string goingFrom_; ///< the field in which Enter was pressed; empty: the name
    std::string typedInto_; ///< the field with typed text
    int typing_ = 1;        ///< number of the visit to the field
    QWidget* content_ = nullptr;
    QLabel* wholeProblem_ = nullptr;  ///< of the field with the focus, if it is too long for its line
    QLineEdit* nameEditor_ = nullptr; ///< null: the name cannot be edited
    bool rebuilding_ = false;         ///< editors that are being deleted must not emit values for the new element
};

} // namespace headroom::widgets
