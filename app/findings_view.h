// A list of findings: place, problem, remedy. In the problems tab, and in the dialog of a project that does not open.
#pragma once

#include "project/document.h"
#include "project/finding.h"
#include "widgets/diagram/element_ref.h"

#include <QStackedWidget>

#include <optional>

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

/// The element at a JSON pointer of a project file; empty if it is none that can be shown.
std::optional<widgets::ElementRef> elementAt(const project::Project& project, const QString& pointer);

/// Says everything that keeps a project from being opened.
void showFaults(QWidget* parent, const QString& path, const project::Findings& findings);

} // namespace headroom::app
