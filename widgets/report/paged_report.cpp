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

void PagedReport::breakIntoPages()
{
    const double end = page_.height() - bottom;
    double y = top;
    pages_.emplace_back();
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
        // The height of this piece and the pieces it stays with.
        double together = pieces_[i]->above;
        std::size_t last = i;
        for (; pieces_[last]->staysWithNext && last + 1 < pieces_.size(); ++last)
            together += pieces_[last]->height + pieces_[last + 1]->above;
        together += pieces_[last]->height;
        if (y > top && y + together > end) {
            pages_.emplace_back();
            y = top;
            if (const Piece* header = pieces_[i]->again) {
                pages_.back().push_back({header, y});
                y += header->height;
            }
        }
        const Piece& piece = *pieces_[i];
        if (y > top)
            y += piece.above;
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
