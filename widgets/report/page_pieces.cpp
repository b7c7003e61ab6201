#include "widgets/report/page_pieces.h"

#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QRegularExpression>
#include <QTextLayout>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace headroom::widgets::report {

namespace {

using Piece = PagedReport::Piece;

constexpr double bodySize = 13, smallSize = 11, leadSize = 15; ///< pixels
constexpr double lineSpacing = 1.2;
constexpr double logoHeight = 48, logoWidth = 180;
constexpr double figureShare = 0.4;   ///< of a page at most, so that text fits on it, too, unless it gets unreadable
constexpr double captionRoom = 56;    ///< pixels below a figure that takes a page
constexpr double narrowestText = 660; ///< pixels: the text of a page of A4
constexpr double lowestText = 920;    ///< pixels: the text of a page of Letter
constexpr double pointsPerPixel = 72. / pixelsPerInch;

/// The scale at which the smallest text of a figure can just be read.
double leastScale(double leastText)
{
    return leastText > 0 ? std::min(1.0, smallestPrint / (leastText * pointsPerPixel)) : 0;
}

/// A text broken into lines of a given width.
class Text
{
public:
    Text(const QString& text, const QFont& font, double width, Qt::Alignment alignment = Qt::AlignLeft)
        : layout_(std::make_shared<QTextLayout>(QString(text).replace('\n', QChar::LineSeparator), font))
    {
        QTextOption option(alignment);
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout_->setTextOption(option);
        layout_->beginLayout();
        for (QTextLine line = layout_->createLine(); line.isValid(); line = layout_->createLine()) {
            line.setLineWidth(width);
            line.setPosition({0, height()});
            ++lines_;
            lineHeight_ = line.height() * lineSpacing;
        }
        layout_->endLayout();
    }
    int lines() const { return lines_; }
    double lineHeight() const { return lineHeight_; }
    double height() const { return lines_ * lineHeight_; }
    void paint(QPainter& painter, const QPointF& at, const QColor& colour) const
    {
        painter.setPen(colour);
        layout_->draw(&painter, at);
    }
    void paintLine(QPainter& painter, int line, const QColor& colour) const
    {
        painter.setPen(colour);
        const QTextLine one = layout_->lineAt(line);
        one.draw(&painter, QPointF(0, (lineHeight_ - one.height()) / 2) - one.position());
    }

private:
    std::shared_ptr<QTextLayout> layout_; ///< shared by all pieces that show a line of the text
    int lines_ = 0;
    double lineHeight_ = 0;
};

struct LinePiece : Piece
{
    LinePiece(const Text& of, int which, const QColor& in) : text(of), line(which), colour(in)
    {
        height = of.lineHeight();
    }
    void paint(QPainter& painter) const override { text.paintLine(painter, line, colour); }
    Text text;
    int line;
    QColor colour;
};

/// Adds the lines of a text; the first two and the last two stay together.
void addLines(Pieces& pieces, const Text& text, const QColor& colour, double above, bool staysWithNext = false)
{
    for (int line = 0; line < text.lines(); ++line) {
        auto piece = std::make_unique<LinePiece>(text, line, colour);
        const bool last = line + 1 == text.lines();
        piece->above = line == 0 ? above : 0;
        piece->staysWithNext = last ? staysWithNext : line == 0 || line + 2 == text.lines();
        pieces.push_back(std::move(piece));
    }
}

struct CodePiece : Piece
{
    CodePiece(const QString& code, double wide)
        : text(code, paperFont(smallSize), wide - 2 * rhythm::margin), width(wide)
    {
        height = text.height() + 2 * rhythm::step;
        above = rhythm::step;
    }
    void paint(QPainter& painter) const override
    {
        painter.setPen(Qt::NoPen);
        painter.setBrush(lightColours().band);
        painter.drawRoundedRect(QRectF(0, 0, width, height), rhythm::radius, rhythm::radius);
        text.paint(painter, QPointF(rhythm::margin, rhythm::step), lightColours().text);
    }
    Text text;
    double width;
};

struct TitlePiece : Piece
{
    TitlePiece(const Report& report, double wide)
        : width(wide), logo(QImage::fromData(report.logo)),
          title(report.title, paperFont(26, QFont::DemiBold), titleWidth()),
          subtitle(report.author.isEmpty() ? report.subtitle : report.subtitle + " · " + report.author,
                   paperFont(smallSize), titleWidth()),
          question(report.question, paperFont(leadSize), wide), asks(!report.question.isEmpty())
    {
        height = title.height() + subtitle.height() + rhythm::half;
        if (!logo.isNull())
            height = std::max(height, logoHeight);
        height += rhythm::margin;
        if (asks)
            height += rhythm::margin + question.height();
    }
    double titleWidth() const { return logo.isNull() ? width : width - logoWidth - 2 * rhythm::step; }
    void paint(QPainter& painter) const override
    {
        const Colours& colours = lightColours();
        title.paint(painter, {}, colours.text);
        subtitle.paint(painter, {0, title.height() + rhythm::half}, colours.dimText);
        double line = title.height() + rhythm::half + subtitle.height();
        if (!logo.isNull()) {
            const QSizeF size = QSizeF(logo.size()).scaled(logoWidth, logoHeight, Qt::KeepAspectRatio);
            painter.setRenderHint(QPainter::SmoothPixmapTransform);
            painter.drawImage(QRectF(QPointF(width - size.width(), 0), size), logo);
            line = std::max(line, logoHeight);
        }
        line += rhythm::margin;
        painter.setPen(QPen(colours.accent, 2));
        painter.drawLine(QPointF(0, line), QPointF(width, line));
        if (asks)
            question.paint(painter, {0, line + rhythm::margin}, colours.text);
    }
    double width;
    QImage logo;
    Text title, subtitle, question;
    bool asks;
};

constexpr double padding = 1 + 2 * rhythm::step; // of a column; 1 because layouts round up

/// Spaces within a number, before its unit and behind "±" become such that no line is broken there.
QString unbroken(QString number)
{
    static const QRegularExpression space(R"((?<=[\d±]) (?=[^(±])|(?<=^from) )");
    return number.replace(space, QString(QChar::Nbsp));
}

double longestWord(const QStringList& texts, const QFontMetricsF& metrics)
{
    double longest = 0;
    for (const QString& text : texts)
        for (const QString& word : text.split(' '))
            longest = std::max(longest, metrics.horizontalAdvance(word));
    return std::ceil(longest);
}

double widestCell(const Table& table, int column, const QFontMetricsF& metrics)
{
    double widest = 0;
    for (const QStringList& row : table.rows)
        widest = std::max(widest, metrics.horizontalAdvance(row.value(column)));
    return std::ceil(widest);
}

QStringList cellsOf(const Table& table, int column)
{
    QStringList cells;
    for (const QStringList& row : table.rows)
        cells += row.value(column);
    return cells;
}

/// Makes the columns of numbers so narrow that they have `room` together. Each keeps the room of its longest part, if
/// there is enough for all: a value and its "±" may stand below each other.
void shrinkNumbers(const Table& table, std::span<double> widths, double room, const QFontMetricsF& metrics,
                   const QFontMetricsF& headerMetrics)
{
    const auto first = static_cast<std::size_t>(table.header.size()) - widths.size();
    std::vector<double> least;
    for (std::size_t c = 0; c < widths.size(); ++c) {
        const int column = static_cast<int>(first + c);
        QStringList cells;
        for (const QString& cell : cellsOf(table, column))
            cells += unbroken(cell);
        least.push_back(std::max(longestWord(cells, metrics), longestWord({table.header[column]}, headerMetrics)) +
                        padding);
    }
    const double wanted = std::accumulate(widths.begin(), widths.end(), 0.0),
                 needed = std::accumulate(least.begin(), least.end(), 0.0),
                 rounded = static_cast<double>(widths.size()); // a pixel of each was added by rounding up
    const bool evenly = wanted - room < rounded || needed >= std::min(room, wanted);
    for (std::size_t c = 0; c < widths.size(); ++c)
        widths[c] = evenly ? widths[c] * room / wanted
                           : least[c] + (widths[c] - least[c]) * (room - needed) / (wanted - needed);
}

/// The column widths of a table. Each column is as wide as its content; if the sum is too large, text columns are
/// narrower.
std::vector<double> columnWidths(const Table& table, const QFont& font, const QFont& headerFont, double width)
{
    const QFontMetricsF metrics(font), headerMetrics(headerFont);
    const auto columns = static_cast<std::size_t>(table.header.size());
    std::vector<double> widths(columns, 0);
    for (std::size_t c = 0; c < columns; ++c) {
        const int column = static_cast<int>(c);
        widths[c] = std::max(std::ceil(headerMetrics.horizontalAdvance(table.header[column])),
                             widestCell(table, column, metrics)) +
                    padding;
    }
    const auto texts = std::min<std::size_t>(columns, static_cast<std::size_t>(std::max(table.texts, 1)));
    const auto sum = [&] { return std::accumulate(widths.begin(), widths.end(), 0.0); };
    // A heading of numbers is broken between its words before anything else.
    if (sum() > width)
        for (std::size_t c = texts; c < columns; ++c)
            widths[c] = std::max(widestCell(table, static_cast<int>(c), metrics),
                                 longestWord({table.header[static_cast<int>(c)]}, headerMetrics)) +
                        padding;
    if (const double rest = width - sum(); rest >= 0) { // text columns get the remaining space
        for (std::size_t c = 0; c < texts; ++c)
            widths[c] += rest / static_cast<double>(texts);
        return widths;
    }
    const double numbers = std::accumulate(widths.begin() + static_cast<std::ptrdiff_t>(texts), widths.end(), 0.0);
    // Numbers are not broken if texts can be: between words.
    double words = 0;
    for (std::size_t c = 0; c < texts; ++c)
        words += std::max(longestWord({table.header[static_cast<int>(c)]}, headerMetrics),
                          longestWord(cellsOf(table, static_cast<int>(c)), metrics)) +
                 padding;
    const double room = std::max(width - numbers, std::min(words, width / 3));
    // Narrow columns keep their width; the longer a text is, the more of the remaining space it gets.
    std::vector<std::size_t> order(texts);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](std::size_t one, std::size_t other) { return widths[one] < widths[other]; });
    double left = room;
    std::size_t narrow = 0;
    for (; narrow < texts && widths[order[narrow]] <= left / static_cast<double>(texts - narrow); ++narrow)
        left -= widths[order[narrow]];
    double weights = 0;
    for (std::size_t i = narrow; i < texts; ++i)
        weights += std::sqrt(widths[order[i]]);
    for (std::size_t i = narrow; i < texts; ++i)
        widths[order[i]] = left * std::sqrt(widths[order[i]]) / weights;
    // Narrow texts may need less than their room.
    const double rest =
        width - std::accumulate(widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(texts), 0.0);
    if (numbers > rest)
        shrinkNumbers(table, {widths.begin() + static_cast<std::ptrdiff_t>(texts), widths.end()}, rest, metrics,
                      headerMetrics);
    return widths;
}

