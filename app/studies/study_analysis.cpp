#include "app/studies/study_analysis.h"

#include "study/table/decision_text.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace headroom::app {

using namespace widgets;

namespace {

StudyValue estimateOf(const study::Cell& cell)
{
    return {cell.value, cell.low, cell.high};
}

/// A part of the analysis that was computed; null if it was not.
template <class Part>
const Part* known(const std::optional<Part>& part)
{
    return part && part->unknown.empty() ? &*part : nullptr;
}

const study::Regression* knownRegression(const study::Analysis& analysis)
{
    return analysis.unknown.empty() && analysis.regression.unknown.empty() ? &analysis.regression : nullptr;
}

QString inUnit(double value, const QString& unit)
{
    return std::isfinite(value) ? text(study::inWords(value, unit.toStdString())) : QStringLiteral("–");
}

QString rangeIn(const study::Cell& cell, const QString& unit)
{
    const StudyValue value = estimateOf(cell);
    return value.hasInterval() ? StudyAnalysis::tr("%1 to %2").arg(inUnit(value.low, unit), inUnit(value.high, unit))
                               : QStringLiteral("–");
}

/// A table for a label: a heading, then rows, whose first cell is a name and the others are numbers.
QString tableText(const QString& title, const std::vector<QStringList>& rows)
{
    QString html = "<p><b>" + title.toHtmlEscaped() + "</b></p><table cellspacing=\"0\" cellpadding=\"3\">";
    for (const QStringList& row : rows) {
        html += "<tr>";
        for (qsizetype i = 0; i < row.size(); ++i) {
            const QString tag = &row == rows.data() ? "th" : "td", align = i == 0 ? "left" : "right";
            QString cell = row[i].toHtmlEscaped();
            if (i > 0)
                cell.replace(' ', QChar::Nbsp); // a number stays beside its unit
            html += QString("<%1 align=\"%2\">%3</%1>").arg(tag, align, cell);
        }
        html += "</tr>";
    }
    return html + "</table>";
}

QString effectsText(const study::Effects& effects, const QString& unit)
{
    std::vector<QStringList> rows = {{StudyAnalysis::tr("parameter"), StudyAnalysis::tr("share of variance"),
                                      StudyAnalysis::tr("importance"), StudyAnalysis::tr("range of means")}};
    for (const study::MainEffect& main : effects.main)
        rows.push_back({text(main.parameter), valueText(main.share, "share"), valueText(main.importance, ""),
                        inUnit(main.range, unit)});
    for (const study::Interaction& pair : effects.interactions)
        rows.push_back({text(pair.first) + " × " + text(pair.second), valueText(pair.share, "share")});
    return tableText(StudyAnalysis::tr("Main effects and interactions"), rows);
}

QString sobolText(const study::SobolIndices& sobol)
{
    std::vector<QStringList> rows = {{StudyAnalysis::tr("parameter"), StudyAnalysis::tr("alone"),
                                      StudyAnalysis::tr("95 %"), StudyAnalysis::tr("with interactions"),
                                      StudyAnalysis::tr("95 %")}};
    for (const study::SobolIndex& index : sobol.indices) {
        QStringList row = {text(index.parameter)};
        for (const study::Cell* each : {&index.first, &index.total})
            row << inUnit(each->value, "%") << rangeIn(*each, "%");
        rows.push_back(row);
    }
    return tableText(StudyAnalysis::tr("Sobol' indices: shares of the variance"), rows);
}

QString morrisText(const study::MorrisScreening& morris, const QString& unit)
{
    std::vector<QStringList> rows = {{StudyAnalysis::tr("parameter"), "mu*", "mu", "sigma"}};
    for (const study::MorrisEffect& effect : morris.effects)
        rows.push_back({text(effect.parameter), inUnit(effect.absolute, unit), inUnit(effect.mean, unit),
                        inUnit(effect.sigma, unit)});
    return tableText(StudyAnalysis::tr("Morris' elementary effects"), rows);
}

/// "WORKERS", "DISK: B rather than A".
QString nameOf(const study::Coefficient& coefficient)
{
    const QString name = text(coefficient.parameter), level = text(coefficient.level);
    return level.isEmpty() ? name
                           : StudyAnalysis::tr("%1: %2 rather than %3").arg(name, level, text(coefficient.reference));
}

QString regressionText(const study::Regression& regression, const QString& unit)
{
    std::vector<QStringList> rows = {{StudyAnalysis::tr("parameter"), StudyAnalysis::tr("coefficient"),
                                      StudyAnalysis::tr("95 %"), "p", StudyAnalysis::tr("standardised")}};
    for (const study::Coefficient& each : regression.coefficients)
        rows.push_back({nameOf(each), inUnit(each.effect.value, unit), rangeIn(each.effect, unit),
                        valueText(each.p, ""), valueText(each.standardised, "")});
    QString title = StudyAnalysis::tr("Linear regression over %1 points: adjusted R² %2")
                        .arg(regression.points)
                        .arg(valueText(regression.adjustedR2, ""));
    if (const auto& check = regression.crossValidation)
        title += StudyAnalysis::tr("; cross-validation: R² %1, error %2")
                     .arg(valueText(check->r2, ""), inUnit(check->rmsError, unit));
    return tableText(title, rows);
}

/// The interval of a coefficient in standard deviations.
StudyValue standardised(const study::Coefficient& coefficient)
{
    const study::Cell& effect = coefficient.effect;
    const double factor = effect.value != 0 ? coefficient.standardised / effect.value : NAN;
    return {coefficient.standardised, factor * effect.low, factor * effect.high};
}

void sortByFirst(std::vector<EffectRow>& rows)
{
    std::stable_sort(rows.begin(), rows.end(), [](const EffectRow& a, const EffectRow& b) {
        return std::fabs(a.first.value) > std::fabs(b.first.value);
    });
}

} // namespace

