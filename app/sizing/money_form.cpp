#include "app/sizing/money_form.h"

#include "widgets/theme/number_text.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QDateEdit>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr const char* baseCurrency = "USD";
constexpr int priceColumns = 3;
constexpr int amountWidth = 130, rateWidth = 70;

} // namespace

MoneyForm::MoneyForm(QWidget* parent)
    : QWidget(parent), budget_(named(new QLineEdit, "sizingBudget", tr("Budget"))),
      rate_(named(new QLineEdit, "sizingCurrencyRate", tr("Worth of the currency in USD"))),
      currency_(named(new QComboBox, "sizingCurrency", tr("Currency"))),
      date_(named(new QDateEdit(QDate::currentDate()), "sizingPriceDate", tr("Day of the prices"))),
      rateBefore_(new QLabel), rateAfter_(new QLabel(tr("USD"))), missing_(named(new QLabel, "sizingMissingPrices")),
      grid_(new QGridLayout), budgetSum_(named(new QLabel, "sizingBudgetSum"))
{
    budget_->setPlaceholderText(tr("none"));
    budget_->setFixedWidth(amountWidth);
    rate_->setFixedWidth(rateWidth);
    rate_->setPlaceholderText(tr("1.10"));
    currency_->addItems({baseCurrency, "EUR", "GBP", "CHF", "JPY", "CNY", "INR"});
    date_->setFixedWidth(amountWidth);
    date_->setDisplayFormat(QStringLiteral("yyyy-MM-dd"));
    date_->setToolTip(tr("The day of the budget, of the worth of its currency and of the prices below. It stands with "
                         "each of these prices in the project."));
    missing_->setWordWrap(true);
    setLook(missing_, Look::dim);
    auto* row = new QHBoxLayout;
    row->setSpacing(rhythm::step);
    row->addWidget(new QLabel(tr("Budget")));
    row->addWidget(budget_);
    row->addWidget(currency_);
    row->addWidget(budgetSum_);
    row->addSpacing(rhythm::step);
    row->addWidget(rateBefore_);
    row->addWidget(rate_);
    row->addWidget(rateAfter_);
    row->addSpacing(rhythm::step);
    row->addWidget(new QLabel(tr("Prices of")));
    row->addWidget(date_);
    row->addStretch();
    grid_->setHorizontalSpacing(rhythm::step);
    grid_->setVerticalSpacing(rhythm::half);
    grid_->setColumnStretch(priceColumns, 1); // the prices stand beside their parts
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(rhythm::step);
    column->addLayout(row);
    column->addWidget(missing_);
    column->addLayout(grid_);
    setLook(budgetSum_, Look::dim);
    for (QLineEdit* const line : {budget_, rate_})
        connect(line, &QLineEdit::textChanged, this, [this] {
            showSums();
            emit changed();
        });
    connect(date_, &QDateEdit::dateChanged, this, &MoneyForm::changed);
    connect(currency_, &QComboBox::currentIndexChanged, this, [this] {
        showCurrency();
        emit changed();
    });
    showCurrency();
    showMissing();
}

void MoneyForm::showCurrency()
{
    const bool foreign = currency_->currentText() != baseCurrency;
    rateBefore_->setText(tr("1 %1 =").arg(currency_->currentText()));
    for (QWidget* const each : std::initializer_list<QWidget*>{rateBefore_, rate_, rateAfter_})
        each->setVisible(foreign);
    showSums();
}

/// "= 385 USD" of an amount in another currency.
QString MoneyForm::sumOf(const QLineEdit& amount) const
{
    const Money money = moneyOf(amount);
    const auto usd = usdOf(money);
    return usd && money.currency != baseCurrency ? tr("= %1").arg(usdText(*usd)) : QString();
}

void MoneyForm::showSums()
{
    const QString budget = sumOf(*budget_);
    budgetSum_->setText(budget);
    budgetSum_->setVisible(!budget.isEmpty());
    for (const Row& row : rows_) {
        const QString terms = tr("%1 %2").arg(currency_->currentText(), text(row.part.per)), sum = sumOf(*row.price);
        row.terms->setText(sum.isEmpty() ? terms : terms + ' ' + sum);
    }
}

void MoneyForm::showMissing()
{
    missing_->setText(
        rows_.empty() ? tr("All parts that may be bought have a price.")
                      : tr("The libraries have no price for these parts. Without it the price of a system is only a "
                           "lower bound, and it stays open whether the system is within a budget."));
}

void MoneyForm::askFor(const std::vector<UnpricedPart>& parts)
{
    for (const Row& row : rows_)
        typed_[row.part.id] = row.price->text();
    while (QLayoutItem* item = grid_->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    rows_.clear();
    for (const UnpricedPart& part : parts) {
        const int row = static_cast<int>(rows_.size());
        const QString title = text(part.title);
        auto* line = named(new QLineEdit(typed_[part.id]), "price " + text(part.id), tr("Price of %1").arg(title));
        line->setFixedWidth(amountWidth);
        line->setPlaceholderText(tr("unknown"));
        auto* terms = named(new QLabel, "terms " + text(part.id));
        setLook(terms, Look::dim);
        grid_->addWidget(new QLabel(title), row, 0);
        grid_->addWidget(line, row, 1);
        grid_->addWidget(terms, row, 2);
        rows_.push_back({part, line, terms});
        connect(line, &QLineEdit::textChanged, this, [this] {
            showSums();
            emit changed();
        });
    }
    showCurrency();
    showMissing();
}

Money MoneyForm::moneyOf(const QLineEdit& amount) const
{
    const QString currency = currency_->currentText();
    return {amount.text().trimmed().toStdString(), currency.toStdString(),
            currency == baseCurrency ? 1.0 : rate_->text().toDouble(),
            date_->date().toString(Qt::ISODate).toStdString()};
}

Money MoneyForm::budget() const
{
    return moneyOf(*budget_);
}

std::vector<GivenPrice> MoneyForm::prices() const
{
    std::vector<GivenPrice> prices;
    for (const Row& row : rows_)
        if (!row.price->text().trimmed().isEmpty())
            prices.push_back({row.part, moneyOf(*row.price)});
    return prices;
}

} // namespace headroom::app
