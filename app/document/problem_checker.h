// Checks the document in a separate thread a short time after each change, and by the engine when it has rested a
// while.
#pragma once

#include "app/base/in_thread.h"
#include "app/document/engine_check.h"
#include "project/checks/checks.h"
#include "widgets/document/model/document_model.h"

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
    /// Sets the folder of the files that the project names.
    void setFolder(const QString& folder) { folder_ = folder; }
    void check();

signals:
    /// All that is known now: first of a document as it was opened. It comes again if the engine finds more.
    void checked(const headroom::project::Findings& findings);

private:
    void tell();

    widgets::DocumentModel& model_;
    Library library_;
    QString folder_;
    QTimer delay_;
    Question question_;
    bool asOpened_ = false;      ///< the answer about the document as it was opened is still to come
    project::Findings found_;    ///< in the document
    project::Findings byEngine_; ///< when it was last put together
    QByteArray text_;            ///< of the project in which the engine has not looked for faults yet
    QTimer rest_;
    EngineCheck engine_;
};

} // namespace headroom::app