EffectBars effectBars(const study::Analysis& analysis)
{
    EffectBars bars;
    if (const auto* sobol = known(analysis.sobol)) {
        bars = {"share", StudyAnalysis::tr("share of the variance alone"), StudyAnalysis::tr("with interactions"), {}};
        for (const study::SobolIndex& index : sobol->indices)
            bars.rows.push_back({text(index.parameter), estimateOf(index.first), estimateOf(index.total)});
        std::stable_sort(bars.rows.begin(), bars.rows.end(),
                         [](const EffectRow& a, const EffectRow& b) { return a.second.value > b.second.value; });
    } else if (const auto* morris = known(analysis.morris)) {
        bars = {text(analysis.figure.unit),
                StudyAnalysis::tr("mu*, mean effect"),
                StudyAnalysis::tr("sigma, its spread"),
                {}};
        for (const study::MorrisEffect& effect : morris->effects)
            bars.rows.push_back({text(effect.parameter), {effect.absolute}, {effect.sigma}});
    } else if (const auto* effects = known(analysis.effects)) {
        bars = {"share", StudyAnalysis::tr("share of the variance"), {}, {}};
        for (const study::MainEffect& main : effects->main)
            bars.rows.push_back({text(main.parameter), {main.share}, {}});
        sortByFirst(bars.rows);
    } else if (const auto* regression = knownRegression(analysis)) {
        bars = {"", StudyAnalysis::tr("standardised coefficient of the regression"), {}, {}};
        for (const study::Coefficient& each : regression->coefficients)
            bars.rows.push_back({nameOf(each), standardised(each), {}});
        sortByFirst(bars.rows);
    }
    return bars;
}

