// A list of findings: place, problem, remedy. In the problems tab, and in the dialog of a project that does not open.
#pragma once

#include "project/document/finding.h"

#include <QStackedWidget>

class QTreeWidget;

namespace headroom::app {

class FindingsView : public QStackedWidget
{
    Q_OBJECT
public:
    explicit FindingsView(const QString& emptySentence, QWidget* parent = nullptr);
    void setFindings(const project::Findings& findings);
    QTreeWidget* list() const { return list_; }

signals:
    /// Somebody wants to go to the place.
    void chosen(const QString& pointer);

private:
    QTreeWidget* list_;
};

/// Says everything that keeps a project from being opened.
void showFaults(QWidget* parent, const QString& path, const project::Findings& findings);

} // namespace headroom::app
