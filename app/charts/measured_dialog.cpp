#include "app/charts/measured_dialog.h"

#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>

namespace headroom::app {

using namespace widgets;
using record::MeasuredCurve;
using record::MeasuredTable;

QString problemsOf(const MeasuredTable& table, QChar separator)
{
    QStringList problems;
    for (const std::string& problem : table.problems)
        problems += QString::fromStdString(problem);
    return problems.join(separator);
}

MeasuredDialog::MeasuredDialog(MeasuredTable table, const QVector<Choice>& series, Curve curve, QWidget* parent)
    : Dialog(parent), table_(std::move(table)), curve_(std::move(curve)),
      column_(named(new QComboBox, "measuredColumn")), series_(named(new QComboBox, "measuredOver")),
      offset_(named(new QDoubleSpinBox, "measuredOffset")), factor_(named(new QDoubleSpinBox, "measuredFactor")),
      deviation_(named(new QLabel, "measuredDeviation"))
{
    setObjectName("measuredDialog");
    setWindowTitle(tr("Measured data over the timeline"));
    for (std::size_t c = 0; c < table_.names.size(); ++c)
        if (c != table_.timeColumn)
            column_->addItem(QString::fromStdString(table_.names[c]), static_cast<int>(c));
    for (const Choice& choice : series)
        series_->addItem(choice.label, choice.series);
    offset_->setRange(-1e9, 1e9);
    offset_->setDecimals(3);
    offset_->setSuffix(QStringLiteral(" s"));
    factor_->setRange(1e-12, 1e12);
    factor_->setDecimals(9);
    factor_->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    factor_->setValue(1);
    auto* form = new QFormLayout(this);
    form->addRow(tr("Column"), column_);
    form->addRow(tr("Over"), series_);
    form->addRow(tr("Moved by"), offset_);
    form->addRow(tr("Multiplied by"), factor_);
    auto* alignButton = named(new QPushButton(tr("Align to the run")), "measuredAlign");
    alignButton->setToolTip(tr("Finds the shift and the factor that give the smallest difference"));
    form->addRow(QString(), alignButton);
    setLook(deviation_, Look::dim);
    form->addRow(deviation_);
    if (!table_.problems.empty()) {
        auto* problems = new QLabel(problemsOf(table_, '\n'));
        problems->setWordWrap(true);
        setLook(problems, Look::note);
        form->addRow(problems);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(alignButton, &QPushButton::clicked, this, &MeasuredDialog::alignNow);
    for (QComboBox* box : {column_, series_})
        connect(box, &QComboBox::currentIndexChanged, this, &MeasuredDialog::showDeviation);
    for (QDoubleSpinBox* box : {offset_, factor_})
        connect(box, &QDoubleSpinBox::valueChanged, this, &MeasuredDialog::showDeviation);
    showDeviation();
}

PlotLayout::Measured MeasuredDialog::measured() const
{
    return {{}, column_->currentText(), series_->currentData().toString(), offset_->value(), factor_->value()};
}

std::optional<std::size_t> MeasuredDialog::column() const
{
    const QVariant data = column_->currentData();
    return data.isValid() ? std::optional(static_cast<std::size_t>(data.toInt())) : std::nullopt;
}

MeasuredCurve MeasuredDialog::shifted() const
{
    return measuredCurve(table_, column(), {offset_->value(), factor_->value()});
}

void MeasuredDialog::showDeviation()
{
    const auto deviation = meanDeviation(shifted(), curve_(series_->currentData().toString()));
    deviation_->setText(deviation
                            ? tr("The run differs from the data by %1 on average.").arg(valueText(*deviation, "share"))
                            : tr("The data and the run do not overlap in time yet: move the data, or align them."));
}

void MeasuredDialog::alignNow()
{
    const MeasuredCurve plain = measuredCurve(table_, column(), {});
    const auto alignment = findFit(plain, curve_(series_->currentData().toString()), true);
    if (!alignment) {
        deviation_->setText(tr("The two curves overlap too little to be aligned."));
        return;
    }
    offset_->setValue(alignment->offsetS);
    factor_->setValue(alignment->factor);
}

} // namespace headroom::app
