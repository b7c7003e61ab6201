// Selected components side by side: a column for each, a row for every figure, the best of each row marked.
#pragma once

#include "project/library/components.h"

#include <QTableWidget>

#include <vector>

namespace headroom::widgets {

class ComparisonColumns : public QTableWidget
{
    Q_OBJECT
public:
    explicit ComparisonColumns(QWidget* parent = nullptr);

    void setComponents(const std::vector<project::Component>& components);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void addRow(const QString& label, const std::string& figure);
    void markBest(int row, const std::string& figure);

    std::vector<project::Component> components_;
};

} // namespace headroom::widgets
