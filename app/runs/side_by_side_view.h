// The ticked runs side by side: a column for each, and for all but the first its difference to the first.
#pragma once

#include "app/runs/run_history.h"
#include "widgets/plots/data/side_by_side.h"

#include <QWidget>

class QLabel;
class QTableWidget;

namespace headroom::app {

class SideBySideView : public QWidget
{
    Q_OBJECT
public:
    explicit SideBySideView(QWidget* parent = nullptr);

    /// All must have a summary.
    void setRuns(const std::vector<const Run*>& runs);
    QTableWidget& table() { return *table_; }
    widgets::DataTable data() const { return widgets::dataOf(content_); }

signals:
    void exportWanted(const headroom::widgets::DataTable& table);
    /// No run is to be ticked any more.
    void clearWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();
    void fitFigures();

    widgets::SideBySide content_;
    QLabel *title_, *unlike_;
    QTableWidget* table_;
    bool fitting_ = false;
};

} // namespace headroom::app