struct RowPiece : Piece
{
    RowPiece(const QStringList& row, const std::vector<double>& columns, int texts, const QFont& font, bool isHeader)
        : widths(columns), header(isHeader)
    {
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const bool number = static_cast<int>(c) >= texts;
            const QString cell = row.value(static_cast<int>(c));
            const double room = columns[c] - 2 * rhythm::step;
            const bool broken = number && QFontMetricsF(font).horizontalAdvance(cell) > room;
            cells.emplace_back(broken ? unbroken(cell) : cell, font, room, number ? Qt::AlignRight : Qt::AlignLeft);
            height = std::max(height, cells.back().height());
        }
        height += rhythm::half;
    }
    void paint(QPainter& painter) const override
    {
        const Colours& colours = lightColours();
        double x = 0;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            cells[c].paint(painter, {x + rhythm::step, rhythm::half}, colours.text);
            x += widths[c];
        }
        painter.setPen(QPen(header ? colours.dimText : colours.grid, 1));
        painter.drawLine(QPointF(0, height), QPointF(x, height));
    }
    std::vector<double> widths;
    std::vector<Text> cells;
    bool header;
};

struct FigurePiece : Piece
{
    FigurePiece(const Figure& of, double wide, double most) : figure(of)
    {
        const double across = of.size.width(), down = of.size.height(), page = most - captionRoom;
        scale = std::min({wide / across, most * figureShare / down, 1.0});
        if (const double readable = leastScale(of.leastText); scale < readable) {
            scale = std::min({wide / across, page / down, readable});
            const double sideways = std::min({page / across, wide / down, 1.0});
            turned = scale < readable && sideways > scale;
            if (turned)
                scale = sideways;
        }
        height = (turned ? across : down) * scale;
        left = (wide - (turned ? down : across) * scale) / 2;
        above = rhythm::margin;
    }
    void paint(QPainter& painter) const override
    {
        painter.translate(left, 0);
        if (turned) { // the top of the figure is at the left
            painter.translate(0, height);
            painter.rotate(-90);
        }
        painter.scale(scale, scale);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.drawPicture(0, 0, figure.picture);
    }
    Figure figure;
    double scale, left;
    bool turned = false;
};

} // namespace

