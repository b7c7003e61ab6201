#include "widgets/plots/studies/study_chart.h"

#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <qcustomplot.h>

#include <algorithm>
#include <utility>

namespace headroom::widgets {

StudyChart::StudyChart(QWidget* parent) : ChartWidget(parent), others_(named(new QLabel, "studyOthers"))
{
    setLook(others_, Look::dim);
    others_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    others_->setContentsMargins(rhythm::margin, 0, rhythm::margin, rhythm::half);
    // In a row of its own: beside the choices it would have no room in a narrow chart.
    static_cast<QVBoxLayout*>(choices()->parentWidget()->layout())->insertWidget(1, others_);
    plot()->plotLayout()->clear();
    plot()->setMinimumSize(240, 140);
    followPointer();
    connect(plot(), &QCustomPlot::mousePress, this, [this](const QMouseEvent* event) {
        if (event->button() == Qt::LeftButton && !takesPress(event->pos()))
            choose(event->pos());
    });
    setEmptyPage(emptyPage(tr("Finished points of the study are drawn here.")));
}

void StudyChart::setStudy(std::shared_ptr<const StudyPoints> study)
{
    study_ = std::move(study);
    isFilled() ? rebuild() : clear();
    updatePage();
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

void StudyChart::setSelected(std::optional<qulonglong> point)
{
    if (std::exchange(selected_, point) == point || !isFilled())
        return;
    showSelection();
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

void StudyChart::choose(const QPointF& at)
{
    if (const StudyPoint* point = isFilled() ? pointAt(at) : nullptr)
        emit pointChosen(point->number);
}

const StudyPoint* StudyChart::anchor() const
{
    if (!isFilled())
        return nullptr;
    const auto found = std::find_if(study_->points.begin(), study_->points.end(),
                                    [this](const StudyPoint& each) { return selected_ == each.number; });
    return found == study_->points.end() ? &study_->points.front() : &*found;
}

const StudyPoint* StudyChart::hovered() const
{
    return pointer() && isFilled() ? pointAt(*pointer()) : nullptr;
}

QString StudyChart::titleOf(const StudyPoint& point) const
{
    return tr("Point %1: %2").arg(point.number).arg(othersInWords(*study_, point, {}));
}

QComboBox* StudyChart::addChoice(const char* name, const QString& title)
{
    auto* combo = named(new QComboBox, name);
    combo->setAccessibleName(title);
    combo->setToolTip(title);
    combo->setMinimumContentsLength(8);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choices()->addWidget(combo, 1);
    connect(combo, &QComboBox::currentIndexChanged, this, [this] {
        if (isFilled())
            rebuild();
        plot()->replot(QCustomPlot::rpQueuedReplot);
    });
    return combo;
}

void StudyChart::offer(QComboBox& combo, const std::vector<StudyColumn>& columns, bool numericOnly, int usual)
{
    QStringList names;
    std::vector<int> indices;
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (columns[i].isNumeric || !numericOnly) {
            names.append(columns[i].name);
            indices.push_back(static_cast<int>(i));
        }
    QStringList shown;
    for (int i = 0; i < combo.count(); ++i)
        if (combo.itemData(i).toInt() >= 0)
            shown.append(combo.itemText(i));
    if (shown == names)
        return;
    const QSignalBlocker quiet(combo);
    const QString chosen = combo.currentText();
    while (combo.count() > 0 && combo.itemData(combo.count() - 1).toInt() >= 0)
        combo.removeItem(combo.count() - 1); // the entry that means none of them stays at the beginning
    const int first = combo.count();
    for (int i = 0; i < names.size(); ++i)
        combo.addItem(names[i], indices[static_cast<std::size_t>(i)]);
    const int kept = combo.findText(chosen);
    combo.setCurrentIndex(kept >= 0 ? kept : std::min(first + usual, combo.count() - 1));
}

void StudyChart::showOthers(const std::vector<std::size_t>& free)
{
    const StudyPoint* at = anchor();
    const QString words = at ? othersInWords(*study_, *at, free) : QString();
    if (words.isEmpty())
        return showNote({}, {});
    showNote(tr("at %1").arg(words),
             tr("Points with %1 are drawn. Select a point with other values to see its neighbours.").arg(words));
}

void StudyChart::showNote(const QString& note, const QString& tip)
{
    others_->setText(note);
    others_->setToolTip(note.isEmpty() ? QString() : tip);
}

} // namespace headroom::widgets
