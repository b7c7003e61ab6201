// A colour in which a text can be read.
#pragma once

#include <QColor>

namespace headroom::widgets {

/// A colour of the same hue that has a contrast of 4.5 with the ground, as the Web Content Accessibility Guidelines 2.2
/// of the W3C want it for text (success criterion 1.4.3): darker on a light ground, lighter on a dark one. The colour
/// itself if it has that already.
QColor readableColour(const QColor& colour, const QColor& ground);

} // namespace headroom::widgets
