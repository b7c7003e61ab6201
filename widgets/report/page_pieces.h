// The pieces on the pages of a report. Internal to report/.
#pragma once

#include "widgets/report/paged_report.h"

#include <QFont>

namespace headroom::widgets::report {

struct PagedReport::Piece
{
    virtual ~Piece() = default;
    /// The upper left corner is at the origin; units are pixels of 1/96 inch.
    virtual void paint(QPainter& painter) const = 0;

    double height = 0;
    double above = 0;             ///< distance to the piece above, unless it is the first on a page
    bool staysWithNext = false;   ///< a heading, the header of a table
    const Piece* again = nullptr; ///< repeated above it when it is the first on a page: its table's header
};

using Pieces = std::vector<std::unique_ptr<PagedReport::Piece>>;

/// A font of this size in pixels, with the same layout on screen and paper.
QFont paperFont(double pixels, int weight = QFont::Normal);

void addTitle(Pieces& pieces, const Report& report, double width);
void addHeading(Pieces& pieces, const QString& title, double width);
void addPart(Pieces& pieces, const Paragraph& paragraph, double width, double most);
void addPart(Pieces& pieces, const Table& table, double width, double most);
/// `most`: the available height on a page.
void addPart(Pieces& pieces, const Figure& figure, double width, double most);

} // namespace headroom::widgets::report
