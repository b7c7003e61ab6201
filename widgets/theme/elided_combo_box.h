// A combo box for long texts: what does not fit is left out in the middle, and the tool tip has the whole text.
#pragma once

#include <QComboBox>
#include <QLineEdit>

namespace headroom::widgets {

/// Shows the beginning and the end of a text that is too long, except while it has the focus.
class ElidedLineEdit : public QLineEdit
{
public:
    using QLineEdit::QLineEdit;

    /// The text as it is painted.
    QString shownText() const;

protected:
    void paintEvent(QPaintEvent* event) override;
};

class ElidedComboBox : public QComboBox
{
public:
    using QComboBox::QComboBox;

    /// Like setEditable(true), with a line that elides.
    void allowTyping();
    /// The text as it is painted.
    QString shownText() const;
    /// The list is as wide as its longest entry, within the screen.
    void showPopup() override;

protected:
    void initStyleOption(QStyleOptionComboBox* option) const override;
    bool event(QEvent* event) override;

private:
    QString elided(const QStyleOptionComboBox& option) const;
};

} // namespace headroom::widgets