QFont paperFont(double pixels, int weight)
{
    QFont font;
    font.setPixelSize(static_cast<int>(pixels));
    font.setWeight(static_cast<QFont::Weight>(weight));
    font.setHintingPreference(QFont::PreferNoHinting); // gives the same line breaks at any size
    // Shaping may replace a hyphen or a × beside digits by a glyph of another form. A PDF names the characters of a
    // font's plain glyphs only, so such a sign could neither be copied nor searched.
    font.setStyleStrategy(QFont::PreferNoShaping);
    return font;
}

double widestFigure(double leastText, bool turned)
{
    return (turned ? lowestText - captionRoom : narrowestText) / std::max(leastScale(leastText), 0.1);
}

void addTitle(Pieces& pieces, const Report& report, double width)
{
    pieces.push_back(std::make_unique<TitlePiece>(report, width));
}

void addHeading(Pieces& pieces, const QString& title, double width)
{
    addLines(pieces, Text(title, paperFont(18, QFont::DemiBold), width), lightColours().text, 3 * rhythm::step, true);
}

void addPart(Pieces& pieces, const Paragraph& paragraph, double width, double)
{
    const Colours& colours = lightColours();
    const bool leads = paragraph.text.endsWith(':');
    switch (paragraph.kind) {
    case Paragraph::Kind::code:
        pieces.push_back(std::make_unique<CodePiece>(paragraph.text, width));
        break;
    case Paragraph::Kind::lead:
        addLines(pieces, Text(paragraph.text, paperFont(leadSize), width), colours.text, rhythm::step, leads);
        break;
    case Paragraph::Kind::note:
        addLines(pieces, Text(paragraph.text, paperFont(smallSize), width), colours.dimText, rhythm::step);
        break;
    case Paragraph::Kind::body:
        addLines(pieces, Text(paragraph.text, paperFont(bodySize), width), colours.text, rhythm::step, leads);
        break;
    }
}

