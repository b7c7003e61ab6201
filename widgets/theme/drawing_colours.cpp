#include "widgets/theme/drawing_colours.h"

#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QMap>

namespace headroom::widgets {

namespace {

/// Index of each colour in the set that people with any kind of colour vision can distinguish.
const QMap<QString, int>& places()
{
    static const QMap<QString, int> known = {{"blue", 0},      {"orange", 1},   {"green", 2},  {"purple", 3},
                                             {"vermilion", 4}, {"sky blue", 5}, {"yellow", 6}, {"grey", 7}};
    return known;
}

constexpr double tintShare = 0.16; // share of the colour in a background of text

QColor mixed(const QColor& over, const QColor& under, double share)
{
    const auto channel = [share](float a, float b) { return static_cast<float>(a * share + b * (1 - share)); };
    return QColor::fromRgbF(channel(over.redF(), under.redF()), channel(over.greenF(), under.greenF()),
                            channel(over.blueF(), under.blueF()));
}

} // namespace

const QList<QString>& drawingColours()
{
    static const QList<QString> names = {"yellow", "orange",   "vermilion", "purple",
                                         "blue",   "sky blue", "green",     "grey"};
    return names;
}

QString drawingColourLabel(const QString& name)
{
    static const char* const words[] = {
        QT_TRANSLATE_NOOP("colours", "Yellow"),    QT_TRANSLATE_NOOP("colours", "Orange"),
        QT_TRANSLATE_NOOP("colours", "Vermilion"), QT_TRANSLATE_NOOP("colours", "Purple"),
        QT_TRANSLATE_NOOP("colours", "Blue"),      QT_TRANSLATE_NOOP("colours", "Sky blue"),
        QT_TRANSLATE_NOOP("colours", "Green"),     QT_TRANSLATE_NOOP("colours", "Grey")};
    const auto index = drawingColours().indexOf(name);
    return index < 0 ? name : QCoreApplication::translate("colours", words[index]);
}

QColor drawingColour(const QString& name, const QPalette& palette)
{
    return seriesColour(places().value(name, places().value("grey")), palette);
}

QColor drawingTint(const QString& name, const QPalette& palette)
{
    return mixed(drawingColour(name, palette), colours(palette).box, tintShare);
}

} // namespace headroom::widgets
