// A report as content, without layout. html_report and paged_report write it.
#pragma once

#include <QByteArray>
#include <QPicture>
#include <QSize>
#include <QString>
#include <QStringList>
#include <QVector>

#include <variant>

namespace headroom::widgets::report {

struct Paragraph
{
    enum class Kind
    {
        body,
        lead, ///< the section's result in a sentence
        note, ///< small print
        code  ///< commands or source text; line breaks are kept
    };
    QString text;
    Kind kind = Kind::body;
};

struct Table
{
    QString caption;
    QStringList header;
    QVector<QStringList> rows; ///< each row is as long as the header
    int texts = 1;             ///< number of columns from the left with text; the others have numbers
    /// Details that few readers want: in a browser the table opens on demand, on paper it has its first rows only.
    bool folded = false;
};

inline constexpr qsizetype rowsOfFolded = 12; ///< on paper

struct Figure
{
    QString caption;
    QPicture picture;
    QSize size; ///< of the picture, in pixels of 1/96 inch
    /// Size of its smallest text in pixels; 0 if that does not matter. On a page it is not printed smaller than
    /// smallestPrint, if need be with the figure turned by a quarter.
    double leastText = 0;
};

inline constexpr double smallestPrint = 7; ///< points

/// Largest width of a drawing with this smallest text that stays readable on a page, upright or turned. Pixels, for A4
/// and Letter.
double widestFigure(double leastText, bool turned);

using Part = std::variant<Paragraph, Table, Figure>;

struct Section
{
    QString id; ///< for choosing, see sectionTitles()
    QString title;
    QVector<Part> parts;
};

struct Report
{
    QString title;
    QString subtitle; ///< way and time of its creation
    QString question; ///< the reader's question; may be empty
    QString author;   ///< may be empty
    QByteArray logo;  ///< a picture file's bytes; may be empty
    QVector<Section> sections;
};

} // namespace headroom::widgets::report
