// A button whose text ends with an ellipsis where there is no room for all of it.
#pragma once

#include <QPushButton>

namespace headroom::widgets {

/// Takes what width its layout gives it. Its tool tip begins with the whole text where that is cut.
class ElidedButton : public QPushButton
{
    Q_OBJECT
public:
    explicit ElidedButton(QWidget* parent = nullptr);
    /// The text as it is painted.
    QString shownText() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
};

} // namespace headroom::widgets
