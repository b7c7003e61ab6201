// The menu of a field: what can be done with it besides editing its text.
#pragma once

#include <QList>
#include <QObject>
#include <QString>

#include <functional>

class QLineEdit;
class QMenu;
class QToolButton;

namespace headroom::widgets {

struct FieldAction
{
    QString text;
    QString key; ///< the shortcut that does the same, for display; empty: none
    std::function<void()> act;
};

/// Opens by a button, and adds its entries to the context menu of the field's text.
class FieldMenu : public QObject
{
    Q_OBJECT
public:
    /// `actions` returns the present entries. The menu belongs to the text field.
    FieldMenu(QLineEdit& text, QToolButton& button, std::function<QList<FieldAction>()> actions);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addEntries(QMenu& menu) const;

    QLineEdit& text_;
    QToolButton& button_;
    std::function<QList<FieldAction>()> actions_;
};

/// A small button beside the label of a field, no taller than it.
QToolButton* fieldButton(const QString& iconName, const QString& name);

} // namespace headroom::widgets
