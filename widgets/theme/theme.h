// The appearance of the whole application: light and dark colours, fonts, distances, icons.
//
// All colours are derived from the palette that applyTheme() sets. A widget with its own painting calls colours() while
// painting, or in changeEvent on QEvent::PaletteChange. It needs no other notification of a theme change.
#pragma once

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QPalette>
#include <QRect>
#include <QString>
#include <Qt>

class QApplication;
class QLabel;
class QPainter;
class QScrollArea;
class QWidget;

namespace headroom::widgets {

enum class Theme
{
    followDesktop,
    light,
    dark
};

/// Logical pixels per inch, as in CSS and Qt.
inline constexpr int pixelsPerInch = 96;

/// Distances in pixels: everything is aligned to multiples of `step`, or to half of it inside a control.
namespace rhythm {
inline constexpr int step = 8;
inline constexpr int half = 4;
inline constexpr int margin = 12;  ///< from a panel's edge to its content
inline constexpr int radius = 5;   ///< corners of fields and buttons
inline constexpr int control = 28; ///< height of a field or a button
} // namespace rhythm

struct Colours
{
    bool dark = false;
    QColor surface;     ///< panels, menus, plots
    QColor band;        ///< strips of tabs, status bar
    QColor canvas;      ///< behind diagrams
    QColor dots;        ///< the canvas's grid
    QColor border;      ///< between panels
    QColor field;       ///< inside an editor
    QColor fieldBorder; ///< around editors, buttons and boxes
    QColor text;
    QColor dimText; ///< labels, units, less important text
    QColor accent;
    QColor onAccent;  ///< text on the accent colour
    QColor selection; ///< selected row, notes
    QColor track;     ///< unfilled part of a progress bar
    QColor grid;      ///< lines behind curves
    QColor ghost;     ///< an earlier run
    QColor wire;      ///< connections in diagrams
    QColor box;       ///< a block without load
    QColor good;      ///< a change for the better
    QColor bad;       ///< a change for the worse; errors
    QColor warning;   ///< a change with a cost; warnings
};

/// The colours for a palette: the dark set if its window colour is dark.
const Colours& colours(const QPalette& palette);
const Colours& lightColours();
const Colours& darkColours();

/// Colour of series `index` from the set of Okabe and Ito (2008), which people with any kind of colour vision can
/// distinguish. The lightness is adapted to the background. Indices beyond the set wrap around.
QColor seriesColour(int index, const QPalette& palette);
QColor seriesColour(int index, bool dark);
inline constexpr int seriesColourCount = 8;

/// Colour of a load `share` (0 … 1, clamped), from pale to deep. Equal steps of load are perceived as equal steps
/// (interpolated in Oklab).
QColor loadColour(double share, const QPalette& palette);

/// The same for the cells of a heat map, which have no text in them: pale at 0, full strength at 1.
QColor heatColour(double share, const QPalette& palette);

/// Sets style, palette, font, icon theme and style sheet. Call it again at any time to change the theme.
/// Theme::followDesktop reads the desktop's preference (settings portal, else the platform's palette).
void applyTheme(QApplication& application, Theme theme);
/// True if the desktop prefers a dark theme.
bool desktopIsDark();

QFont smallFont();  ///< labels, units, key figures
QFont strongFont(); ///< titles

/// The kind of a label or button; the style sheet defines its appearance.
enum class Look
{
    heading, ///< section heading in small grey capitals
    label,   ///< name above an editor
    changed, ///< name above an editor whose value differs from the file's
    dim,     ///< secondary text
    small,   ///< small text in the normal colour
    error,   ///< an error, small
    warning, ///< a possible problem, small
    missing, ///< to be filled in, small
    note,    ///< boxed sentence
    alarm,   ///< boxed sentence on what has gone wrong
    strong,  ///< title
    primary, ///< the main button
    flat,    ///< button without a frame
};
void setLook(QWidget* widget, Look look);
/// Gives a new object the name by which style sheets, settings and tests find it.
template <typename Object>
Object* named(Object* object, const QString& name)
{
    object->setObjectName(name);
    return object;
}
/// Also the one that a screen reader says.
template <typename Widget>
Widget* named(Widget* widget, const QString& name, const QString& accessibleName)
{
    widget->setAccessibleName(accessibleName);
    return named(widget, name);
}
/// A scroll area without a frame that gives the content its width; `horizontal`: when it scrolls sideways.
QScrollArea* scrolled(QWidget* content, Qt::ScrollBarPolicy horizontal = Qt::ScrollBarAsNeeded);
/// The same in a frame, never sideways.
QScrollArea* scrolledInFrame(QWidget* content);

/// A label in small grey capitals; the text is upper-cased.
QLabel* sectionHeading(const QString& text, QWidget* parent = nullptr);
/// Marks an editor's content as invalid (red border) or valid.
void setFaulty(QWidget* editor, bool faulty);

/// A Breeze icon by its freedesktop name, e.g. "media-playback-start", or one of ours for what Breeze has only coloured
/// ones of: "branch", "processor", "memory-module", "power-supply". It follows theme changes.
QIcon icon(const QString& name);
/// The same in the colour of text on the accent colour, for a primary button; follows the theme, too.
QIcon accentIcon(const QString& name);
/// Paints it in these colours: dark on light paper even if the theme is dark. A device that is not made of pixels gets
/// it fine enough for print.
void paintIcon(QPainter& painter, const QString& name, const QRect& rect, const Colours& colours);

} // namespace headroom::widgets
