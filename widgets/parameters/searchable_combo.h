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
    /// An entry; `detail` stands below it in the list.
    void addEntry(const QString& text, const QString& detail, const QVariant& id);
    /// Shows the entry whose data are `wanted`, without a signal; no entry: shows `otherwise`. Leaves a search that
    /// somebody is typing.
    void showData(const QVariant& wanted, const QString& otherwise = {});

signals:
    /// Someone chose another entry than the one shown, by mouse or keyboard.
    void chosen(const QVariant& data);

protected:
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void takeText();
    void take(int index);
    int bestMatch(const QString& typed) const;
    void showSettled();

    QVariant settled_; ///< what was last shown or chosen
    QString settledText_;
};

} // namespace headroom::widgets
