// Lays a column of measured data over a curve. The user chooses the column, a time offset and a factor.
#pragma once

#include "app/charts/plot_layout.h"
#include "record/measured/measured.h"
#include "widgets/controls/dialog.h"

#include <functional>
#include <optional>

class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace headroom::app {

/// All problems of the table as one text, joined by the separator.
QString problemsOf(const record::MeasuredTable& table, QChar separator);

class MeasuredDialog : public widgets::Dialog
{
    Q_OBJECT
public:
    struct Choice
    {
        QString series; ///< by seriesName()
        QString label;
    };
    /// The curve of a series of the displayed run, as the reference for alignment.
    using Curve = std::function<record::MeasuredCurve(const QString& series)>;

    MeasuredDialog(record::MeasuredTable table, const QVector<Choice>& series, Curve curve, QWidget* parent);

    /// The accepted choice. Its `file` is empty, because the caller knows the file.
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
