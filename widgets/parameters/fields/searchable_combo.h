// A combo box whose list can be searched by typing any part of an entry.
#pragma once

#include "widgets/controls/elided_combo_box.h"

namespace headroom::widgets {

class SearchableCombo : public ElidedComboBox
{
    Q_OBJECT
public:
    explicit SearchableCombo(QWidget* parent = nullptr);

    /// Adds a heading for the entries after it; it cannot be chosen.
    void addHeading(const QString& text);
    /// Adds an entry; the list shows `detail` below it.
    void addEntry(const QString& text, const QString& detail, const QVariant& id);
    /// Shows the entry with the data `wanted` without emitting a signal; if there is none, shows `otherwise`. Does not
    /// interrupt a search that the user is typing.
    void showData(const QVariant& wanted, const QString& otherwise = {});

    void showPopup() override;
    void hidePopup() override;

signals:
    /// Before the list is laid out, and after it has closed.
    void listOpens();
    void listClosed();
    /// The user chose another entry than the current one, by mouse or keyboard.
    void chosen(const QVariant& data);

protected:
    void focusOutEvent(QFocusEvent* event) override;

private:
    void takeText();
    void take(int index);
    int bestMatch(const QString& typed) const;
    void showSettled();

    QVariant settled_; ///< data that were last shown or chosen
    QString settledText_;
};

} // namespace headroom::widgets
