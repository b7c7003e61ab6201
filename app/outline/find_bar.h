// The search line above the drawings: the text, the number of hits, and their list.
#pragma once

#include "widgets/document/lookup/find_text.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QTreeWidget;

namespace headroom::widgets {
class DocumentModel;
}

namespace headroom::app {

class FindBar : public QWidget
{
    Q_OBJECT
public:
    explicit FindBar(widgets::DocumentModel& model, QWidget* parent = nullptr);

    /// Shows the bar with the last search text selected.
    void begin();
    /// Goes `step` hits forward (−1: back), from the end to the beginning.
    void goOn(int step);
    const QList<widgets::Hit>& hits() const { return hits_; }

signals:
    void chosen(const headroom::widgets::ElementRef& element);
    /// The hits have changed; there are none after the bar is hidden.
    void found();
    void closed();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void layOut();
    void connectSearch();
    void search();
    void showCount();
    void show(int row);

    widgets::DocumentModel& model_;
    QLineEdit* line_;
    QLabel* count_;
    QTreeWidget* list_;
    QTimer later_;
    QList<widgets::Hit> hits_;
    int current_ = -1;
};

} // namespace headroom::app
