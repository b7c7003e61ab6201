// The panel of a project's generic parameters.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"
#include "widgets/parameters/fields/value_in_signals.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

class QComboBox;
class QFrame;
class QMenu;
class QPushButton;
class QTimer;
class QToolButton;
class QVBoxLayout;

namespace headroom::widgets {

class ParameterDetails;
class ParameterRow;
class PresetBar;
class SearchableCombo;

/// Shows each parameter with an editor of its type; an expanded row shows its details. Parameters that are rarely
/// changed are folded away below the others; one that changes opens the fold. The panel never changes the document. It
/// emits the user's edits and shows the document's values after refresh() and reload().
class ParameterPanel : public QWidget
{
    Q_OBJECT
public:
    /// Returns the places that use a parameter, as text.
    using Uses = std::function<QStringList(const QString& parameter)>;
    /// Reason why this name cannot be used for a parameter; empty if it can.
    using Refusal = std::function<QString(const QString& from, const QString& to)>;

    explicit ParameterPanel(QWidget* parent = nullptr);
    ~ParameterPanel() override;

    /// Both must remain valid until the next call; null empties the panel. The current values are taken as those of the
    /// file.
    void setProject(const project::Project* project, const project::ComponentLibrary* library);
    /// Sets the library, which must remain valid.
    void setLibrary(const project::ComponentLibrary* library);
    void setUses(Uses uses) { uses_ = std::move(uses); }
    void setRefusal(Refusal refusal) { refusal_ = std::move(refusal); }
    /// Shows the document's values again, after a change or an undo.
    void refresh();
    /// The same if parameters may have been added, removed, renamed or reordered, or may have another type.
    void reload();
    /// Takes the current values as those of the file, after saving.
    void markSaved();
    /// Expands or collapses a parameter's row.
    void setFoldedOut(const QString& parameter, bool out);

    /// The editor of a parameter (for the keyboard focus and for tests); null if there is none.
    QWidget* editor(const QString& parameter) const;
    ParameterRow* row(const QString& parameter) const;
    /// The problem shown for the text typed for a parameter; empty if there is none.
    QString problem(const QString& parameter) const;
    /// The first parameter whose editor shows a text that is not its value, since the text was refused.
    QString refused() const;
    /// The button that leads to the study of all ticked alternatives, and says how many points it has. It stands below
    /// the rows; where these are scrolled, the caller places it outside.
    QPushButton* studyButton() { return study_; }
    /// Lines below an alternative in the list of its parameter; empty: none. `value` is written as for --set.
    void showFigures(const QString& parameter, const QString& value, const QString& lines);
    const project::ComponentLibrary* library() const { return library_; }
    /// The line that chooses a preset, above the rows.
    PresetBar& presets() { return *presets_; }
    /// The preset that was chosen last; empty: none.
    void setPreset(const QString& id);
    /// Opens or closes the fold of parameters that are rarely changed.
    void setMoreOpen(bool open);
    bool isMoreOpen() const { return moreOpen_; }
    /// Opens the fold if the parameter is in it.
    void reveal(const QString& parameter);
    /// An entry for each type of parameter that can be added.
    void fillAddMenu(QMenu& menu);
    /// Sets the focus to the name of a parameter and selects it.
    void editName(const QString& parameter);

signals:
    void valueChanged(const QString& parameter, const headroom::project::Json& value);
    /// Add a parameter of the chosen type, with a valid value; it has no name yet.
    void addRequested(const headroom::project::Parameter& parameter);
    void renameRequested(const QString& parameter, const QString& to);
    void moveRequested(const QString& parameter, int index);
    void deleteRequested(const QString& parameter);
    /// The description, type, range or set of alternatives was edited; see ParameterDetails::changed().
    void parameterChanged(const headroom::project::Parameter& parameter, const QString& what, int typing);
    /// The list of a parameter's alternatives opens, with these values as for --set, or has closed.
    void alternativesOpen(const QString& parameter, const QStringList& values);
    void alternativesClosed(const QString& parameter);
    /// Entry `index` of the result of Uses was chosen.
    void useChosen(const QString& parameter, int index);
    /// The user wants to go on with a study of all ticked alternatives.
    void studyWanted();
    /// A preset shall be made of the present values.
    void presetWanted();
    /// The user has opened or closed the fold of parameters that are rarely changed.
    void moreOpened(bool open);

private:
    struct Row
    {
        ParameterRow* row = nullptr;
        QWidget* editor = nullptr;
        ParameterDetails* details = nullptr; ///< null unless the row is expanded
        QString settled;                     ///< text of the value that was last shown or emitted
        QString problem;                     ///< of the text in the editor
    };

    void rebuild();
    void addRow(const project::Parameter& parameter, QVBoxLayout* column);
    void addMore(QVBoxLayout* column);
    void addButton(QVBoxLayout* column);
    void showMore();
    void showPresets();
    void noteValues();
    void moveBy(const QString& parameter, int by);
    std::vector<const project::Parameter*> groupOf(const std::string& parameter) const;
    QWidget* makeEditor(const project::Parameter& parameter);
    QWidget* makeComponentEditor(const project::Parameter& parameter);
    QWidget* makeTextEditor(const project::Parameter& parameter);
    QWidget* makeChoiceEditor(const project::Parameter& parameter);
    template <class Combo>
    void watchList(Combo& combo, const std::string& parameter);
    void showUses();
    void showStudy();
    void makeDetails(const project::Parameter& parameter, Row& row);
    void takeText(const std::string& parameter, QComboBox* editor);
    void showRow(const project::Parameter& parameter, Row& row);
    void showText(Row& row, QComboBox& editor, const QString& text);
    static void showProblem(Row& row, const QString& problem);
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
    std::string shapeShown_; ///< the properties that require new rows when they change
    QPushButton* study_;     ///< shows the number of points of the ticked alternatives
    QWidget* content_;
    QTimer* counting_; ///< delays counting the uses until an edit is finished, because it is slow in a large document
    QFrame* dropLine_ = nullptr;
    PresetBar* presets_;
    QToolButton* more_ = nullptr; ///< opens and closes the fold; null if no parameter is in it
    QWidget* moreRows_ = nullptr; ///< in the fold
    bool moreOpen_ = false;
    std::map<std::string, project::Json> shownValues_; ///< at the last refresh
};

} // namespace headroom::widgets
