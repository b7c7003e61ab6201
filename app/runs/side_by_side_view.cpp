#include "app/runs/side_by_side_view.h"

#include "app/base/plain_table.h"
#include "widgets/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QToolButton>

#include <utility>

namespace headroom::app {

using namespace widgets;

namespace {

QToolButton* flatButton(const QString& text, const char* name)
{
    auto* button = named(new QToolButton, name);
    button->setText(text);
    setLook(button, Look::flat);
    return button;
}

} // namespace

SideBySideView::SideBySideView(QWidget* parent)
    : QWidget(parent), title_(new QLabel), unlike_(named(new QLabel, "unlike")),
      table_(plainTable({QString()}, "sideBySide", tr("Runs side by side")))
{
    setLook(title_, Look::strong);
    setLook(unlike_, Look::warning);
    unlike_->setWordWrap(true);
    unlike_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* save = flatButton(tr("Export …"), "exportSideBySide");
    save->setToolTip(tr("Writes the table as CSV or XLSX, with the figures in full"));
    auto* clear = flatButton(tr("Untick all"), "untickRuns");
    connect(save, &QToolButton::clicked, this, [this] { emit exportWanted(data()); });
    connect(clear, &QToolButton::clicked, this, &SideBySideView::clearWanted);
    table_->horizontalHeader()->setHighlightSections(false);
    connect(table_->horizontalHeader(), &QHeaderView::geometriesChanged, this, &SideBySideView::fitFigures);
    connect(table_->horizontalHeader(), &QHeaderView::sectionResized, this, &SideBySideView::fitFigures);
    table_->setTabKeyNavigation(false);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(rhythm::margin, rhythm::half, rhythm::step, 0);
    row->addWidget(title_);
    row->addStretch();
    row->addWidget(save);
    row->addWidget(clear);
    auto* notes = new QHBoxLayout;
    notes->setContentsMargins(rhythm::margin, 0, rhythm::step, 0);
    notes->addWidget(unlike_);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(rhythm::half);
    column->addLayout(row);
    column->addLayout(notes);
    column->addWidget(table_, 1);
}

void SideBySideView::setRuns(const std::vector<const Run*>& runs)
{
    std::vector<SideBySideRun> columns;
    for (const Run* run : runs)
        columns.push_back({run->title(), run->parameters, &*run->summary});
    content_ = sideBySide(columns);
    title_->setText(runs.empty() ? QString()
                                 : tr("Side by side, against run %1, 95 % confidence").arg(runs.front()->number));
    fill();
}

/// A column for the figures of each run, and behind it one for the differences, but not of the first run.
void SideBySideView::fill()
{
    const Colours& c = colours(palette());
    table_->clearContents();
    table_->setRowCount(0);
    QStringList headings{tr("Figure")};
    for (qsizetype i = 0; i < content_.runs.size(); ++i)
        headings += i == 0 ? QStringList{content_.runs[i]} : QStringList{content_.runs[i], tr("change")};
    table_->setColumnCount(static_cast<int>(headings.size()));
    table_->setHorizontalHeaderLabels(headings);
    for (int column = 0; column < table_->columnCount(); ++column) {
        auto* heading = table_->horizontalHeaderItem(column);
        heading->setTextAlignment((column == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
        heading->setToolTip(headings[column]);
    }
    for (const SideBySide::Row& row : content_.rows) {
        QStringList texts{row.name};
        for (std::size_t i = 0; i < row.cells.size(); ++i)
            texts += i == 0 ? QStringList{row.cells[i].now} : QStringList{row.cells[i].now, row.cells[i].change};
        const int at = table_->rowCount();
        setPlainRow(*table_, at, texts);
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const ComparisonRow& cell = row.cells[i];
            const int figure = static_cast<int>(i == 0 ? 1 : 2 * i);
            if (!cell.detail.isEmpty())
                table_->item(at, figure)->setToolTip(cell.detail);
            if (i > 0 && cell.judgement != Judgement::neutral)
                table_->item(at, figure + 1)->setForeground(cell.judgement == Judgement::better ? c.good : c.bad);
        }
    }
    QStringList lines = content_.unlike;
    if (!lines.isEmpty())
        lines += tr("Their changes are therefore not judged.");
    unlike_->setText(lines.join('\n'));
    unlike_->setVisible(!lines.isEmpty());
}

/// The names of the figures take the room that the runs leave. If these leave too little, the table is scrolled.
void SideBySideView::fitFigures()
{
    if (std::exchange(fitting_, true))
        return;
    auto* header = table_->horizontalHeader();
    const int runs = header->length() - header->sectionSize(0);
    const int needed = static_cast<const QAbstractItemView&>(*table_).sizeHintForColumn(0);
    const bool room = table_->viewport()->width() - runs >= needed;
    header->setSectionResizeMode(0, room ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
    fitting_ = false;
}

void SideBySideView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        fill();
}

} // namespace headroom::app
