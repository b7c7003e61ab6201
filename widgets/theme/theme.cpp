#include "widgets/theme/theme.h"

#include "widgets/theme/style_sheet.h"
#include "widgets/theme/themed_icon.h"
#include "widgets/theme/wheel_guard.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QFile>
#include <QFontDatabase>
#include <QHash>
#include <QIconEngine>
#include <QLabel>
#include <QPaintEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QScrollArea>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleOption>
#include <QVariant>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace headroom::widgets {

const Colours& lightColours()
{
    static const Colours set{.dark = false,
                             .surface = "#ffffff",
                             .band = "#f6f7f8",
                             .canvas = "#fbfcfd",
                             .dots = "#dfe3e8",
                             .border = "#e1e5ea",
                             .field = "#f6f7f8",
                             .fieldBorder = "#d9dde2",
                             .text = "#20262d",
                             .dimText = "#68727d",
                             .accent = "#2a6fdb",
                             .onAccent = "#ffffff",
                             .selection = "#e3edfb",
                             .track = "#eef0f3",
                             .grid = "#eef0f3",
                             .ghost = "#bcbfc4",
                             .wire = "#949ba3",
                             .box = "#ffffff",
                             .good = "#00875f",
                             .bad = "#c4361f",
                             .warning = "#b4570a"};
    return set;
}

const Colours& darkColours()
{
    static const Colours set{.dark = true,
                             .surface = "#24292e",
                             .band = "#1d2125",
                             .canvas = "#1f2428",
                             .dots = "#353c43",
                             .border = "#30363c",
                             .field = "#1d2125",
                             .fieldBorder = "#3a4149",
                             .text = "#e6e9ec",
                             .dimText = "#98a2ad",
                             .accent = "#5b9bff",
                             .onAccent = "#0b1a2e",
                             .selection = "#26374f",
                             .track = "#2c3238",
                             .grid = "#2e343a",
                             .ghost = "#616971",
                             .wire = "#7b848d",
                             .box = "#2c3238",
                             .good = "#2fc492",
                             .bad = "#ff7a66",
                             .warning = "#f0953f"};
    return set;
}

const Colours& colours(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightnessF() < 0.5 ? darkColours() : lightColours();
}

QColor seriesColour(int index, bool dark)
{
    // Blue, orange, bluish green, reddish purple, vermilion, sky blue, yellow, and grey instead of their black.
    static const std::array<QColor, seriesColourCount> onLight{QColor("#0072b2"), QColor("#dc9300"), QColor("#009e73"),
                                                               QColor("#c0679a"), QColor("#d55e00"), QColor("#3fa3dc"),
                                                               QColor("#a89a00"), QColor("#5c6670")};
    static const std::array<QColor, seriesColourCount> onDark{QColor("#56b4e9"), QColor("#f0a830"), QColor("#2fc492"),
                                                              QColor("#e29ac4"), QColor("#f07d3a"), QColor("#3d94d6"),
                                                              QColor("#f0e442"), QColor("#aab4be")};
    const int position = ((index % seriesColourCount) + seriesColourCount) % seriesColourCount;
    return (dark ? onDark : onLight)[static_cast<std::size_t>(position)];
}

QColor seriesColour(int index, const QPalette& palette)
{
    return seriesColour(index, colours(palette).dark);
}

namespace {

using Triple = std::array<double, 3>;

double toLinear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double fromLinear(double light)
{
    const double channel = light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
    return std::clamp(channel, 0.0, 1.0);
}

// Oklab: B. Ottosson, "A perceptual color space for image processing" (2020); the matrices are those of the article.
Triple toOklab(const QColor& colour)
{
    const double r = toLinear(colour.redF()), g = toLinear(colour.greenF()), b = toLinear(colour.blueF());
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

QColor fromOklab(const Triple& lab)
{
    const auto cube = [](double x) { return x * x * x; };
    const double l = cube(lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2]);
    const double m = cube(lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2]);
    const double s = cube(lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2]);
    return QColor::fromRgbF(static_cast<float>(fromLinear(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)),
                            static_cast<float>(fromLinear(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)),
                            static_cast<float>(fromLinear(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)));
}

} // namespace

namespace {

QColor mix(const QColor& none, const QColor& full, double share)
{
    const Triple pale = toOklab(none), deep = toOklab(full);
    const double t = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0;
    Triple mixed;
    for (std::size_t i = 0; i < mixed.size(); ++i)
        mixed[i] = pale[i] + t * (deep[i] - pale[i]);
    return fromOklab(mixed);
}

} // namespace

QColor loadColour(double share, const QPalette& palette)
{
    return colours(palette).dark ? mix(QColor("#2c3238"), QColor("#935c38"), share)
                                 : mix(QColor("#ffffff"), QColor("#f2b598"), share);
}

QColor heatColour(double share, const QPalette& palette)
{
    return colours(palette).dark ? mix(QColor("#343b42"), QColor("#ff8a4a"), share)
                                 : mix(QColor("#f4f1ee"), QColor("#c2410c"), share);
}

