#include "widgets/plots/views/comparison_panel.h"

#include "widgets/plots/data/comparison.h"
#include "widgets/theme/axis_text.h"
#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

namespace headroom::widgets {

ComparisonPanel::ComparisonPanel(QWidget* parent)
    : QWidget(parent), title_(named(new QLabel, "comparisonTitle")), subtitle_(new QLabel),
      trouble_(named(new QLabel, "trouble")), changed_(named(new QLabel, "differences")),
      origin_(named(new QLabel, "origin")), goals_(named(new QLabel, "goals")),
      prediction_(named(new QLabel, "prediction")), sentence_(named(new QLabel, "bottleneck")), advice_(new AdviceView),
      table_(named(new FigureTable, "comparisonTable")), uses_(named(new FigureTable, "comparisonUses")),
      scroll_(new QScrollArea)
{
    setLook(title_, Look::strong);
    setLook(subtitle_, Look::dim);
    setLook(sentence_, Look::note);
    setLook(trouble_, Look::alarm);
    trouble_->setWordWrap(true);
    trouble_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    changed_->setWordWrap(true);
    changed_->setTextFormat(Qt::RichText);
    changed_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setLook(origin_, Look::dim);
    origin_->setWordWrap(true);
    origin_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    goals_->setWordWrap(true);
    goals_->setTextFormat(Qt::RichText);
    goals_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setLook(prediction_, Look::dim);
    prediction_->setWordWrap(true);
    prediction_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    sentence_->setWordWrap(true);
    sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* heading = new QHBoxLayout;
    heading->addWidget(title_);
    heading->addWidget(subtitle_, 1);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(rhythm::margin, rhythm::step, rhythm::margin, rhythm::step);
    column->setSpacing(rhythm::half);
    column->addLayout(heading);
    column->addWidget(trouble_);
    column->addWidget(sentence_); // the answer comes before its figures: in a low window only the first lines are seen
    column->addWidget(goals_);
    column->addWidget(changed_);
    column->addWidget(table_);
    column->addWidget(prediction_);
    column->addWidget(origin_);
    column->addWidget(advice_);
    column->addWidget(uses_);
    column->addStretch();
    scroll_->setAccessibleName(tr("Comparison"));
    scroll_->setWidget(content);
    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(scroll_);
    setMinimumWidth(270);
    rebuild();
}

void ComparisonPanel::setSummaries(const std::optional<record::Summary>& now,
                                   const std::optional<record::Summary>& former, const QString& formerName,
                                   const QStringList& differences)
{
    now_ = now;
    former_ = former;
    soFar_.reset();
    broken_.clear();
    formerName_ = formerName;
    differences_ = differences;
    rebuild();
}

void ComparisonPanel::setSoFar(const FiguresSoFar& figures, const QString& broken, const QString& formerName,
                               const QStringList& differences)
{
    now_.reset();
    former_.reset();
    soFar_ = figures;
    broken_ = broken;
    formerName_ = formerName;
    differences_ = differences;
    rebuild();
}

void ComparisonPanel::setOrigin(const QString& sentence)
{
    source_ = sentence;
}

void ComparisonPanel::setPrediction(const QString& ranges, const QString& parts)
{
    ranges_ = ranges;
    parts_ = parts;
}

void ComparisonPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    // Later: while a style sheet is applied, Qt goes through a list of the widgets that rebuild() deletes.
    if (event->type() == QEvent::PaletteChange)
        QTimer::singleShot(0, this, &ComparisonPanel::rebuild);
}

/// Shows the reasons why the figures below are worthless, or worth less.
void ComparisonPanel::showTrouble()
{
    QStringList sentences;
    if (now_)
        for (const std::string& trouble : record::loadTroubles(*now_))
            sentences += QString::fromStdString(trouble);
    if (!broken_.isEmpty())
        sentences += broken_;
    trouble_->setText(unbroken(sentences.join('\n')));
    trouble_->setVisible(!sentences.isEmpty());
}

/// Shows the differences between the runs that lie behind the changes of the table.
void ComparisonPanel::showDifferences(const QStringList& unlike)
{
    const Colours& c = colours(palette());
    QStringList lines;
    for (const QString& sentence : unlike)
        lines += QString("<b style=\"color: %1\">%2</b> %3")
                     .arg(c.warning.name(), tr("Not alike:"), sentence.toHtmlEscaped());
    if (!unlike.isEmpty())
        lines += tr("Changes are therefore not judged.");
    for (const QString& difference : differences_)
        lines += difference.toHtmlEscaped();
    changed_->setText(unbroken(lines.join("<br>")));
    changed_->setVisible(!lines.isEmpty());
    origin_->setText(unbroken(source_));
    origin_->setVisible(!source_.isEmpty());
    prediction_->setText(unbroken(ranges_));
    prediction_->setToolTip(parts_);
    prediction_->setVisible(!ranges_.isEmpty());
}

