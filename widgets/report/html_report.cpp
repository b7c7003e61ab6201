#include "widgets/report/html_report.h"

#include "widgets/theme/theme.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QMimeDatabase>
#include <QPainter>
#include <QSvgGenerator>

namespace headroom::widgets::report {

namespace {

const char* const style = R"(
:root { color-scheme: light; }
body { font: 15px/1.5 Inter, "Segoe UI", "Helvetica Neue", Arial, sans-serif; color: #232629; background: #fff;
       margin: 0 auto; max-width: 980px; padding: 40px 32px 64px; }
header { border-bottom: 2px solid #2980b9; margin-bottom: 24px; padding-bottom: 16px; overflow: hidden; }
header img { float: right; max-height: 64px; max-width: 220px; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 4px; }
h2 { font-size: 20px; margin: 36px 0 8px; }
p { margin: 8px 0; }
.dim, figcaption, caption, .note { color: #6b7075; font-size: 13px; }
.question { font-size: 17px; margin-top: 12px; }
.lead { font-size: 17px; }
table { border-collapse: collapse; margin: 12px 0 20px; width: 100%; }
caption { text-align: left; padding-bottom: 4px; }
th, td { padding: 5px 10px; border-bottom: 1px solid #e3e5e7; text-align: left; vertical-align: top; }
th { font-size: 13px; font-weight: 600; border-bottom: 1px solid #9fa4a9; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
figure { margin: 16px 0 24px; }
figure svg { width: 100%; height: auto; display: block; }
pre { background: #f4f5f6; border-radius: 5px; padding: 10px 12px; white-space: pre-wrap; font-size: 13px; }
nav a { color: #2980b9; text-decoration: none; margin-right: 16px; white-space: nowrap; }
figure svg { max-height: 90vh; }
@media print { body { padding: 0; font-size: 10pt; } nav { display: none; } figure, tr { break-inside: avoid; }
  h2, caption { break-after: avoid; } .question, .lead { font-size: 11pt; }
  th, td { padding: 3px 6px; font-size: 8.5pt; } th.number, td.number { white-space: normal; } }
)";

QString escaped(const QString& text)
{
    return text.toHtmlEscaped();
}

QString svgOf(const Figure& figure)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(pixelsPerInch);
    generator.setSize(figure.size);
    generator.setViewBox(QRect({0, 0}, figure.size));
    QPainter painter(&generator);
    painter.drawPicture(0, 0, figure.picture);
    painter.end();
    const QString svg = QString::fromUtf8(bytes);
    return svg.mid(svg.indexOf("<svg")); // without the XML declaration
}

QString htmlOf(const Paragraph& paragraph)
{
    const QString text = escaped(paragraph.text);
    switch (paragraph.kind) {
    case Paragraph::Kind::lead:
        return "<p class=\"lead\">" + text + "</p>\n";
    case Paragraph::Kind::note:
        return "<p class=\"note\">" + text + "</p>\n";
    case Paragraph::Kind::code:
        return "<pre>" + text + "</pre>\n";
    case Paragraph::Kind::body:
        break;
    }
    return "<p>" + text + "</p>\n";
}

QString rowOf(const QStringList& cells, int texts, const QString& tag)
{
    QString row = "<tr>";
    for (qsizetype i = 0; i < cells.size(); ++i)
        row += '<' + tag + (i < texts ? ">" : " class=\"number\">") + escaped(cells[i]) + "</" + tag + '>';
    return row + "</tr>\n";
}

QString htmlOf(const Table& table)
{
    QString html;
    if (table.folded) {
        const QString rows = table.rows.size() == 1
                                 ? QCoreApplication::translate("Report", "one row")
                                 : QCoreApplication::translate("Report", "%1 rows").arg(table.rows.size());
        html +=
            "<details><summary>" + escaped(QStringLiteral("%1 (%2)").arg(table.caption, rows).trimmed()) + "</summary>";
    }
    html += "<table>";
    if (!table.caption.isEmpty() && !table.folded)
        html += "<caption>" + escaped(table.caption) + "</caption>";
    html += "<thead>" + rowOf(table.header, table.texts, "th") + "</thead><tbody>\n";
    for (const QStringList& row : table.rows)
        html += rowOf(row, table.texts, "td");
    return html + "</tbody></table>" + (table.folded ? "</details>\n" : "\n");
}

QString htmlOf(const Figure& figure)
{
    return "<figure>" + svgOf(figure) + "<figcaption>" + escaped(figure.caption) + "</figcaption></figure>\n";
}

QString headerOf(const Report& report)
{
    QString html = "<header>";
    if (!report.logo.isEmpty())
        html +=
            QString("<img alt=\"\" src=\"data:%1;base64,%2\">")
                .arg(QMimeDatabase().mimeTypeForData(report.logo).name(), QString::fromLatin1(report.logo.toBase64()));
    html += "<h1>" + escaped(report.title) + "</h1><div class=\"dim\">" + escaped(report.subtitle);
    if (!report.author.isEmpty())
        html += " · " + escaped(report.author);
    html += "</div>";
    if (!report.question.isEmpty())
        html += "<p class=\"question\">" + escaped(report.question) + "</p>";
    return html + "</header>\n";
}

} // namespace

QByteArray toHtml(const Report& report)
{
    QString html = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>" +
                   escaped(report.title) + "</title><style>" + style + "</style></head><body>\n" + headerOf(report);
    html += "<nav>";
    for (const Section& section : report.sections)
        html += QString("<a href=\"#%1\">%2</a> ").arg(section.id, escaped(section.title));
    html += "</nav>\n";
    for (const Section& section : report.sections) {
        html += QString("<section><h2 id=\"%1\">%2</h2>\n").arg(section.id, escaped(section.title));
        for (const Part& part : section.parts)
            html += std::visit([](const auto& content) { return htmlOf(content); }, part);
        html += "</section>\n";
    }
    return (html + "</body></html>\n").toUtf8();
}

} // namespace headroom::widgets::report
