#include "widgets/theme/readable_colour.h"

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

constexpr double textContrast = 4.5;
constexpr int finest = 104; // per cent of the brightness: a step that nobody sees

/// Relative luminance of an sRGB colour, by the guidelines that readableColour() names.
double luminanceOf(const QColor& colour)
{
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

/// 1 to 21; each luminance has 0.05 of stray light.
double contrastOf(const QColor& a, const QColor& b)
{
    const auto [dark, light] = std::minmax({luminanceOf(a), luminanceOf(b)});
    return (light + 0.05) / (dark + 0.05);
}

} // namespace

QColor readableColour(const QColor& colour, const QColor& ground)
{
    const bool onLight = luminanceOf(ground) > 0.18; // as far from black as from white by contrast
    QColor text = colour;
    for (int i = 0; i < 100 && contrastOf(text, ground) < textContrast; ++i)
        text = onLight ? text.darker(finest) : text.lighter(finest);
    return text;
}

} // namespace headroom::widgets
