#include "widgets/theme/severity_sign.h"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>

#include <algorithm>

namespace headroom::widgets {

namespace {

class SeverityIcon : public QIconEngine
{
public:
    explicit SeverityIcon(project::Severity severity) : severity_(severity) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        painter->save();
        if (mode == QIcon::Disabled)
            painter->setOpacity(0.5);
        const qreal side = std::min(rect.width(), rect.height());
        QRectF area(0, 0, side, side);
        area.moveCenter(QRectF(rect).center());
        const qreal beside = side / 8; // some room to the text
        paintSeverity(*painter, area.adjusted(beside, beside, -beside, -beside), severity_,
                      colours(QGuiApplication::palette()), Qt::transparent);
        painter->restore();
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override
    {
        QPixmap picture(size);
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        paint(&painter, picture.rect(), mode, state);
        return picture;
    }
    QIconEngine* clone() const override { return new SeverityIcon(severity_); }

private:
    project::Severity severity_;
};

} // namespace

void paintSeverity(QPainter& painter, const QRectF& area, project::Severity severity, const Colours& colours,
                   const QColor& ground)
{
    const bool warning = severity == project::Severity::warning;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ground, 1));
    painter.setBrush(severity == project::Severity::error ? colours.bad : warning ? colours.warning : colours.accent);
    if (severity == project::Severity::error)
        painter.drawEllipse(area);
    else if (warning)
        painter.drawPolygon(QPolygonF({{area.center().x(), area.top()}, area.bottomRight(), area.bottomLeft()}));
    else
        painter.drawRoundedRect(area, area.width() / 4, area.width() / 4);
    QFont font = smallFont();
    font.setPixelSize(std::max(1, qRound(area.height() * 0.8)));
    font.setWeight(QFont::Bold);
    painter.setFont(font);
    painter.setPen(colours.dark ? colours.canvas : Qt::white);
    const qreal lower = warning ? area.height() / 6 : 0; // the centroid of a triangle
    painter.drawText(area.translated(0, lower), Qt::AlignCenter,
                     severity == project::Severity::note ? QStringLiteral("i") : QStringLiteral("!"));
}

QIcon severityIcon(project::Severity severity)
{
    return QIcon(new SeverityIcon(severity));
}

} // namespace headroom::widgets
