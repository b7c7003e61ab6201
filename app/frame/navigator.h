// Navigates to a diagram, an element, a field, or the place of a problem. Remembers the places to go back and forward
// between them.
#pragma once

#include "widgets/document/model/element_ref.h"

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
    /// Connects to all parts of the window that emit links to places.
    Navigator(Workspace& workspace, Panels& panels, SoftwareEdits& software);

    /// Shows the drawings of a document that was just opened.
    void showDocument();
    /// An empty path means no diagram.
    void showDiagram(const QString& path);
    void showElement(const widgets::ElementRef& element);
    /// Shows an element and its field, ready to be edited.
    void editField(const widgets::ElementRef& element, const QString& field);
    /// Shows an element and its name, ready to be edited.
    void editName(const widgets::ElementRef& element);
    /// Shows the place of a finding, given by its JSON pointer.
    void showFinding(const QString& pointer);
    /// Shows the block of a sampled request of the displayed run.
    void showTracedBlock(const QString& role, const QString& operation, const QString& block);

    bool canGo(int step) const;
    /// Goes to the place before (−1) or after (1) the current one.
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
    std::vector<Place> places_; ///< in the order of the visits
    std::size_t at_ = 0;        ///< index of the current place
    bool going_ = false;        ///< navigation is in progress: intermediate views are not remembered
};

} // namespace headroom::app
