// Text on a canvas: its fonts, and how long text is shortened.
#pragma once

#include <QFont>
#include <QString>
#include <QStringList>
#include <QVector>

class QPainter;
class QRectF;

namespace headroom::widgets {

/// Fonts of a canvas, in pixels so that a drawing looks the same on every desktop.
QFont titleFont();
QFont summaryFont();
QFont labelFont();
/// Draws one line, left-aligned and vertically centred in `rect`. Text that does not fit ends in an ellipsis.
void drawElided(QPainter* painter, const QRectF& rect, const QFont& font, const QString& text);

/// A text shortened to a width. The result is cached until the text or the width changes.
class FittedText
{
public:
    const QString& fit(const QString& text, const QFont& font, qreal room);
    bool isCut() const { return fitted_ != text_; }

private:
    QString text_, fitted_;
    qreal room_ = -1;
};

/// A text on several lines. It breaks between words; only a word that is longer than a line breaks elsewhere. The end
/// is cut if it does not fit on the last line, which then has an ellipsis. The result is cached like that of
/// FittedText.
class WrappedText
{
public:
    /// `rooms` are the widths of the lines that there are. The result may have fewer lines.
    const QStringList& fit(const QString& text, const QFont& font, const QVector<qreal>& rooms);
    bool isCut() const { return cut_; }

private:
    QString text_;
    QVector<qreal> rooms_;
    QStringList lines_;
    bool cut_ = false;
};

/// Below this scale the small lines of boxes cannot be read and are left out.
inline constexpr qreal smallTextScale = 0.55;
/// Below this scale text cannot be read and boxes are drawn without it.
inline constexpr qreal readableScale = 0.4;

/// 0.93 → "93 %".
QString percentText(double share);
/// A mean number of requests or I/Os: 3.2 → "3.2", 133.4 → "133".
QString meanText(double number);

} // namespace headroom::widgets
