// The part of "Size a cluster" for the load: clients or rates, sizes, and the service level of each operation.
#pragma once

#include "app/sizing/sized_load.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace headroom::app {

class LoadForm : public QWidget
{
    Q_OBJECT
public:
    explicit LoadForm(QWidget* parent = nullptr);

    void show(const std::vector<SizedLoad>& loads);
    using QWidget::show;
    /// The loads as they are in the fields.
    std::vector<SizedLoad> loads() const;
    /// True if some operation has its service level with nodes down, too.
    bool asksForNodesDown() const;

signals:
    void changed();

private:
    struct OperationRow
    {
        QLineEdit *demand, *size, *p99, *throughput;
        QCheckBox* down;
        QString share, rate; ///< the text of `demand` for clients and for a rate
    };
    struct LoadRows
    {
        SizedLoad load; ///< as shown first
        QComboBox* kind;
        QLabel *clientsLabel, *demandTitle;
        QLineEdit* clients;
        std::vector<OperationRow> operations;
    };

    void addLoad(const SizedLoad& load, bool titled);
    OperationRow addOperation(QGridLayout& grid, int row, const SizedOperation& operation, const QString& place);
    void changeKind(std::size_t index);
    void update(std::size_t index);

    QVBoxLayout* column_;
    std::vector<LoadRows> rows_;
};

} // namespace headroom::app
