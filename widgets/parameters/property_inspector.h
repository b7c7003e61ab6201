// The properties of what is selected, made from the declarations of its fields.
#pragma once

#include "project/vocabulary/declarations.h"
#include "widgets/document/lookup/candidates.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

class QLabel;
class QLineEdit;
class QTimer;
class QToolButton;
class QVBoxLayout;

namespace headroom::widgets {

/// Edits nothing itself: it says which field should get which value, and shows what it is given.
class PropertyInspector : public QWidget
{
    Q_OBJECT
public:
    /// Result of an expression as text ("3", "12.6 ms"), empty where it cannot be said beforehand.
    using Preview = std::function<QString(const project::FieldDeclaration&, const QString& expression)>;
    /// What a field that names something else may hold.
    using Candidates = std::function<QList<Candidate>(const project::FieldDeclaration&)>;

    explicit PropertyInspector(QWidget* parent = nullptr);
    ~PropertyInspector() override;

    /// What is selected. `kind`: as in "Block"; `name`: its name, which can be edited if `nameEditable`; `mixed`:
    /// fields in which several selected things differ.
    void setSubject(const QString& kind, const QString& name, bool nameEditable, const project::Fields& fields,
                    const project::Json& values, const std::set<std::string>& mixed = {});
    /// Shows other values of the same subject, after a change or an undo. A text that somebody is typing stays.
    void setValues(const project::Json& values, const std::set<std::string>& mixed = {});
    /// What is wrong with a field, or may be: the value can stay as it is then.
    struct Problem
    {
        QString text;
        bool warning = false;
    };
    /// By field: stands below the editor until the next call or subject.
    void setProblems(const std::map<std::string, Problem>& problems);
    void clear();
    void setPreview(Preview preview) { preview_ = std::move(preview); }
    void setCandidates(Candidates candidates) { candidates_ = std::move(candidates); }

    QWidget* editor(const QString& field) const;

signals:
    /// `value` null: the field goes back to its default. What is typed is said after each pause; the pieces of one
    /// visit to a field have the same `typing`.
    void fieldEdited(const QString& field, const headroom::project::Json& value, int typing);
    void nameEdited(const QString& name);

private:
    struct Row
    {
        project::FieldDeclaration field;
        QLabel* label = nullptr;
        QToolButton* reset = nullptr;
        QWidget* editor = nullptr;
        QLabel* problem = nullptr;
        project::Json settled;                       ///< value last shown or proposed; null: not set
        std::function<void(bool changed)> showValue; ///< puts `settled` into the editor, if it changed
    };

    QWidget* makeRow(const project::FieldDeclaration& field);
    void makeEditor(Row& row);
    std::function<void()> makeResult(QLineEdit* edit, const project::FieldDeclaration& field);
    void makeTextEditor(Row& row);
    void makeChoiceEditor(Row& row);
    void makeTable(Row& row);
    void takeText(Row& row, const QString& typed);
    void takeTyping();
    void showRow(Row& row);
    void showProblem(Row& row);
    void propose(Row& row, const project::Json& value);
    void addNameEditor(QVBoxLayout* column);
    void rebuild();

    QString kind_, name_;
    bool nameEditable_ = false;
    project::Fields fields_;
    project::Json values_ = project::Json::object();
    Preview preview_;
    Candidates candidates_;
    std::map<std::string, Row> rows_;
    std::set<std::string> mixed_;
    std::map<std::string, Problem> problems_;
    QTimer* typingPause_;
    std::string typedInto_; ///< the field
    int typing_ = 1;        ///< the visit to it
    QWidget* content_ = nullptr;
    bool rebuilding_ = false; ///< what leaves with the old rows proposes nothing for the new subject
};

} // namespace headroom::widgets
