// The further goals of "Size a cluster": any figure of the system with a limit.
#pragma once

#include "app/sizing/sizing.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QVBoxLayout;

namespace headroom::app {

class GoalForm : public QWidget
{
    Q_OBJECT
public:
    explicit GoalForm(QWidget* parent = nullptr);

    /// `system` lives as long as the form shows its goals.
    void show(const project::Project& system, const std::vector<SizingGoal>& goals);
    using QWidget::show;
    std::vector<SizingGoal> goals() const;

signals:
    void changed();

private:
    struct Row
    {
        QWidget* row;
        QComboBox *figure, *side;
        QLineEdit* limit;
    };

    void add(const SizingGoal& goal);
    void remove(QWidget* row);

    const project::Project* system_ = nullptr;
    QVBoxLayout* column_;
    std::vector<Row> rows_;
};

} // namespace headroom::app
