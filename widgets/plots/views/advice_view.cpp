#include "widgets/plots/views/advice_view.h"

#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

namespace headroom::widgets {

QString AdviceContent::figure() const
{
    return byTime   ? AdviceView::tr("time of the jobs")
           : byRate ? AdviceView::tr("highest rate")
                    : AdviceView::tr("throughput");
}

AdviceView::AdviceView(const QString& name, QWidget* parent)
    : QWidget(parent), sentence_(named(new QLabel, name + "Sentence")),
      button_(named(new QPushButton, name + "Button")),
      automatic_(named(new QCheckBox(tr("Simulate this after each run")), name + "Automatic")),
      progress_(new QProgressBar), table_(new FigureTable)
{
    setObjectName(name);
    setLook(sentence_, Look::note);
    sentence_->setWordWrap(true);
    sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    automatic_->setToolTip(tr("Start the simulations by themselves when a run has ended, while nothing else runs."));
    progress_->setTextVisible(false);
    progress_->setFixedHeight(rhythm::half);
    progress_->setAccessibleName(tr("Simulated what-ifs"));
    auto* heading = new QHBoxLayout;
    heading->addWidget(sectionHeading(tr("What would help")), 1);
    heading->addWidget(button_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, rhythm::half, 0, rhythm::step);
    column->setSpacing(rhythm::half);
    column->addLayout(heading);
    column->addWidget(progress_);
    column->addWidget(sentence_);
    column->addWidget(table_);
    column->addWidget(automatic_);
    connect(button_, &QPushButton::clicked, this, [this] {
        if (content_.running)
            emit cancelWanted();
        else
            emit startWanted();
    });
    connect(automatic_, &QCheckBox::clicked, this, &AdviceView::automaticChosen);
    rebuild();
}

void AdviceView::setContent(const AdviceContent& content)
{
    content_ = content;
    rebuild();
    emit filled(!content_.rows.isEmpty());
}

void AdviceView::setAutomatic(bool automatic)
{
    automatic_->setChecked(automatic);
}

void AdviceView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        QTimer::singleShot(0, this, &AdviceView::rebuild); // later, as in ComparisonPanel
}

void AdviceView::addRow(int row, const AdviceRow& content)
{
    const Colours& c = colours(palette());
    const auto below = [&c](const QString& text, const QString& line) {
        return line.isEmpty() ? text
                              : QString("%1<br><span style='color:%2; font-size:8pt'>%3</span>")
                                    .arg(text.toHtmlEscaped(), c.dimText.name(), line.toHtmlEscaped());
    };
    QLabel* name = table_->addCell(row, 0, below(content.resource, content.note), c.text);
    name->setToolTip(content.detail);
    const bool measured = !content.throughput.value.isEmpty();
    if (!measured) {
        QLabel* state = table_->addCell(row, 1, content.state, c.dimText);
        table_->addCell(state, row, 1, 2);
        return;
    }
    const auto figure = [&](const MeasuredGain& gain) {
        if (gain.value.isEmpty())
            return &gain != &content.highestRate ? QStringLiteral("–")
                   : content_.running            ? tr("being simulated")
                                                 : tr("not yet known");
        return below(gain.value, gain.interval);
    };
    table_->addCell(row, 1, figure(content_.gainOf(content)), c.text)->setToolTip(content.detail);
    table_->addCell(row, 2, figure(content.p99), c.text)->setToolTip(content.detail);
    if (!content.state.isEmpty())
        name->setText(content.note.isEmpty()
                          ? content.resource + QStringLiteral("\n") + content.state
                          : below(content.resource, content.note + QStringLiteral(" · ") + content.state));
}

void AdviceView::rebuild()
{
    setVisible(!content_.rows.isEmpty());
    const Colours& c = colours(palette());
    table_->clear();
    sentence_->setText(content_.sentence);
    sentence_->setVisible(!content_.sentence.isEmpty());
    button_->setText(content_.running ? tr("Stop") : tr("Simulate"));
    button_->setEnabled(content_.running || content_.mayStart);
    button_->setToolTip(content_.running    ? tr("End the simulations. What is measured stays.")
                        : content_.mayStart ? tr("Simulate each resource twice as fast, or twice as many of it, "
                                                 "better parts and other settings, one at a time.")
                                            : content_.whyNot);
    progress_->setVisible(content_.running);
    progress_->setRange(0, content_.planned);
    progress_->setValue(content_.done);
    table_->addCell(0, 0, tr("twice as fast or as many, or as named"), c.dimText);
    table_->addCell(0, 1, content_.figure(), c.dimText)
        ->setToolTip(content_.byTime ? tr("Mean time of the jobs, over that of the present system: less is better.")
                     : content_.byRate
                         ? tr("The highest rate of arrivals that the system still keeps up with, over that "
                              "of the present system.")
                         : tr("Operations that are completed in a second, over those of the present "
                              "system."));
    table_->addCell(0, 2, tr("p99"), c.dimText);
    int row = 1;
    for (const AdviceRow& each : content_.rows) {
        table_->addRule(row++);
        addRow(row++, each);
    }
}

} // namespace headroom::widgets
