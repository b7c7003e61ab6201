#include "app/report/decision_report.h"

#include "app/base/component_names.h"
#include "app/growth/growth_page.h"
#include "app/report/cost_report.h"
#include "app/report/save_report.h"
#include "app/report/study_report.h"
#include "project/validations.h"
#include "study/growth/growth_text.h"
#include "widgets/plots/data/comparison.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace headroom::app {

using widgets::text;
using widgets::valueText;
using widgets::report::Paragraph;
using widgets::report::Section;
using widgets::report::Table;

namespace {

struct DecisionTexts
{
    Q_DECLARE_TR_FUNCTIONS(DecisionReport)
};

constexpr std::size_t mostResources = 8; ///< those that are fullest at the limit

const study::Row* chosenRow(const DecisionAnswers& answers)
{
    return answers.study && answers.point ? &answers.study->rows[*answers.point] : nullptr;
}

QString priceOf(const DecisionAnswers& answers)
{
    const study::Row* const row = chosenRow(answers);
    for (std::size_t i = 0; row && i < answers.study->figures.size(); ++i)
        if (answers.study->figures[i].name == "price" && row->figures[i].known()) {
            const QString price = widgets::usdText(row->figures[i].value);
            return std::isinf(row->figures[i].high) ? DecisionTexts::tr("%1 or more").arg(price) : price;
        }
    return {};
}

/// Over years, and what the upgrades of the growth plan add.
QString costOf(const DecisionAnswers& answers)
{
    if (!answers.costs)
        return {};
    QStringList upgrades;
    if (answers.growth)
        for (const study::GrowthStep& step : answers.growth->steps)
            upgrades += DecisionTexts::tr("%1 for %2").arg(text(step.upgrade.setting), upgradePrice(step.upgrade));
    const QString sentence = costSentence(*answers.costs);
    return upgrades.isEmpty() ? sentence
                              : DecisionTexts::tr("%1 The upgrades of the growth plan are not in it: %2.")
                                    .arg(sentence, upgrades.join(", "));
}

/// Each question with its answer in a sentence; "not asked" where a step has none.
Table shortAnswers(const DecisionAnswers& answers)
{
    Table table{{}, {DecisionTexts::tr("Question"), DecisionTexts::tr("Answer")}, {}, 2};
    const auto add = [&](const QString& question, const QString& answer) {
        table.rows.append({question, answer.isEmpty() ? DecisionTexts::tr("This was not asked.") : answer});
    };
    add(DecisionTexts::tr("What has it to serve?"), answers.load);
    add(DecisionTexts::tr("What is the price?"), priceOf(answers));
    add(DecisionTexts::tr("What breaks first, and when?"),
        answers.growth ? text(study::sentenceOf(*answers.growth)) : QString());
    add(DecisionTexts::tr("What does it cost over years?"), costOf(answers));
    add(DecisionTexts::tr("What would help the displayed run?"), answers.advice.sentence);
    add(DecisionTexts::tr("How sure is the model?"),
        text(project::sentenceOf(project::modelErrorsOf(*answers.project))));
    return table;
}

Section decisionOf(const DecisionAnswers& answers)
{
    Section section{"decision", DecisionTexts::tr("Decision"), {}};
    const study::Row* const row = chosenRow(answers);
    section.parts.append(Paragraph{row ? withComponentNames(answers.studyAnswer, *answers.library)
                                       : DecisionTexts::tr("No configuration was chosen by a study; the figures are "
                                                           "those of the project as it is."),
                                   Paragraph::Kind::lead});
    if (!answers.outdated.isEmpty())
        section.parts.append(
            Paragraph{DecisionTexts::tr("The project has changed since these steps were simulated: %1.")
                          .arg(answers.outdated.join(", "))});
    section.parts.append(shortAnswers(answers));
    if (!row)
        return section;
    const study::Table named = withModels(*answers.study, *answers.library);
    if (!row->goals.empty())
        section.parts.append(goalTable(named, *row));
    section.parts.append(valuesOf(named, named.rows[row->number]));
    return section;
}

Section growthOf(const DecisionAnswers& answers)
{
    Section section{"growth", DecisionTexts::tr("Growth"), {}};
    if (!answers.growth)
        return section;
    const study::Growth& growth = *answers.growth;
    section.parts.append(Paragraph{text(study::sentenceOf(growth)), Paragraph::Kind::lead});
    if (answers.growthChart)
        section.parts.append(*answers.growthChart);
    Table steps{DecisionTexts::tr("Upgrades"),
                {DecisionTexts::tr("Upgrade"), DecisionTexts::tr("After years"), DecisionTexts::tr("Costs"),
                 DecisionTexts::tr("Carries until year")},
                {},
                1};
    for (const study::GrowthStep& step : growth.steps)
        steps.rows.append({text(step.upgrade.setting), valueText(step.afterYears, {}), upgradePrice(step.upgrade),
                           valueText(step.untilYears, {})});
    if (!steps.rows.isEmpty())
        section.parts.append(steps);
    Table resources{DecisionTexts::tr("Use of the resources"),
                    {DecisionTexts::tr("Resource"), DecisionTexts::tr("Now"), DecisionTexts::tr("At the limit")},
                    {},
                    1};
    for (const study::ResourceUse& each : growth.resources)
        if (static_cast<std::size_t>(resources.rows.size()) < mostResources)
            resources.rows.append({widgets::resourceWords(text(each.resource)), valueText(each.now, "share"),
                                   valueText(each.atLimit, "share")});
    if (!resources.rows.isEmpty())
        section.parts.append(resources);
    return section;
}

Section adviceOf(const widgets::AdviceContent& advice)
{
    Section section{"advice", DecisionTexts::tr("What would help"), {}};
    Table table{{},
                {DecisionTexts::tr("Change"), advice.figure(), DecisionTexts::tr("95 % interval"),
                 DecisionTexts::tr("Price and power")},
                {},
                1};
    for (const widgets::AdviceRow& row : advice.rows) {
        const widgets::MeasuredGain& gain = advice.gainOf(row);
        if (!gain.value.isEmpty())
            table.rows.append({row.resource, gain.value, gain.interval, row.note});
    }
    if (table.rows.isEmpty())
        return section;
    section.parts.append(Paragraph{advice.sentence, Paragraph::Kind::lead});
    section.parts.append(table);
    return section;
}

Section trustOf(const project::Project& project)
{
    Section section{"trust", DecisionTexts::tr("How sure is the model?"), {}};
    const auto errors = project::modelErrorsOf(project);
    section.parts.append(Paragraph{text(project::sentenceOf(errors)), Paragraph::Kind::lead});
    for (const project::ModelError& error : errors)
        section.parts.append(Paragraph{text(project::sentenceOf(error))});
    return section;
}

/// The sections of another report behind its decision, under their own titles.
void addDetails(QVector<Section>& sections, const widgets::report::Report& report)
{
    std::copy_if(report.sections.begin(), report.sections.end(), std::back_inserter(sections),
                 [](const Section& section) { return section.id != "decision"; });
}

} // namespace

widgets::report::Report makeDecisionReport(const DecisionAnswers& answers)
{
    widgets::report::Report report =
        reportHead(ReportChoice(), DecisionTexts::tr("%1: decision").arg(text(answers.project->name)),
                   text(answers.project->description));
    QVector<Section> sections{decisionOf(answers)};
    if (answers.costs && answers.costBasis)
        addDetails(sections, makeCostReport(*answers.costs, *answers.costBasis, *answers.library, {}));
    sections.append(growthOf(answers));
    sections.append(adviceOf(answers.advice));
    sections.append(trustOf(*answers.project));
    if (answers.study)
        addDetails(sections, makeStudyReport(withModels(*answers.study, *answers.library), {}, {}));
    for (Section& section : sections)
        if (!section.parts.isEmpty())
            report.sections.append(std::move(section));
    return report;
}

SavedFile saveDecisionReport(QWidget& parent, const DecisionAnswers& answers, const QString& folder)
{
    return saveReport(parent, DecisionTexts::tr("Report of the decision"), folder, DecisionTexts::tr("decision"),
                      [&] { return makeDecisionReport(answers); });
}

} // namespace headroom::app
