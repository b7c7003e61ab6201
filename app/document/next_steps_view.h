// Lists the steps that a project still needs before it can run, with a button for each.
#pragma once

#include "widgets/document/lookup/next_steps.h"

#include <QWidget>

class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace headroom::app {

class NextStepsView : public QWidget
{
    Q_OBJECT
public:
    explicit NextStepsView(QWidget* parent = nullptr);

    /// Keeps only the heading, with the number of steps, or shows the steps again.
    void setFolded(bool folded);

    /// Hidden if there are none. `groups`: ids and titles of the node groups on which a role can be placed.
    void setSteps(const QVector<widgets::NextStep>& steps, const QVector<std::pair<QString, QString>>& groups);

    /// For a page that has nothing to show before the project runs: the first step that is possible.
    struct FirstStep
    {
        QString sentence;
        QPushButton* button = nullptr; ///< new, for the caller to place; null if there are no steps
    };
    FirstStep makeFirstStep();

signals:
    void stepsChanged();
    void stepChosen(const headroom::widgets::NextStep& step);
    void placementChosen(const QString& role, const QString& group);

private:
    bool isPossible(const widgets::NextStep& step) const;
    QString nodesOf(const widgets::NextStep& step) const;
    void addStep(const widgets::NextStep& step);
    QPushButton* makeButton(const widgets::NextStep& step);
    void showHeading();

    QToolButton* heading_;
    bool folded_ = false;
    QWidget* rows_ = nullptr;
    QVBoxLayout* column_;
    QVector<widgets::NextStep> steps_;
    QVector<std::pair<QString, QString>> groups_;
};

} // namespace headroom::app
