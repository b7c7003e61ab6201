// A report on pages of paper, for PDF, print and preview.
#pragma once

#include "widgets/report/report.h"

#include <QPageSize>

#include <memory>
#include <vector>

class QPagedPaintDevice;
class QPainter;

namespace headroom::widgets::report {

/// Lays a report out once for a page size. Headings stay with the next piece, tables repeat their header on each page,
/// and figures are scaled to the width of the text.
class PagedReport
{
public:
    explicit PagedReport(Report report, const QPageSize& paper = QPageSize(QPageSize::A4));
    ~PagedReport();

    int pageCount() const { return static_cast<int>(pages_.size()); }
    /// Size of a page in pixels of 1/96 inch.
    QSizeF pageSize() const { return page_; }
    /// Paints a page (counted from 0) with its upper left corner at the origin, in pixels of 1/96 inch.
    void paintPage(QPainter& painter, int page) const;
    /// Prints all pages. The device must have this page size, without margins.
    void print(QPagedPaintDevice& device) const;

    /// A part of a page that is not split: a line, a row, a figure. Internal.
    struct Piece;

private:
    struct Placed
    {
        const Piece* piece;
        double y;
    };

    void breakIntoPages();
    void place(double gaps, std::size_t fresh = 0);
    bool endsNearlyEmpty() const;
    std::size_t placeToBreakBefore() const;

    Report report_;
    QSizeF page_;
    std::vector<std::unique_ptr<Piece>> pieces_;
    std::vector<std::vector<Placed>> pages_;
};

/// The bytes of the report as a PDF file.
QByteArray toPdf(const Report& report, const QPageSize& paper = QPageSize(QPageSize::A4));

} // namespace headroom::widgets::report
