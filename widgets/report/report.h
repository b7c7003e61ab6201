// A report as content: what it says, in which order; not what it looks like. html_report and paged_report write it.
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
        lead, ///< what the section says in a sentence
        note, ///< small print
        code  ///< what is typed; lines are kept
    };
    QString text;
    Kind kind = Kind::body;
};

struct Table
{
    QString caption;
    QStringList header;
    QVector<QStringList> rows; ///< as long as the header
    int texts = 1;             ///< so many columns from the left hold text, the others numbers
};

struct Figure
{
    QString caption;
    QPicture picture;
    QSize size; ///< of the picture, in pixels of 1/96 inch
};

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
    QString subtitle; ///< what made it, and when
    QString question; ///< what the reader wants to know; may be empty
    QString author;   ///< may be empty
    QByteArray logo;  ///< a picture file's bytes; may be empty
    QVector<Section> sections;
};

} // namespace headroom::widgets::report
