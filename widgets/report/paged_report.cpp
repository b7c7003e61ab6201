#include "widgets/report/paged_report.h"

#include "widgets/report/page_pieces.h"
#include "widgets/theme/theme.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPagedPaintDevice>
#include <QPainter>
#include <QPdfWriter>

namespace headroom::widgets::report {

namespace {

constexpr double side = 64, top = 64, bottom = 72; ///< margins in pixels: 17 to 19 mm
constexpr double fewLines = 0.2;                   ///< share of a page
constexpr double footerBelow = 40;                 ///< distance of the page number's baseline from the end of the page

QString tr(const char* text)
{
    return QCoreApplication::translate("PagedReport", text);
}

} // namespace

PagedReport::PagedReport(Report report, const QPageSize& paper)
    : report_(std::move(report)), page_(paper.size(QPageSize::Inch) * pixelsPerInch)
{
    const double width = page_.width() - 2 * side, most = page_.height() - top - bottom;
    addTitle(pieces_, report_, width);
    for (const Section& section : report_.sections) {
        addHeading(pieces_, section.title, width);
        for (const Part& part : section.parts)
            std::visit([&](const auto& content) { addPart(pieces_, content, width, most); }, part);
    }
    breakIntoPages();
}

PagedReport::~PagedReport() = default;

/// A last page with a few lines is avoided: with smaller gaps these find their place on the page before, else the last
/// page begins with an earlier line.
void PagedReport::breakIntoPages()
{
    place(1);
    if (!endsNearlyEmpty())
        return;
    const std::size_t pages = pages_.size();
    for (const double gaps : {0.85, 0.7, 0.55}) {
        place(gaps);
        if (pages_.size() < pages)
            return;
    }
    place(1);
    if (const std::size_t begin = placeToBreakBefore())
        place(1, begin);
}

bool PagedReport::endsNearlyEmpty() const
{
    const Placed& last = pages_.back().back();
    return pages_.size() > 1 && last.y + last.piece->height < top + fewLines * (page_.height() - top - bottom);
}

/// A place on the page before the last, in its lower half, from which on the last page would have more than a few
/// lines: the heading of a section, else a row or a paragraph. 0 if there is none.
std::size_t PagedReport::placeToBreakBefore() const
{
    const auto& last = pages_.back();
    std::size_t i = 0;
    while (i < pieces_.size() && pieces_[i].get() != last.front().piece)
        ++i;
    if (last.size() > 1 && last[1].piece->again == last.front().piece) // the header of a table, repeated
        while (i < pieces_.size() && pieces_[i].get() != last[1].piece)
            ++i;
    const auto& page = pages_[pages_.size() - 2];
    double height = last.back().y + last.back().piece->height - top;
    std::size_t enough = 0;
    for (auto placed = page.rbegin(); placed != page.rend() && i > 1 && placed->y > page_.height() / 2; ++placed) {
        if (pieces_[i - 1].get() != placed->piece)
            break; // a header that is repeated
        --i;
        height += pieces_[i]->height + pieces_[i]->above;
        if (pieces_[i - 1]->staysWithNext)
            continue;
        if (pieces_[i]->staysWithNext)
            return i;
        if (enough == 0 && height > fewLines * (page_.height() - top - bottom))
            enough = i;
    }
    return enough;
}

/// `gaps`: a factor for the distances between pieces. The piece `fresh`, if it is not 0, begins a page.
void PagedReport::place(double gaps, std::size_t fresh)
{
    pages_.clear();
    const double end = page_.height() - bottom;
    double y = top;
    pages_.emplace_back();
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        // The height of this piece and the pieces it stays with.
        double together = pieces_[i]->above * gaps;
        std::size_t last = i;
        for (; pieces_[last]->staysWithNext && last + 1 < pieces_.size(); ++last)
            together += pieces_[last]->height + pieces_[last + 1]->above * gaps;
        together += pieces_[last]->height;
        if (y > top && (y + together > end || (fresh != 0 && i == fresh))) {
            pages_.emplace_back();
            y = top;
            if (const Piece* header = pieces_[i]->again) {
                pages_.back().push_back({header, y});
                y += header->height;
            }
        }
        const Piece& piece = *pieces_[i];
        if (y > top)
            y += piece.above * gaps;
        pages_.back().push_back({&piece, y});
        y += piece.height;
    }
}

void PagedReport::paintPage(QPainter& painter, int page) const
{
    painter.fillRect(QRectF(QPointF(), page_), Qt::white);
    for (const Placed& placed : pages_[static_cast<std::size_t>(page)]) {
        painter.save();
        painter.translate(side, placed.y);
        placed.piece->paint(painter);
        painter.restore();
    }
    const QRectF line(side, page_.height() - footerBelow, page_.width() - 2 * side, 16);
    painter.setFont(paperFont(11));
    painter.setPen(lightColours().dimText);
    painter.drawText(line, Qt::AlignLeft, report_.title);
    painter.drawText(line, Qt::AlignRight, tr("%1 of %2").arg(page + 1).arg(pageCount()));
}

void PagedReport::print(QPagedPaintDevice& device) const
{
    QPainter painter(&device);
    for (int page = 0; page < pageCount(); ++page) {
        if (page > 0)
            device.newPage();
        painter.save();
        painter.scale(device.logicalDpiX() / double(pixelsPerInch), device.logicalDpiY() / double(pixelsPerInch));
        paintPage(painter, page);
        painter.restore();
    }
}

QByteArray toPdf(const Report& report, const QPageSize& paper)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(pixelsPerInch); // charts choose their font sizes for the screen
    writer.setPageSize(paper);
    writer.setPageMargins({});
    writer.setTitle(report.title);
    writer.setCreator("Headroom");
    PagedReport(report, paper).print(writer);
    return bytes;
}

} // namespace headroom::widgets::report
