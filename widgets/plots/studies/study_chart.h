// The base of the charts of a study's points: which point is selected, under the pointer, and clicked.
#pragma once

#include "widgets/plots/chart/chart_widget.h"
#include "widgets/plots/studies/study_points.h"

#include <memory>

class QComboBox;
class QLabel;

namespace headroom::widgets {

class StudyChart : public ChartWidget
{
    Q_OBJECT
public:
    explicit StudyChart(QWidget* parent = nullptr);

    void setStudy(std::shared_ptr<const StudyPoints> study);
    /// Marks a point, whose values those parameters have that the chart does not show; nothing: the first point's.
    void setSelected(std::optional<qulonglong> point);
    bool isFilled() const override { return study_ && !study_->points.empty(); }
    /// Where a point is drawn, in pixels of the plot; nothing if it is not.
    virtual std::optional<QPointF> placeOf(qulonglong number) const = 0;

signals:
    /// The user clicked on a point.
    void pointChosen(qulonglong number);

protected:
    /// The study, the selection or a choice has changed.
    virtual void rebuild() = 0;
    /// There are no points any more: forgets those that were drawn.
    virtual void clear() = 0;
    /// Another point was selected.
    virtual void showSelection() { rebuild(); }
    /// True if a press of the mouse at this place does something else than to choose a point.
    virtual bool takesPress(const QPointF& /*at*/) const { return false; }
    /// The point at a place of the plot; null if there is none.
    virtual const StudyPoint* pointAt(const QPointF& at) const = 0;

    const StudyPoints& study() const { return *study_; }
    /// The selected point, or the first one; null if there are none.
    const StudyPoint* anchor() const;
    std::optional<qulonglong> selected() const { return selected_; }
    const StudyPoint* hovered() const;
    /// Chooses the point at this place, if there is one.
    void choose(const QPointF& at);
    /// The point and its parameters, for a reading.
    QString titleOf(const StudyPoint& point) const;

    /// Adds a combo box to the choices above the plot.
    QComboBox* addChoice(const char* name, const QString& title);
    /// Fills it with figures or parameters, each with its index, and keeps the chosen one.
    static void offer(QComboBox& combo, const std::vector<StudyColumn>& columns, bool numericOnly, int usual);
    /// Says what is the same at all points that are drawn.
    void showOthers(const std::vector<std::size_t>& free);
    /// Says something else there.
    void showNote(const QString& note, const QString& tip);

private:
    std::shared_ptr<const StudyPoints> study_;
    std::optional<qulonglong> selected_;
    QLabel* others_;
};

} // namespace headroom::widgets
