// Checks the document in a separate thread a short time after each change.
#pragma once

#include "app/base/in_thread.h"
#include "project/checks/checks.h"
#include "widgets/document/document_model.h"

#include <QTimer>

#include <memory>

namespace headroom::app {

class ProblemChecker : public QObject
{
    Q_OBJECT
public:
    using Library = std::shared_ptr<const project::ComponentLibrary>;
    ProblemChecker(widgets::DocumentModel& model, QObject* parent = nullptr);

    void setLibrary(Library library) { library_ = std::move(library); }
    void check();

signals:
    void checked(const headroom::project::Findings& findings);

private:
    widgets::DocumentModel& model_;
    Library library_;
    QTimer delay_;
    Question question_;
};

} // namespace headroom::app