void addPart(Pieces& pieces, const Table& table, double width, double)
{
    const QFont font = paperFont(12), headerFont = paperFont(smallSize, QFont::DemiBold);
    const auto widths = columnWidths(table, font, headerFont, width);
    if (!table.caption.isEmpty())
        addLines(pieces, Text(table.caption, paperFont(smallSize), width), lightColours().dimText, rhythm::margin,
                 true);
    auto header = std::make_unique<RowPiece>(table.header, widths, table.texts, headerFont, true);
    header->above = table.caption.isEmpty() ? rhythm::margin : 0;
    header->staysWithNext = true;
    const Piece* again = header.get();
    pieces.push_back(std::move(header));
    const qsizetype shown = table.folded ? std::min(table.rows.size(), rowsOfFolded) : table.rows.size();
    for (qsizetype i = 0; i < shown; ++i) {
        auto row = std::make_unique<RowPiece>(table.rows[i], widths, table.texts, font, false);
        if (i > 0) // the first one was added with the header
            row->again = again;
        pieces.push_back(std::move(row));
    }
    if (const qsizetype rest = table.rows.size() - shown; rest > 0) {
        const QString further =
            rest == 1
                ? QCoreApplication::translate("Report", "One further row is in the report for a browser.")
                : QCoreApplication::translate("Report", "%1 further rows are in the report for a browser.").arg(rest);
        addLines(pieces, Text(further, paperFont(smallSize), width), lightColours().dimText, rhythm::half);
    }
}

void addPart(Pieces& pieces, const Figure& figure, double width, double most)
{
    auto piece = std::make_unique<FigurePiece>(figure, width, most);
    piece->staysWithNext = !figure.caption.isEmpty();
    pieces.push_back(std::move(piece));
    if (!figure.caption.isEmpty())
        addLines(pieces, Text(figure.caption, paperFont(smallSize), width), lightColours().dimText, rhythm::half);
}

} // namespace headroom::widgets::report
