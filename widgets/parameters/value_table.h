// An editor for a value with several entries: names with expressions, or the rows of a table. The last row is for a new
// entry.
#pragma once

#include "project/vocabulary/declarations.h"

#include <QTableWidget>

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

signals:
    /// Null: the table is empty. Emitted when all rows with content are complete.
    void edited(const headroom::project::Json& value);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QString text(int row, int column) const;
    void setText(int row, int column, const QString& text);
    bool isEmpty(int row) const;
    void take();
    std::optional<project::Json> value() const;
    std::optional<project::Json> pairs() const;
    std::optional<project::Json> rows() const;
    std::optional<project::Json> listRow(int row) const;

    project::FieldDeclaration field_;
    project::Json shown_;
};

} // namespace headroom::widgets
