// A combo box whose list is searched by typing any part of an entry.
#pragma once

#include <QComboBox>

namespace headroom::widgets {

class SearchableCombo : public QComboBox
{
    Q_OBJECT
public:
    explicit SearchableCombo(QWidget* parent = nullptr);

    /// An entry that cannot be chosen and heads those after it.
    void addHeading(const QString& text);
    /// Shows the entry whose data are `wanted`, without a signal.
    void showData(const QVariant& wanted);

signals:
    /// Someone chose an entry, by mouse or keyboard.
    void chosen(const QVariant& data);

protected:
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void takeText();
};

} // namespace headroom::widgets
