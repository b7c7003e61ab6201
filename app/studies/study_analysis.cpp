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
#include <utility>

namespace headroom::app {

using namespace widgets;
using study::Json;

namespace {

double numberIn(const Json& json)
{
    return json.is_number() ? json.get<double>() : NAN;
}

QString textIn(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? text(found->get<std::string>()) : QString();
}

StudyValue valueIn(const Json& json)
{
    return {numberIn(json.at("value")), numberIn(json.at("low")), numberIn(json.at("high"))};
}

/// A part of the analysis that was computed; null if it was not.
const Json* known(const Json& figure, const char* part)
{
    const auto found = figure.find(part);
    return found != figure.end() && found->is_object() && found->at("unknown").is_null() ? &*found : nullptr;
}

QString inUnit(double value, const QString& unit)
{
    return std::isfinite(value) ? text(study::inWords(value, unit.toStdString())) : QStringLiteral("–");
}

QString rangeIn(const Json& json, const QString& unit)
{
    const StudyValue value = valueIn(json);
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

QString effectsText(const Json& effects, const QString& unit)
{
    std::vector<QStringList> rows = {{StudyAnalysis::tr("parameter"), StudyAnalysis::tr("share of variance"),
                                      StudyAnalysis::tr("importance"), StudyAnalysis::tr("range of means")}};
    for (const Json& main : effects.at("main"))
        rows.push_back({textIn(main, "parameter"), valueText(numberIn(main.at("share")), "share"),
                        valueText(numberIn(main.at("importance")), ""), inUnit(numberIn(main.at("range")), unit)});
    for (const Json& pair : effects.at("interactions"))
        rows.push_back({text(pair.at("parameters").at(0).get<std::string>()) + " × " +
                            text(pair.at("parameters").at(1).get<std::string>()),
                        valueText(numberIn(pair.at("share")), "share")});
    return tableText(StudyAnalysis::tr("Main effects and interactions"), rows);
}

QString sobolText(const Json& sobol)
{
    std::vector<QStringList> rows = {{StudyAnalysis::tr("parameter"), StudyAnalysis::tr("alone"),
                                      StudyAnalysis::tr("95 %"), StudyAnalysis::tr("with interactions"),
                                      StudyAnalysis::tr("95 %")}};
    for (const Json& index : sobol.at("indices")) {
        QStringList row = {textIn(index, "parameter")};
        for (const char* const each : {"first", "total"})
            row << inUnit(numberIn(index.at(each).at("value")), "%") << rangeIn(index.at(each), "%");
        rows.push_back(row);
    }
    return tableText(StudyAnalysis::tr("Sobol' indices: shares of the variance"), rows);
}

QString morrisText(const Json& morris, const QString& unit)
{
    std::vector<QStringList> rows = {{StudyAnalysis::tr("parameter"), "mu*", "mu", "sigma"}};
    for (const Json& effect : morris.at("effects"))
        rows.push_back({textIn(effect, "parameter"), inUnit(numberIn(effect.at("mu_star")), unit),
                        inUnit(numberIn(effect.at("mu")), unit), inUnit(numberIn(effect.at("sigma")), unit)});
    return tableText(StudyAnalysis::tr("Morris' elementary effects"), rows);
}

/// "WORKERS", "DISK: B rather than A".
QString nameOf(const Json& coefficient)
{
    const QString name = textIn(coefficient, "parameter"), level = textIn(coefficient, "level");
    return level.isEmpty()
               ? name
               : StudyAnalysis::tr("%1: %2 rather than %3").arg(name, level, textIn(coefficient, "reference"));
}

QString regressionText(const Json& regression, const QString& unit)
{
    std::vector<QStringList> rows = {{StudyAnalysis::tr("parameter"), StudyAnalysis::tr("coefficient"),
                                      StudyAnalysis::tr("95 %"), "p", StudyAnalysis::tr("standardised")}};
    for (const Json& each : regression.at("coefficients"))
        rows.push_back({nameOf(each), inUnit(numberIn(each.at("value")), unit), rangeIn(each, unit),
                        valueText(numberIn(each.at("p")), ""), valueText(numberIn(each.at("standardised")), "")});
    QString title = StudyAnalysis::tr("Linear regression over %1 points: adjusted R² %2")
                        .arg(regression.at("points").get<int>())
                        .arg(valueText(numberIn(regression.at("adjusted_r2")), ""));
    if (const Json& check = regression.at("cross_validation"); check.is_object())
        title += StudyAnalysis::tr("; cross-validation: R² %1, error %2")
                     .arg(valueText(numberIn(check.at("r2")), ""), inUnit(numberIn(check.at("rms_error")), unit));
    return tableText(title, rows);
}

/// The interval of a coefficient in standard deviations.
StudyValue standardised(const Json& coefficient)
{
    StudyValue value = valueIn(coefficient);
    const double scaled = numberIn(coefficient.at("standardised"));
    const double factor = value.value != 0 ? scaled / value.value : NAN;
    return {scaled, factor * value.low, factor * value.high};
}

void sortByFirst(std::vector<EffectRow>& rows)
{
    std::stable_sort(rows.begin(), rows.end(), [](const EffectRow& a, const EffectRow& b) {
        return std::fabs(a.first.value) > std::fabs(b.first.value);
    });
}

} // namespace

EffectBars effectBars(const Json& figure)
{
    EffectBars bars;
    if (const Json* sobol = known(figure, "sobol")) {
        bars = {"share", StudyAnalysis::tr("share of the variance alone"), StudyAnalysis::tr("with interactions"), {}};
        for (const Json& index : sobol->at("indices"))
            bars.rows.push_back({textIn(index, "parameter"), valueIn(index.at("first")), valueIn(index.at("total"))});
        std::stable_sort(bars.rows.begin(), bars.rows.end(),
                         [](const EffectRow& a, const EffectRow& b) { return a.second.value > b.second.value; });
    } else if (const Json* morris = known(figure, "morris")) {
        bars = {
            textIn(figure, "unit"), StudyAnalysis::tr("mu*, mean effect"), StudyAnalysis::tr("sigma, its spread"), {}};
        for (const Json& effect : morris->at("effects"))
            bars.rows.push_back(
                {textIn(effect, "parameter"), {numberIn(effect.at("mu_star"))}, {numberIn(effect.at("sigma"))}});
    } else if (const Json* effects = known(figure, "effects")) {
        bars = {"share", StudyAnalysis::tr("share of the variance"), {}, {}};
        for (const Json& main : effects->at("main"))
            bars.rows.push_back({textIn(main, "parameter"), {numberIn(main.at("share"))}, {}});
        sortByFirst(bars.rows);
    } else if (const Json* regression = known(figure, "regression")) {
        bars = {"", StudyAnalysis::tr("standardised coefficient of the regression"), {}, {}};
        for (const Json& each : regression->at("coefficients"))
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
    figures_ = Json::array();
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
        figures_ = Json::parse(printed_.begin(), printed_.end()).at("figures");
    } catch (const std::exception&) { // the engine has said why there is none
        return say(said.isEmpty() ? tr("The engine has not answered.") : said);
    }
    const QString before = figure_->currentText();
    {
        const QSignalBlocker quiet(figure_);
        figure_->clear();
        for (const Json& figure : figures_)
            figure_->addItem(textIn(figure, "name"));
        figure_->setCurrentIndex(std::max(0, figure_->findText(before)));
    }
    showFigure();
}

void StudyAnalysis::showFigure()
{
    const auto index = static_cast<std::size_t>(std::max(0, figure_->currentIndex()));
    if (index >= figures_.size())
        return;
    const Json& figure = figures_[index];
    QStringList sentences;
    for (const Json& sentence : figure.at("sentences"))
        sentences.append(text(sentence.get<std::string>()));
    sentences_->setText(sentences.join("\n\n"));
    bars_->setContent(effectBars(figure));
    bars_->setVisible(bars_->isFilled());
    const QString unit = textIn(figure, "unit");
    QString tables;
    if (const Json* sobol = known(figure, "sobol"))
        tables += sobolText(*sobol);
    if (const Json* morris = known(figure, "morris"))
        tables += morrisText(*morris, unit);
    if (const Json* effects = known(figure, "effects"))
        tables += effectsText(*effects, unit);
    if (const Json* regression = known(figure, "regression"))
        tables += regressionText(*regression, unit);
    tables_->setText(tables);
}

} // namespace headroom::app