StudyAnalysis::StudyAnalysis(QWidget* parent)
    : QWidget(parent), command_(this), figure_(new QComboBox), sentences_(new QLabel), tables_(new QLabel),
      bars_(new EffectBarsView), scrolled_(new QScrollArea)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    figure_->setObjectName("analysisFigure");
    figure_->setAccessibleName(tr("Figure"));
    column->addWidget(figure_);
    auto* content = new QWidget;
    auto* within = new QVBoxLayout(content);
    within->setContentsMargins(0, 0, 0, 0);
    sentences_->setObjectName("analysisSentences");
    tables_->setObjectName("analysisTables");
    for (QLabel* const label : {sentences_, tables_}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    }
    sentences_->setTextFormat(Qt::PlainText);
    tables_->setTextFormat(Qt::RichText);
    setLook(tables_, Look::small);
    within->addWidget(bars_);
    within->addWidget(sentences_);
    within->addWidget(tables_);
    within->addStretch();
    scrolled_->setWidgetResizable(true);
    scrolled_->setFrameShape(QFrame::NoFrame);
    scrolled_->setWidget(content);
    scrolled_->viewport()->installEventFilter(this);
    column->addWidget(scrolled_, 1);
    connect(figure_, &QComboBox::currentIndexChanged, this, &StudyAnalysis::showFigure);
    connect(&command_, &StreamedCommand::lines, this,
            [this](const QByteArrayList& lines) { printed_ += lines.join('\n') + '\n'; });
    connect(&command_, &StreamedCommand::ended, this, &StudyAnalysis::conclude);
    setFile({});
}

void StudyAnalysis::setFile(const QString& file)
{
    command_.cancel();
    file_ = file;
    asked_ = false;
    figures_.clear();
    say(tr("What matters is computed from the points of a study when it has ended."));
    if (isVisible())
        ask();
}

void StudyAnalysis::setFileProposal(const ChartWidget::FileProposal& proposal)
{
    bars_->setFileProposal(proposal);
}

void StudyAnalysis::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    ask();
}

/// Only a table may be wider than the view.
bool StudyAnalysis::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize) {
        const int width = scrolled_->viewport()->width();
        bars_->setMaximumWidth(width);
        sentences_->setMaximumWidth(width);
    }
    return QWidget::eventFilter(watched, event);
}

/// Each analysis takes a process, so it is not made before it is wanted.
void StudyAnalysis::ask()
{
    if (file_.isEmpty() || std::exchange(asked_, true))
        return;
    printed_.clear();
    say(tr("The study is being analysed."));
    command_.startOnFile("analyse", file_, {"--json"});
}

void StudyAnalysis::say(const QString& text)
{
    bars_->setContent({});
    bars_->hide();
    tables_->clear();
    sentences_->setText(text);
}

void StudyAnalysis::conclude(const QString& said)
{
    try {
        figures_ =
            study::analysedStudyFromText({printed_.constData(), static_cast<std::size_t>(printed_.size())}).figures;
    } catch (const std::exception&) { // the engine has said why there is none
        return say(said.isEmpty() ? tr("The engine has not answered.") : said);
    }
    const QString before = figure_->currentText();
    {
        const QSignalBlocker quiet(figure_);
        figure_->clear();
        for (const study::AnalysedFigure& figure : figures_)
            figure_->addItem(text(figure.analysis.figure.name));
        figure_->setCurrentIndex(std::max(0, figure_->findText(before)));
    }
    showFigure();
}

void StudyAnalysis::showFigure()
{
    const auto index = static_cast<std::size_t>(std::max(0, figure_->currentIndex()));
    if (index >= figures_.size())
        return;
    const auto& [analysis, said] = figures_[index];
    QStringList sentences;
    for (const std::string& sentence : said)
        sentences.append(text(sentence));
    sentences_->setText(sentences.join("\n\n"));
    bars_->setContent(effectBars(analysis));
    bars_->setVisible(bars_->isFilled());
    const QString unit = text(analysis.figure.unit);
    QString tables;
    if (const auto* sobol = known(analysis.sobol))
        tables += sobolText(*sobol);
    if (const auto* morris = known(analysis.morris))
        tables += morrisText(*morris, unit);
    if (const auto* effects = known(analysis.effects))
        tables += effectsText(*effects, unit);
    if (const auto* regression = knownRegression(analysis))
        tables += regressionText(*regression, unit);
    tables_->setText(tables);
}

} // namespace headroom::app
