// The generic parameters of a project: what people swap to see what changes.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <map>
#include <set>
#include <string>

class QComboBox;
class QFrame;
class QTimer;
class QVBoxLayout;

namespace headroom::widgets {

class ParameterDetails;
class ParameterRow;
class SearchableCombo;

/// Shows each parameter with an editor of its type; a row that is folded out shows the rest of it. It never changes the
/// document: it says what someone wants, and shows what the document holds after refresh() and reload().
class ParameterPanel : public QWidget
{
    Q_OBJECT
public:
    /// Where a parameter is named, in words.
    using Uses = std::function<QStringList(const QString& parameter)>;
    /// Why a parameter may not be called so; empty if it may.
    using Refusal = std::function<QString(const QString& from, const QString& to)>;

    explicit ParameterPanel(QWidget* parent = nullptr);
    ~ParameterPanel() override;

    /// Both must live on until the next call; null empties the panel. The values at this moment count as the file's.
    void setProject(const project::Project* project, const project::ComponentLibrary* library);
    /// The library from now on; it must live on.
    void setLibrary(const project::ComponentLibrary* library);
    void setUses(Uses uses) { uses_ = std::move(uses); }
    void setRefusal(Refusal refusal) { refusal_ = std::move(refusal); }
    /// Shows the document's values again, after a change or an undo.
    void refresh();
    /// The same when parameters may have come, gone or changed their names, types or order.
    void reload();
    /// The present values count as the file's from now on: after saving.
    void markSaved();
    /// Folds a parameter's row out, or in again.
    void setFoldedOut(const QString& parameter, bool out);

    /// The editor of a parameter (for the keyboard focus and for tests); null if there is none.
    QWidget* editor(const QString& parameter) const;
    ParameterRow* row(const QString& parameter) const;
    /// What is said to be wrong with the text typed for a parameter; empty if nothing.
    QString problem(const QString& parameter) const;
    /// Puts the focus on the name of a parameter, all of it selected.
    void editName(const QString& parameter);

signals:
    void valueChanged(const QString& parameter, const headroom::project::Json& value);
    /// A parameter of the type that was picked, with a value that fits; it has no name yet.
    void addRequested(const headroom::project::Parameter& parameter);
    void renameRequested(const QString& parameter, const QString& to);
    void moveRequested(const QString& parameter, int index);
    void deleteRequested(const QString& parameter);
    /// Another description, type, range or set of alternatives; see ParameterDetails::changed().
    void parameterChanged(const headroom::project::Parameter& parameter, const QString& what, int typing);
    /// Entry `index` of what Uses has said.
    void useChosen(const QString& parameter, int index);

private:
    struct Row
    {
        ParameterRow* row = nullptr;
        QWidget* editor = nullptr;
        ParameterDetails* details = nullptr; ///< while folded out
        QString settled;                     ///< text of the value that was last shown or proposed
    };

    void rebuild();
    void addRow(const project::Parameter& parameter, QVBoxLayout* column);
    void addButton(QVBoxLayout* column);
    QWidget* makeEditor(const project::Parameter& parameter);
    QWidget* makeComponentEditor(const project::Parameter& parameter);
    QWidget* makeTextEditor(const project::Parameter& parameter);
    QWidget* makeChoiceEditor(const project::Parameter& parameter);
    void showUses();
    void makeDetails(const project::Parameter& parameter, Row& row);
    void takeText(const std::string& parameter, QComboBox* editor);
    void showRow(const project::Parameter& parameter, Row& row);
    void showText(Row& row, QComboBox& editor, const QString& text);
    void showDetail(Row& row, const QString& text, bool faulty);
    void propose(const std::string& parameter, const project::Json& value);
    void rename(const QString& from, const QString& to);
    void tickAll(const std::string& parameter, bool all);
    void showMenu(const QString& parameter, const QPoint& global);
    void askToDelete(const QString& parameter);
    void dragTo(const QString& parameter, const QPoint& global, bool dropped);
    int indexOf(const std::string& parameter) const;
    std::string shape() const;

    const project::Project* project_ = nullptr;
    const project::ComponentLibrary* library_ = nullptr;
    Uses uses_;
    Refusal refusal_;
    std::map<std::string, Row> rows_;
    std::map<std::string, project::Json> fileValues_;
    std::set<std::string> foldedOut_;
    std::string shapeShown_; ///< what needs other rows when it changes
    QWidget* content_;
    QTimer* counting_; ///< uses are looked for once an edit is over: in a large document that takes a while
    QFrame* dropLine_ = nullptr;
};

} // namespace headroom::widgets

Q_DECLARE_METATYPE(headroom::project::Json)