namespace {

QPalette paletteOf(const Colours& c)
{
    QPalette palette;
    const auto set = [&palette](QPalette::ColorRole role, const QColor& colour) { palette.setColor(role, colour); };
    set(QPalette::Window, c.surface);
    set(QPalette::WindowText, c.text);
    set(QPalette::Base, c.surface);
    set(QPalette::AlternateBase, c.band);
    set(QPalette::Text, c.text);
    set(QPalette::Button, c.surface);
    set(QPalette::ButtonText, c.text);
    set(QPalette::BrightText, c.bad);
    set(QPalette::ToolTipBase, c.dark ? c.band : c.surface);
    set(QPalette::ToolTipText, c.text);
    set(QPalette::PlaceholderText, c.dimText);
    set(QPalette::Highlight, c.selection);
    set(QPalette::HighlightedText, c.text);
    set(QPalette::Link, c.accent);
    set(QPalette::LinkVisited, c.accent);
    set(QPalette::Light, c.field);
    set(QPalette::Midlight, c.border);
    set(QPalette::Mid, c.fieldBorder);
    set(QPalette::Dark, c.wire);
    set(QPalette::Shadow, c.dark ? QColor("#101214") : QColor("#aab2ba"));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, c.ghost);
    return palette;
}

QFont baseFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    if (QFontDatabase::hasFamily("Inter"))
        font = QFont("Inter");
    font.setPointSizeF(10);
    return font;
}

// The platform's palette from before applyTheme().
const QPalette& platformPalette()
{
    static const QPalette palette = QApplication::palette();
    return palette;
}

/// Color-scheme of the settings portal (org.freedesktop.appearance): 0 no preference, 1 dark, 2 light; -1 without an
/// answer.
int portalPreference()
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return -1;
    QDBusMessage ask = QDBusMessage::createMethodCall(
        "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "Read");
    ask << "org.freedesktop.appearance"
        << "color-scheme";
    const int patienceMs = 300; // the window waits for this; if the portal is slower, the palette decides
    const QDBusMessage answer = bus.call(ask, QDBus::Block, patienceMs);
    if (answer.type() != QDBusMessage::ReplyMessage || answer.arguments().isEmpty())
        return -1;
    QVariant value = answer.arguments().constFirst();
    while (value.canConvert<QDBusVariant>()) // older portals wrap the value twice
        value = value.value<QDBusVariant>().variant();
    return value.toInt();
}

} // namespace

bool desktopIsDark()
{
    const bool paletteIsDark = platformPalette().color(QPalette::Window).lightnessF() < 0.5F;
    const int preference = portalPreference();
    return preference == 1 || (preference <= 0 && paletteIsDark);
}

void applyTheme(QApplication& application, Theme theme)
{
    platformPalette();
    const bool dark = theme == Theme::dark || (theme == Theme::followDesktop && desktopIsDark());
    const Colours& set = dark ? darkColours() : lightColours();
    QIcon::setThemeSearchPaths(QIcon::themeSearchPaths() << "/usr/share/icons");
    QIcon::setThemeName(dark ? "breeze-dark" : "breeze");
    // Another theme has the same style and font, and to set them again would lay out every window twice more.
    static bool styled = false;
    if (!std::exchange(styled, true)) {
        application.setStyle(QStyleFactory::create("Fusion"));
        keepWheelFromFields(application);
    }
    if (const QFont font = baseFont(); QApplication::font() != font)
        application.setFont(font);
    application.setPalette(paletteOf(set));
    application.setStyleSheet(styleSheet(set));
    // The font joins "48x25" to "48×25". Where ids are typed and chosen they are shown letter by letter. A style sheet
    // resets the fonts of classes.
    QFont letters = baseFont();
    letters.setStyleStrategy(QFont::PreferNoShaping);
    for (const char* const edited : {"QLineEdit", "QComboBox"})
        application.setFont(letters, edited);
}

QFont smallFont()
{
    QFont font = QApplication::font();
    font.setPointSizeF(font.pointSizeF() * 0.86);
    return font;
}

QFont strongFont()
{
    QFont font = QApplication::font();
    font.setWeight(QFont::DemiBold);
    return font;
}

void setLook(QWidget* widget, Look look)
{
    static const std::array<const char*, 13> names{"heading", "label",   "changed", "dim",  "small",
                                                   "error",   "warning", "missing", "note", "alarm",
                                                   "strong",  "primary", "flat"};
    widget->setProperty("look", names[static_cast<std::size_t>(look)]);
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

QScrollArea* scrolledInFrame(QWidget* content)
{
    auto* area = new QScrollArea;
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(content);
    return area;
}

QScrollArea* scrolled(QWidget* content, Qt::ScrollBarPolicy horizontal)
{
    QScrollArea* area = scrolledInFrame(content);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(horizontal);
    return area;
}

QLabel* sectionHeading(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text.toUpper(), parent);
    setLook(label, Look::heading);
    return label;
}

