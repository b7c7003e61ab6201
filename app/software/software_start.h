// What stands where no drawing is shown: what a role is, and the ways to the first one.
#pragma once

#include "widgets/document/document_model.h"

#include <QWidget>

class QAction;
class QLabel;
class QPushButton;

namespace headroom::app {

class SoftwareStart : public QWidget
{
    Q_OBJECT
public:
    /// Offers the actions; which of them, and what is said above, follows the document.
    SoftwareStart(const widgets::DocumentModel& model, QAction& newRole, QAction& fromLibrary, QAction& newOperation,
                  QWidget* parent = nullptr);

private:
    void refresh();

    const widgets::DocumentModel& model_;
    QLabel* sentence_;
    QPushButton *newRole_, *fromLibrary_, *newOperation_;
};

} // namespace headroom::app
