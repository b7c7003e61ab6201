// An editor for a value with several entries: names with expressions, or the rows of a table. The last row is for a new
// entry, unless the names are declared elsewhere.
#pragma once

#include "project/vocabulary/declarations.h"
#include "widgets/document/lookup/called_arguments.h"
#include "widgets/parameters/fields/value_in_signals.h"
#include "widgets/parameters/inspector/expression_completer.h"

#include <QTableWidget>

#include <functional>
#include <optional>

namespace headroom::widgets {

class ValueTable : public QTableWidget
{
    Q_OBJECT
public:
    /// For a field of type assignments, reductions or rows.
    explicit ValueTable(const project::FieldDeclaration& field, QWidget* parent = nullptr);

    void show(const project::Json& value);
    using QWidget::show;
    /// Each declared name has a row, also without a value; other names of the value are marked. Without declared names
    /// any name may stand on the left.
    void setDeclared(const QList<DeclaredName>& names);
    static constexpr int problemRole = Qt::UserRole;  ///< of a cell: what is wrong with it
    static constexpr int hintRole = Qt::UserRole + 1; ///< of an empty cell: what holds without a value
    /// Returns what is wrong with the text of a cell in this column; empty if nothing is.
    using CellCheck = std::function<QString(const project::FieldDeclaration& column, const QString& text)>;
    /// Wrong cells stay as the user entered them and are marked. Until they are corrected, there is no edited().
    void setCheck(CellCheck check) { check_ = std::move(check); }

    /// Returns what an expression in a cell may name; of a table without columns for the field itself.
    using Known = std::function<Completions(const project::FieldDeclaration&)>;
    void setKnown(Known known) { known_ = std::move(known); }
    /// Completes the names that are typed into a cell of the column.
    void completeNames(QLineEdit* editor, int column);
    /// The words that a column offers; empty if any value may be entered.
    const std::vector<std::string>& choicesOf(int column) const;

signals:
    /// Null: the table is empty. Emitted when all rows with content are complete.
    void edited(const headroom::project::Json& value);
    /// After each edit of a cell: what is wrong with the first wrong cell; empty if nothing is.
    void checked(const QString& problem);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QString text(int row, int column) const;
    void setText(int row, int column, const QString& text);
    void setName(int row, const QString& name, const QString& hint, const QString& meaning, const QString& problem);
    void showPairs(const project::Json& value);
    void showRows(const project::Json& value);
    void resizeTo(int rows);
    bool isDeclared(int row) const { return row < declared_.size(); }
    bool isEmpty(int row) const;
    void take();
    QString markCells();
    QString problemOf(int row, int column) const;
    std::optional<project::Json> value() const;
    std::optional<project::Json> pairs() const;
    std::optional<project::Json> rows() const;
    std::optional<project::Json> listRow(int row) const;

    project::FieldDeclaration field_;
    QList<DeclaredName> declared_;
    project::Json shown_;
    CellCheck check_;
    Known known_;
};

} // namespace headroom::widgets
