#include "widgets/parameters/inspector/form_keys.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QFocusEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTimer>

#include <algorithm>

namespace headroom::widgets {

namespace {

bool isEnter(const QEvent& event)
{
    const int key = static_cast<const QKeyEvent&>(event).key();
    return key == Qt::Key_Return || key == Qt::Key_Enter;
}

} // namespace

FormKeys::FormKeys(QLineEdit& line, FormActs acts) : QObject(&line), acts_(std::move(acts))
{
    watch(line);
}

FormKeys::FormKeys(QComboBox& combo, FormActs acts) : QObject(&combo), acts_(std::move(acts))
{
    watch(*combo.lineEdit());
    combo.installEventFilter(this); // it has the focus, and passes the keys on to its line past the filters there
    lists_.append(combo.view());
    if (const QCompleter* completer = combo.completer();
        completer && completer->completionMode() == QCompleter::PopupCompletion)
        lists_.append(completer->popup());
    for (QObject* list : lists_)
        list->installEventFilter(this);
}

void FormKeys::watch(QLineEdit& line)
{
    line.installEventFilter(this);
    connect(&line, &QLineEdit::returnPressed, this, acts_.accepted);
}

bool FormKeys::eventFilter(QObject* watched, QEvent* event)
{
    const bool ofList = lists_.contains(watched);
    switch (event->type()) {
    case QEvent::FocusIn:
        if (const auto reason = static_cast<QFocusEvent*>(event)->reason();
            !ofList && reason != Qt::PopupFocusReason && reason != Qt::ActiveWindowFocusReason)
            acts_.begun();
        return false;
    case QEvent::ShortcutOverride:
        return !ofList && overrides(*event);
    case QEvent::KeyPress:
        if (ofList && isEnter(*event)) {
            QTimer::singleShot(0, this, acts_.accepted); // the list chooses its entry first
            return false;
        }
        if (ofList || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
            return false;
        acts_.abandoned();
        return true;
    default:
        return false;
    }
}

/// Returns true if the line must not see the event.
bool FormKeys::overrides(QEvent& event) const
{
    const auto& key = static_cast<const QKeyEvent&>(event);
    if (key.key() == Qt::Key_Escape) {
        event.accept();
        return true;
    }
    const bool undoes = key.matches(QKeySequence::Undo) || key.matches(QKeySequence::Redo) ||
                        QKeySequence(key.keyCombination()) == QKeySequence("Ctrl+Y");
    if (!undoes)
        return false;
    acts_.settle();
    event.ignore(); // the shortcut of the window follows
    return true;
}

const project::FieldDeclaration* nextMissing(const project::Fields& fields, const project::Json& values,
                                             const std::string& from)
{
    const auto isMissing = [&](const project::FieldDeclaration& field) {
        const bool given = values.is_object() && values.contains(field.name) && !values[field.name].is_null();
        return field.required && !given && field.name != from && !comesFromTable(field, values);
    };
    const auto start =
        std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.name == from; });
    const auto after = start == fields.end() ? fields.begin() : start + 1;
    auto found = std::find_if(after, fields.end(), isMissing);
    if (found == fields.end()) {
        found = std::find_if(fields.begin(), after, isMissing);
        if (found == after)
            return nullptr;
    }
    return &*found;
}

} // namespace headroom::widgets