/// One line for each goal of the project. The mark says with a sign what it says with a colour.
void ComparisonPanel::showGoals()
{
    const Colours& c = colours(palette());
    QStringList lines;
    if (now_)
        for (const record::GoalVerdict& goal : now_->goals) {
            const bool met = goal.verdict == "met", missed = goal.verdict == "missed";
            const QColor colour = met ? c.good : missed ? c.bad : c.dimText;
            lines += QString("<b style=\"color: %1\">%2</b> %3")
                         .arg(colour.name(),
                              met      ? QStringLiteral("✓")
                              : missed ? QStringLiteral("✗")
                                       : QStringLiteral("?"),
                              QString::fromStdString(goal.sentence).toHtmlEscaped());
        }
    goals_->setText(unbroken(lines.join("<br>")));
    goals_->setVisible(!lines.isEmpty());
}

/// The figures of the cluster, and below all else how much its resources are used.
void ComparisonPanel::addRows()
{
    showRows(compare(*now_, former_ ? &*former_ : nullptr), former_.has_value());
}

void ComparisonPanel::showRows(const QVector<ComparisonRow>& rows, bool compared)
{
    const Colours& c = colours(palette());
    for (FigureTable* table : {table_, uses_}) {
        table->addCell(0, 0, table == uses_ ? tr("share of capacity, mean") : QString(), c.dimText);
        table->addCell(0, 1, soFar_ ? tr("so far") : tr("now"), c.dimText);
        if (compared)
            table->addCell(0, 2, tr("change"), c.dimText);
    }
    int row = 1;
    for (const ComparisonRow& line : rows) {
        FigureTable* table = line.use ? uses_ : table_;
        table->addRule(row++);
        table->addCell(row, 0, line.name, c.text)->setToolTip(line.detail);
        table->addCell(row, 1, line.now, c.text)->setToolTip(line.detail);
        const QColor colour = line.judgement == Judgement::better  ? c.good
                              : line.judgement == Judgement::worse ? c.bad
                                                                   : c.text;
        if (compared)
            table->addCell(row, 2, line.change, colour);
        ++row;
    }
}

/// Figures that are no results yet, or never will be: without confidence, judgement and verdicts.
void ComparisonPanel::showSoFar()
{
    const bool compared = !formerName_.isEmpty();
    title_->setText(compared ? tr("Against %1").arg(formerName_) : tr("This run"));
    subtitle_->setText(tr("so far, %1 to %2").arg(tickText(soFar_->from, "s"), tickText(soFar_->until, "s")));
    showRows(soFar_->rows, compared);
    QString sentence = tr("Means of the samples until now.");
    if (!broken_.isEmpty())
        sentence = tr("Means of the samples until the run broke off. It has no results with a confidence.");
    if (soFar_->warmingUp)
        sentence += tr(" They are of the warm-up, which is no part of the results.");
    if (compared)
        sentence +=
            tr(" %1 is read over the same time.").arg(QString(formerName_).replace(0, 1, formerName_[0].toUpper()));
    sentence_->setText(unbroken(sentence));
}

void ComparisonPanel::rebuild()
{
    fill();
    layOut();
}

/// At once: a picture that is painted before would show all rows in the height of the former ones.
void ComparisonPanel::layOut()
{
    table_->showCells();
    uses_->showCells();
    for (QWidget* widget : {static_cast<QWidget*>(table_), static_cast<QWidget*>(uses_), scroll_->widget()})
        if (QLayout* layout = widget->layout()) {
            layout->invalidate();
            layout->activate();
        }
    QEvent changed(QEvent::LayoutRequest);
    QCoreApplication::sendEvent(scroll_, &changed);
}

void ComparisonPanel::fill()
{
    showTrouble();
    showGoals();
    for (FigureTable* table : {table_, uses_}) {
        table->clear();
        table->setVisible(now_ || soFar_);
    }
    showDifferences(now_ && former_ ? unlikeness(*now_, *former_, formerName_) : QStringList());
    title_->setText(now_ && former_ ? tr("Against %1").arg(formerName_) : tr("This run"));
    subtitle_->setText(now_ && former_ ? tr("95 % confidence") : QString());
    if (soFar_)
        return showSoFar();
    if (!now_) {
        sentence_->setText(tr("When a run has ended, its figures appear here. Change a parameter and run again to see "
                              "the difference in numbers."));
        return;
    }
    addRows();
    QString sentence = bottleneckSentence(*now_);
    if (now_->stopped)
        sentence = tr("Stopped before its end. ") + sentence;
    if (!former_)
        sentence += tr(" Change a parameter and run again to compare.");
    sentence_->setText(unbroken(sentence));
}

} // namespace headroom::widgets
