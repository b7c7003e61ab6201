// Icons of the desktop's theme, whose pictures stay the same at every scale factor of the screen.
#pragma once

#include <QIcon>
#include <QString>

namespace headroom::widgets {

/// Themes have other pictures for larger sizes. On a fine screen this icon is the small picture in more detail, not the
/// picture of a larger size. It follows changes of the theme.
QIcon themedIcon(const QString& name);

} // namespace headroom::widgets