void setFaulty(QWidget* editor, bool faulty)
{
    if (editor->property("faulty").toBool() == faulty)
        return;
    editor->setProperty("faulty", faulty);
    editor->style()->unpolish(editor);
    editor->style()->polish(editor);
}

namespace {

QPixmap tinted(QPixmap pixmap, const QColor& colour)
{
    QPainter painter(&pixmap);
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(pixmap.rect(), colour);
    painter.end();
    return pixmap;
}

/// Takes its colour when it is painted: the theme may have changed since the icon was made.
class TintedIcon : public QIconEngine
{
public:
    TintedIcon(QString name, QIcon shape, QColor Colours::*colour)
        : name_(std::move(name)), shape_(std::move(shape)), colour_(colour)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        painter->drawPixmap(rect, scaledPixmap(rect.size(), mode, state, painter->device()->devicePixelRatioF()));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal scale) override
    {
        const QColor colour = colours(QGuiApplication::palette()).*colour_;
        const QString key = QStringLiteral("tinted %1 %2 %3 %4 %5")
                                .arg(name_, colour.name())
                                .arg(size.width())
                                .arg(size.height())
                                .arg(scale);
        QPixmap pixmap; // a drawing paints thousands
        if (!QPixmapCache::find(key, &pixmap)) {
            const QPixmap drawn = shape_.pixmap((QSizeF(size) / scale).toSize(), scale);
            if (drawn.isNull())
                return drawn;
            pixmap = tinted(drawn, colour);
            QPixmapCache::insert(key, pixmap);
        }
        if (mode != QIcon::Disabled)
            return pixmap;
        QStyleOption option;
        option.palette = QGuiApplication::palette();
        return QApplication::style()->generatedIconPixmap(mode, pixmap, &option);
    }
    QString iconName() override { return name_; }
    bool isNull() override { return shape_.isNull(); }
    QIconEngine* clone() const override { return new TintedIcon(name_, shape_, colour_); }

private:
    QString name_;
    QIcon shape_;
    QColor Colours::*colour_;
};

} // namespace

QIcon icon(const QString& name)
{
    static QHash<QString, QIcon> ours; // null: there is none of this name
    auto known = ours.constFind(name);
    if (known == ours.constEnd()) {
        const QString own = ":/headroom/theme/" + name + ".svg";
        known =
            ours.insert(name, QFile::exists(own) ? QIcon(new TintedIcon(name, QIcon(own), &Colours::text)) : QIcon());
    }
    return known->isNull() ? themedIcon(name) : *known;
}

QIcon accentIcon(const QString& name)
{
    return QIcon(new TintedIcon(name, icon(name), &Colours::onAccent));
}

namespace {

/// A picture in any size, with all its strokes: made large, and scaled as a photograph is.
QPixmap pictureOf(const QString& name, const QSize& size, qreal ratio)
{
    constexpr int large = 4; // times the size in which icons are drawn by people
    constexpr QSize usual(16, 16);
    const QString key = QString("headroom icon %1 %2 %3 %4").arg(QIcon::themeName(), name).arg(size.width()).arg(ratio);
    QPixmap picture;
    if (QPixmapCache::find(key, &picture))
        return picture;
    picture = icon(name).pixmap(usual, large).scaled(size * ratio, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    picture.setDevicePixelRatio(ratio);
    QPixmapCache::insert(key, picture);
    return picture;
}

/// Drawn smaller by the painter, a picture would lose strokes that are one pixel wide.
void paintAtItsSize(QPainter& painter, const QString& name, const QRect& rect)
{
    const QTransform world = painter.worldTransform();
    if (world.type() != QTransform::TxScale) {
        icon(name).paint(&painter, rect);
        return;
    }
    const QRectF seen = world.mapRect(QRectF(rect));
    const QSize size(std::max(1, qRound(seen.width())), std::max(1, qRound(seen.height())));
    painter.setWorldTransform(QTransform());
    painter.drawPixmap(seen.topLeft().toPoint(), pictureOf(name, size, painter.device()->devicePixelRatioF()));
    painter.setWorldTransform(world);
}

} // namespace

void paintIcon(QPainter& painter, const QString& name, const QRect& rect, const Colours& with)
{
    constexpr qreal fine = 4; // icon pixels per paper pixel; paper is laid out with 96 pixels per inch
    const bool themed = with.dark == colours(QGuiApplication::palette()).dark;
    const bool vectors = painter.paintEngine()->type() != QPaintEngine::Raster;
    if (themed && !vectors) {
        paintAtItsSize(painter, name, rect);
        return;
    }
    const QPixmap pixmap = icon(name).pixmap(rect.size(), vectors ? fine : painter.device()->devicePixelRatioF());
    painter.drawPixmap(rect, themed ? pixmap : tinted(pixmap, with.text));
}

} // namespace headroom::widgets
