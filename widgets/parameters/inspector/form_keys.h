// The keys of a field in a form, which lead from field to field and back to the drawing.
#pragma once

#include "project/vocabulary/declarations.h"

#include <QObject>

#include <functional>
#include <string>

class QComboBox;
class QLineEdit;

namespace headroom::widgets {

/// The actions of a form for the keys of one of its fields.
struct FormActs
{
    std::function<void()> begun;     ///< the field gets the focus
    std::function<void()> accepted;  ///< Enter, after the field has taken its text
    std::function<void()> abandoned; ///< Esc
    std::function<void()> settle;    ///< before an undo: the typed text becomes a step that can be undone
};

/// Watches a line, or a combo box with its lists. Undo and redo are those of the window, not those of the line.
class FormKeys : public QObject
{
public:
    FormKeys(QLineEdit& line, FormActs acts);
    FormKeys(QComboBox& combo, FormActs acts);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void watch(QLineEdit& line);
    bool overrides(QEvent& event) const;

    FormActs acts_;
    QList<QObject*> lists_; ///< of a combo box
};

/// The next required field without a value, from `from` on and then from the beginning; null if there is none. A name
/// that is no field stands before the first one.
const project::FieldDeclaration* nextMissing(const project::Fields& fields, const project::Json& values,
                                             const std::string& from);

} // namespace headroom::widgets
