// Goes to what is named: a diagram, an element, a field of it, the place that a problem speaks of. Remembers the
// places, to go back and forward between them.
#pragma once

#include "widgets/document/element_ref.h"

#include <QObject>

#include <optional>

namespace headroom::app {

class CanvasTab;
class Panels;
class SoftwareEdits;
class Workspace;

class Navigator : public QObject
{
    Q_OBJECT
public:
    /// Listens to everything in the window that names a place.
    Navigator(Workspace& workspace, Panels& panels, SoftwareEdits& software);

    /// The drawings of a document that was opened just now.
    void showDocument();
    /// An empty path: no diagram.
    void showDiagram(const QString& path);
    void showElement(const widgets::ElementRef& element);
    /// An element with its field in view, ready to be edited.
    void editField(const widgets::ElementRef& element, const QString& field);
    /// By the pointer of a finding.
    void showFinding(const QString& pointer);
    /// The block of a request that was followed through the run that is shown.
    void showTracedBlock(const QString& role, const QString& operation, const QString& block);

    bool canGo(int step) const;
    /// To the place before (−1) or after (1) the one that is shown.
    void go(int step);

private:
    struct Place
    {
        QString diagram;
        std::optional<widgets::ElementRef> element;
        bool operator==(const Place&) const = default;
    };

    void connectPanels();
    void follow(CanvasTab& canvas);
    void showTopology();
    void showInCanvas(const widgets::ElementRef& element);
    void showSelected(CanvasTab& canvas);
    void scrollTo(const QString& field);
    void remember(const Place& place);
    bool exists(const Place& place) const;
    std::optional<std::size_t> next(int step) const;
    void forget();

    Workspace& workspace_;
    Panels& panels_;
    SoftwareEdits& software_;
    std::vector<Place> places_; ///< in the order in which they were gone to
    std::size_t at_ = 0;        ///< the place that is shown
    bool going_ = false;        ///< what is shown on the way to a place is none of its own
};

} // namespace headroom::app
