// A list of findings with place, problem and remedy. Used in the problems tab and in the dialog shown when a project
// cannot be opened.
#pragma once

#include "project/document/finding.h"

#include <QStackedWidget>

class QLabel;
class QTreeWidget;

namespace headroom::app {

class FindingsView : public QStackedWidget
{
    Q_OBJECT
public:
    explicit FindingsView(const QString& emptySentence, QWidget* parent = nullptr);
    /// Shown while there are no findings.
    void setEmptySentence(const QString& sentence);
    void setFindings(const project::Findings& findings);
    QTreeWidget* list() const { return list_; }

signals:
    /// The user wants to go to this place in the document.
    void chosen(const QString& pointer);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();

    QTreeWidget* list_;
    QLabel* empty_;
};

/// Shows a dialog with all findings that prevent the project from being opened.
void showFaults(QWidget* parent, const QString& path, const project::Findings& findings);

} // namespace headroom::app
