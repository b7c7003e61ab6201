// The tour "Draw your first system": shows the next step at the top of the window and goes on when it is done.
#pragma once

#include "app/base/notice_bar.h"
#include "widgets/document/model/document_model.h"

#include <QObject>

#include <functional>

namespace headroom::app {

/// Takes no step by itself: people use the buttons of the guide, the drawing and the properties. A step that is undone
/// comes again.
class FirstSystemTour : public QObject
{
    Q_OBJECT
public:
    /// `hasRun` returns true if a run of the document has ended; `showPage` opens the page of the manual with all
    /// steps.
    FirstSystemTour(widgets::DocumentModel& model, std::function<bool()> hasRun, NoticeBar& notices,
                    std::function<void()> showPage, QObject* parent);

    /// Begins in the present document, which should be empty.
    void start();
    /// Goes on if the step is done. To be called when a run has ended; edits are noticed.
    void follow();
    bool isOn() const { return on_; }
    /// Number of the step that is shown, from 1; one more than there are after the last one.
    int step() const { return shown_; }
    static int steps();

private:
    void show();
    void end();

    widgets::DocumentModel& model_;
    std::function<bool()> hasRun_;
    NoticeBar& notices_;
    std::function<void()> showPage_;
    bool on_ = false;
    int shown_ = 0;
};

} // namespace headroom::app
