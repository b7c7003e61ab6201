// A line of text that ends with an ellipsis where there is no room for all of it.
#pragma once

#include <QLabel>

namespace headroom::widgets {

/// Takes what width its layout gives it. Its tool tip begins with the whole text where that is cut.
class ElidedLabel : public QLabel
{
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr);
    QSize minimumSizeHint() const override;
    /// The text as it is painted.
    QString shownText() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
};

} // namespace headroom::widgets
