#include "app/report/cost_report.h"

#include "app/cost/cost_words.h"
#include "app/report/save_report.h"
#include "app/report/sections.h"
#include "widgets/theme/number_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace headroom::app {

using widgets::valueText;
using widgets::report::Figure;
using widgets::report::Paragraph;
using widgets::report::Section;
using widgets::report::Table;

namespace {

struct CostReportTexts
{
    Q_DECLARE_TR_FUNCTIONS(CostReport)
};

constexpr int barsWide = 820, barsHighest = 900, barHigh = 26, legendHigh = 40; // pixels

Figure barsFigure(const widgets::StackedBars& bars, const QString& caption)
{
    widgets::StackedBarsView view{QString()};
    view.setContent(bars);
    const int high = legendHigh + barHigh * static_cast<int>(bars.bars.size());
    const QSize size(barsWide, std::min(high, barsHighest));
    return {caption, view.picture(size), size};
}

Table itemsTable(const study::Ownership& ownership)
{
    Table table{
        {}, {CostReportTexts::tr("Costs"), CostReportTexts::tr("Over all years"), CostReportTexts::tr("Share")}, {}, 1};
    for (const study::CostItem& item : ownership.items)
        table.rows.append({text(item.name), widgets::usdText(item.usd),
                           ownership.totalUsd > 0 ? valueText(item.usd / ownership.totalUsd, "share") : QString()});
    table.rows.append({CostReportTexts::tr("total"), widgets::usdText(ownership.totalUsd), {}});
    return table;
}

/// Parts by their models, as a reader knows them.
Table withModelNames(Table table, const project::ComponentLibrary& library)
{
    for (QStringList& row : table.rows)
        if (const project::Component* component = library.find(row.front().toStdString()))
            row.front() = text(component->model);
    return table;
}

void addIfFilled(Parts& parts, Table table, const QString& caption)
{
    if (table.rows.isEmpty())
        return;
    table.caption = caption;
    parts.append(std::move(table));
}

/// Adds the remarks of each system, or once if they are those of all.
void addRemarks(Parts& parts, const std::vector<CostSystem>& systems)
{
    const QStringList first = systems.front().remarks();
    const bool alike =
        std::ranges::all_of(systems, [&](const CostSystem& system) { return system.remarks() == first; });
    if (alike && !first.isEmpty())
        parts.append(Paragraph{first.join(' '), Paragraph::Kind::note});
    for (const CostSystem& system : systems)
        if (const QStringList remarks = system.remarks(); !alike && !remarks.isEmpty())
            parts.append(Paragraph{system.name + ": " + remarks.join(' '), Paragraph::Kind::note});
}

Section decisionOf(const std::vector<CostSystem>& systems)
{
    Section section{"decision", CostReportTexts::tr("Decision"), {}};
    section.parts.append(Paragraph{costSentence(systems), Paragraph::Kind::lead});
    if (systems.size() > 1) {
        addIfFilled(section.parts, systemsInWords(systems), CostReportTexts::tr("The systems that were compared"));
        section.parts.append(
            barsFigure(systemBars(systems), CostReportTexts::tr("Costs of each system over all years")));
    } else {
        section.parts.append(
            Paragraph{figuresInWords(*systems.front().account).join(QStringLiteral(" · ")), Paragraph::Kind::body});
        section.parts.append(itemsTable(systems.front().account->ownership));
    }
    addRemarks(section.parts, systems);
    return section;
}

Section detailsOf(const CostSystem& system, bool single, const project::ComponentLibrary& library)
{
    Section section{"system", single ? CostReportTexts::tr("Years and parts") : system.name, {}};
    if (!single) {
        section.parts.append(
            Paragraph{figuresInWords(*system.account).join(QStringLiteral(" · ")), Paragraph::Kind::body});
        section.parts.append(itemsTable(system.account->ownership));
    }
    section.parts.append(barsFigure(
        yearBars(system), CostReportTexts::tr("Costs of each year; purchases are paid at the beginning of a year.")));
    const Table stages = stagesInWords(system);
    if (stages.rows.size() > 1)
        addIfFilled(section.parts, stages, CostReportTexts::tr("What is bought when"));
    addIfFilled(section.parts, withModelNames(billInWords(system, library), library),
                CostReportTexts::tr("Bill of materials of the first year"));
    addIfFilled(section.parts, withModelNames(devicesInWords(system), library),
                CostReportTexts::tr("Wear of solid-state devices, at the rate of the run"));
    return section;
}

QString quoted(const QString& word)
{
    return QString(word).replace('\'', "'\\''").prepend('\'').append('\'');
}

Section basisOf(const std::vector<CostSystem>& systems, const CostBasis& basis)
{
    Section section{"basis", CostReportTexts::tr("What it rests on"), {}};
    section.parts.append(Paragraph{
        CostReportTexts::tr("Power, writes and completion times are those of a run of each system. Nothing is "
                            "discounted, and nothing is sold.")});
    section.parts.append(Table{{}, {CostReportTexts::tr("Assumption"), CostReportTexts::tr("Value")}, basis.fields, 2});
    if (basis.file.isEmpty()) {
        section.parts.append(Paragraph{
            CostReportTexts::tr("The project had changes that were not saved, so no file gives the same again.")});
        return section;
    }
    QStringList commands;
    for (const CostSystem& system : systems) {
        QStringList words{"headroom-engine", "cost", quoted(basis.file)};
        for (const QString& word : basis.arguments + system.arguments)
            words.append(word.startsWith("--") ? word : quoted(word));
        commands.append(words.join(' '));
    }
    section.parts.append(Paragraph{CostReportTexts::tr("The same on the command line:")});
    section.parts.append(Paragraph{commands.join('\n'), Paragraph::Kind::code});
    return section;
}

} // namespace

widgets::report::Report makeCostReport(const std::vector<CostSystem>& systems, const CostBasis& basis,
                                       const project::ComponentLibrary& library, const ReportChoice& choice)
{
    widgets::report::Report report =
        reportHead(choice, CostReportTexts::tr("%1: cost of ownership").arg(basis.project), basis.description);
    const CostSystem *present = &systems.front(), *least = leastCostly(systems);
    QVector<Section> sections{decisionOf(systems)};
    if (least)
        sections.append(detailsOf(*least, systems.size() == 1, library));
    if (present != least && present->account)
        sections.append(detailsOf(*present, systems.size() == 1, library));
    sections.append(basisOf(systems, basis));
    for (Section& section : sections)
        if (!choice.leftOut.contains(section.id))
            report.sections.append(std::move(section));
    return report;
}

SavedFile saveCostReport(QWidget& parent, const std::vector<CostSystem>& systems, const CostBasis& basis,
                         const project::ComponentLibrary& library, const QString& folder)
{
    return saveReport(parent, CostReportTexts::tr("Report on the costs"), folder,
                      CostReportTexts::tr("cost of ownership"),
                      [&] { return makeCostReport(systems, basis, library, {}); });
}

} // namespace headroom::app
