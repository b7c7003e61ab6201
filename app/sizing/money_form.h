// Budget, currency and the prices that the libraries lack: the part of "Size a cluster" about money.
#pragma once

#include "app/sizing/sized_prices.h"

#include <QWidget>

#include <map>
#include <string>
#include <vector>

class QComboBox;
class QDateEdit;
class QGridLayout;
class QLabel;
class QLineEdit;

namespace headroom::app {

class MoneyForm : public QWidget
{
    Q_OBJECT
public:
    explicit MoneyForm(QWidget* parent = nullptr);

    /// Asks for the prices of these parts. What was typed before is kept.
    void askFor(const std::vector<UnpricedPart>& parts);
    Money budget() const;
    std::vector<GivenPrice> prices() const;

signals:
    void changed();

private:
    Money moneyOf(const QLineEdit& amount) const;
    void showCurrency();
    void showSums();
    QString sumOf(const QLineEdit& amount) const;
    void showMissing();

    QLineEdit *budget_, *rate_;
    QComboBox* currency_;
    QDateEdit* date_;
    QLabel *rateBefore_, *rateAfter_, *missing_;
    QGridLayout* grid_;
    struct Row
    {
        UnpricedPart part;
        QLineEdit* price;
        QLabel* terms; ///< currency and unit, and the sum in USD
    };

    QLabel* budgetSum_;
    std::vector<Row> rows_;
    std::map<std::string, QString> typed_; ///< prices by part, also of parts that are not asked for now
};

} // namespace headroom::app
