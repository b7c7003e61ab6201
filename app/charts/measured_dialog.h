// Lays a column of measured data over a curve: which one, moved by how much, stretched by how much.
#pragma once

#include "app/charts/plot_layout.h"
#include "widgets/plots/data/measured_series.h"

#include <QDialog>

#include <functional>

class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace headroom::app {

class MeasuredDialog : public QDialog
{
    Q_OBJECT
public:
    struct Choice
    {
        QString series; ///< by seriesName()
        QString label;
    };
    /// What a series of the run that is shown says, to align to.
    using Curve = std::function<widgets::MeasuredCurve(const QString& series)>;

    MeasuredDialog(widgets::MeasuredTable table, const QVector<Choice>& series, Curve curve, QWidget* parent);

    /// What was chosen; without the file, which the caller knows.
    PlotLayout::Measured measured() const;

private:
    widgets::MeasuredCurve shifted() const;
    void showDeviation();
    void alignNow();

    widgets::MeasuredTable table_;
    Curve curve_;
    QComboBox *column_, *series_;
    QDoubleSpinBox *offset_, *factor_;
    QLabel* deviation_;
};

} // namespace headroom::app
