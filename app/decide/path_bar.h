// The steps of a decision side by side, each with its answer so far. One of them is shown.
#pragma once

#include <QAbstractButton>
#include <QStringList>
#include <QVector>
#include <QWidget>

class QButtonGroup;

namespace headroom::app {

/// A step: its name, and below it, small, its answer.
class PathStep : public QAbstractButton
{
    Q_OBJECT
public:
    explicit PathStep(const QString& title, QWidget* parent = nullptr);

    void setAnswer(const QString& answer);
    const QString& answer() const { return answer_; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QString answer_;
};

class PathBar : public QWidget
{
    Q_OBJECT
public:
    /// `last`: a widget behind the steps, or null.
    explicit PathBar(const QStringList& titles, QWidget* last = nullptr, QWidget* parent = nullptr);

    PathStep& step(int number) { return *steps_[number]; }
    void choose(int number);

signals:
    void chosen(int number);

private:
    QButtonGroup* group_;
    QVector<PathStep*> steps_;
};

} // namespace headroom::app
