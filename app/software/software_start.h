// The page shown when no drawing is displayed. It explains what a role is and how to add the first one.
#pragma once

#include "widgets/document/model/document_model.h"

#include <QWidget>

class QAction;
class QLabel;
class QPushButton;

namespace headroom::app {

class SoftwareStart : public QWidget
{
    Q_OBJECT
public:
    /// Shows buttons for the actions. The document decides which of them are visible and what the text says.
    SoftwareStart(const widgets::DocumentModel& model, QAction& newRole, QAction& fromLibrary, QAction& newOperation,
                  QWidget* parent = nullptr);

private:
    void refresh();

    const widgets::DocumentModel& model_;
    QLabel* sentence_;
    QPushButton *newRole_, *fromLibrary_, *newOperation_;
};

} // namespace headroom::app
