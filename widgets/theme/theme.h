// The look of the whole application in one place: colours for a light and a dark theme, fonts, distances, icons.
//
// Everything is derived from the palette that applyTheme() sets, so a widget that paints by itself asks for colours()
// while painting (or in changeEvent on QEvent::PaletteChange) and needs no other notice of a change of theme.
#pragma once

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QPalette>
#include <QRect>
#include <QString>

class QApplication;
class QLabel;
class QPainter;
class QWidget;

namespace headroom::widgets {

enum class Theme
{
    followDesktop,
    light,
    dark
};

/// What a pixel of the screen measures, as CSS and Qt count it.
inline constexpr int pixelsPerInch = 96;

/// Distances in pixels: everything stands on multiples of `step`, half of it inside a control.
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
    QColor field;       ///< inside of an editor
    QColor fieldBorder; ///< around editors, buttons and boxes
    QColor text;
    QColor dimText; ///< labels, units, what matters less
    QColor accent;
    QColor onAccent;  ///< text on the accent colour
    QColor selection; ///< selected row, notes
    QColor track;     ///< unfilled part of a progress bar
    QColor grid;      ///< lines behind curves
    QColor ghost;     ///< a former run
    QColor wire;      ///< connections in diagrams
    QColor box;       ///< a block without load
    QColor good;      ///< a change for the better
    QColor bad;       ///< a change for the worse; errors
    QColor warning;   ///< a change that costs; warnings
};

/// Colours that go with a palette: the dark set if its window is dark.
const Colours& colours(const QPalette& palette);
const Colours& lightColours();
const Colours& darkColours();

/// Series `index` in the set of Okabe and Ito (2008), which people with any kind of colour vision can tell apart, with
/// the lightness adapted to the background. Indices beyond the set wrap around.
QColor seriesColour(int index, const QPalette& palette);
QColor seriesColour(int index, bool dark);
inline constexpr int seriesColourCount = 8;

/// Load `share` (0 … 1, clamped) from pale to deep; equal steps of load are equal steps to the eye (interpolated in
/// Oklab).
QColor loadColour(double share, const QPalette& palette);

/// Sets style, palette, font, icon theme and style sheet. May be called again at any time to change the theme; with
/// Theme::followDesktop the desktop's own preference is asked (settings portal, else the platform's palette).
void applyTheme(QApplication& application, Theme theme);
/// Whether the desktop prefers dark.
bool desktopIsDark();

QFont smallFont();  ///< labels, units, key figures
QFont strongFont(); ///< titles

/// What a label or button is; the style sheet says how that looks.
enum class Look
{
    heading, ///< section heading in small grey capitals
    label,   ///< name above an editor
    changed, ///< name above an editor whose value differs from the file's
    dim,     ///< secondary text
    small,   ///< small text in the normal colour
    error,   ///< what is wrong, small
    warning, ///< what may be wrong, small
    note,    ///< boxed sentence
    strong,  ///< title
    primary, ///< the one button that goes ahead
    flat,    ///< button without a frame
};
void setLook(QWidget* widget, Look look);
/// A label in small grey capitals; the text is upper-cased.
QLabel* sectionHeading(const QString& text, QWidget* parent = nullptr);
/// Marks an editor's content as wrong (red border) or right again.
void setFaulty(QWidget* editor, bool faulty);

/// Breeze icon by its freedesktop name, e.g. "media-playback-start"; follows the theme by itself.
QIcon icon(const QString& name);
/// The same in the colour of text on the accent colour, for a primary button; follows the theme, too.
QIcon accentIcon(const QString& name);
/// Paints it as it goes with these colours: on a light paper it is dark though the theme be dark, and what is not made
/// of pixels gets it fine enough for print.
void paintIcon(QPainter& painter, const QString& name, const QRect& rect, const Colours& colours);

} // namespace headroom::widgets
