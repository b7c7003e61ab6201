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

    /// Like setEditable(true), with a line that elides. The click that brings the focus opens the list, and so does
    /// the space bar; what is typed while the list is open goes into the line.
    void allowTyping();
    /// The text as it is painted.
    QString shownText() const;
    /// The list is as wide as its longest entry, within the screen.
    void showPopup() override;

protected:
    void initStyleOption(QStyleOptionComboBox* option) const override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void typeIntoLine(QKeyEvent& event);

    bool clickOpens_ = false;
    QString elided(const QStyleOptionComboBox& option) const;
};

} // namespace headroom::widgets
