// A button that represents an item to open. It shows a name, a short text and, if there is one, a picture.
#pragma once

#include <QAbstractButton>
#include <QPixmap>

namespace headroom::app {

class CardButton : public QAbstractButton
{
    Q_OBJECT
public:
    /// `pictureHeight` 0: no room for a picture. `lines`: of the text below the name.
    CardButton(const QString& name, const QString& line, int pictureHeight, int lines, QWidget* parent = nullptr);

    void setPicture(const QPixmap& picture);
    QSize pictureSize() const;
    /// Room at the right for a button that lies on the card, in pixels.
    void setRoomAtRight(int width);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString line_;
    QPixmap picture_;
    int pictureHeight_, lines_, roomAtRight_ = 0;
};

} // namespace headroom::app
