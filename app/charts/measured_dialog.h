// Lays a column of measured data over a curve: which one, moved by how much, stretched by how much.
#pragma once

#include "app/charts/plot_layout.h"
#include "record/measured.h"

#include <QDialog>

#include <functional>
#include <optional>

class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace headroom::app {

/// One after another, with the separator between them.
QString problemsOf(const record::MeasuredTable& table, QChar separator);

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
    using Curve = std::function<record::MeasuredCurve(const QString& series)>;

    MeasuredDialog(record::MeasuredTable table, const QVector<Choice>& series, Curve curve, QWidget* parent);

    /// What was chosen; without the file, which the caller knows.
    PlotLayout::Measured measured() const;

private:
    std::optional<std::size_t> column() const;
    record::MeasuredCurve shifted() const;
    void showDeviation();
    void alignNow();

    record::MeasuredTable table_;
    Curve curve_;
    QComboBox *column_, *series_;
    QDoubleSpinBox *offset_, *factor_;
    QLabel* deviation_;
};

} // namespace headroom::app
