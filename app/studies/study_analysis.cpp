#include "app/studies/study_analysis.h"

#include "study/analysis/analysis_text.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace headroom::app {

using namespace widgets;

namespace {

/// For a label.
QString tableText(const study::MethodTable& table)
{
    QString html = table.title.empty() ? QString() : "<p><b>" + text(table.title).toHtmlEscaped() + "</b></p>";
    html += "<table cellspacing=\"0\" cellpadding=\"3\">";
    for (const std::vector<std::string>& row : table.rows) {
        html += "<tr>";
        for (std::size_t i = 0; i < row.size(); ++i) {
            const QString tag = &row == table.rows.data() ? "th" : "td", align = i < table.texts ? "left" : "right";
            QString cell = text(row[i]).toHtmlEscaped();
            if (i >= table.texts)
                cell.replace(' ', QChar::Nbsp); // a number stays beside its unit
            html += QString("<%1 align=\"%2\">%3</%1>").arg(tag, align, cell);
        }
        html += "</tr>";
    }
    return html + "</table>";
}

} // namespace

EffectBars effectBars(const study::MethodBars& bars)
{
    const auto value = [](const study::Cell& cell) { return StudyValue{cell.value, cell.low, cell.high}; };
    EffectBars shown{text(bars.unit), text(bars.first), text(bars.second), {}};
    for (const auto& [name, first, second] : bars.rows)
        shown.rows.push_back({text(name), value(first), value(second)});
    return shown;
}

StudyAnalysis::StudyAnalysis(QWidget* parent)
    : QWidget(parent), command_(this), figure_(named(new QComboBox, "analysisFigure", tr("Figure"))),
      sentences_(named(new QLabel, "analysisSentences")), tables_(named(new QLabel, "analysisTables")),
      bars_(new EffectBarsView), content_(new QWidget), scrolled_(scrolled(content_))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(figure_);
    auto* within = new QVBoxLayout(content_);
    within->setContentsMargins(0, 0, 0, 0);
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
    say(tr("The effects are computed from the points of a study when it has ended."));
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
    const auto& [analysis, said, tables] = figures_[index];
    QStringList sentences;
    for (const std::string& sentence : said)
        sentences.append(text(sentence));
    sentences_->setText(sentences.join("\n\n"));
    bars_->setContent(effectBars(study::barsOf(analysis)));
    bars_->setVisible(bars_->isFilled());
    QString shown;
    for (const study::MethodTable& table : tables)
        shown += tableText(table);
    tables_->setText(shown);
}

} // namespace headroom::app
