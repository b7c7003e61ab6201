// Leads from an incomplete project to its first run: carries out the missing steps, and keeps runs from starting that
// would not be what the window shows.
#pragma once

#include "widgets/document/lookup/next_steps.h"
#include "widgets/document/model/element_ref.h"

#include <QObject>

namespace headroom::app {

class Navigator;
class Panels;
class RunActions;
class SoftwareEdits;
class Workspace;

class RunGuide : public QObject
{
    Q_OBJECT
public:
    RunGuide(Workspace& workspace, Panels& panels, Navigator& navigator, SoftwareEdits& software, RunActions& runs);

private:
    bool mayRun();
    void take(const widgets::NextStep& step);
    void pick(const widgets::ElementRef& element, const QString& field);
    void bind(const widgets::NextStep& step);
    void place(const QString& role, const QString& group);

    Workspace& workspace_;
    Panels& panels_;
    Navigator& navigator_;
    SoftwareEdits& software_;
};

} // namespace headroom::app
