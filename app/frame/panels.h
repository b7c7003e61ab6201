// The panels around the drawings: project tree, history, palette, parameters, properties, results. Manages their
// arrangement and connects them with the document.
#pragma once

#include "app/frame/side_room.h"
#include "app/outline/project_tree.h"
#include "app/results/results_panel.h"
#include "app/results/results_room.h"
#include "widgets/diagram/behaviour/block_palette.h"
#include "widgets/parameters/inspector/inspector_controller.h"
#include "widgets/parameters/panel/parameter_panel.h"

#include <QPointer>

class QMenu;
class QScrollArea;
class QToolButton;

namespace headroom::widgets {
class ParameterController;
}

namespace headroom::app {

class Workspace;

class Panels : public QObject
{
    Q_OBJECT
public:
    explicit Panels(Workspace& workspace);

    ProjectTree& tree() { return *tree_; }
    /// The button below the project tree opens this menu.
    void setInsertMenu(QMenu& menu);
    widgets::BlockPalette& palette() { return *palette_; }
    widgets::ParameterPanel& parameters() { return *parameters_; }
    /// Goes to the value of a parameter in their panel, which may be hidden.
    void showParameter(const QString& name);
    widgets::PropertyInspector& inspector() { return *inspector_; }
    /// Shows the inspector's panel, which may be hidden.
    void showInspector();
    widgets::InspectorController& inspection() { return *inspection_; }
    ResultsPanel& results() { return *results_; }
    /// The page needs the height of a low window: the results are folded beside it.
    void addHighPage(QWidget& page) { resultsRoom_->addHighPage(page); }

    /// The actions that show or hide each panel.
    QList<QAction*> toggles() const;
    /// Hides all panels, because there is no document. showAgain() restores them.
    void hideAll();
    void showAgain();
    /// Restores a saved arrangement; empty: the default one.
    void restore(const QByteArray& arrangement);
    /// The arrangement to save, as if there were a drawing with a selection.
    QByteArray arrangement();

signals:
    /// The user wants to go to a field that uses a parameter.
    void placeChosen(const headroom::widgets::ElementRef& element, const QString& field);
    /// The user wants to edit an element in its properties.
    void elementWanted(const headroom::widgets::ElementRef& element);

private:
    QDockWidget* addDock(const QString& name, const QString& title, Qt::DockWidgetArea area, QWidget* content);
    void makePalettes();
    void makeParameters();
    void makeResults();
    void makeHistory();
    void connectDocument();
    void connectPresets();
    void bringToView();
    void titleOrTab(QDockWidget& dock);
    void shareRoom();
    void hidePalette(bool hidden);
    void leaveInspector();

    Workspace& workspace_;
    QMainWindow& window_;
    ProjectTree* tree_;
    QToolButton* insert_;
    widgets::BlockPalette* palette_;
    widgets::ParameterPanel* parameters_;
    QScrollArea* parameterArea_ = nullptr;
    widgets::PropertyInspector* inspector_;
    widgets::InspectorController* inspection_;
    ResultsPanel* results_;
    ResultsRoom* resultsRoom_ = nullptr;
    SideRoom* sideRoom_ = nullptr;
    QDockWidget *treeDock_, *historyDock_ = nullptr, *paletteDock_ = nullptr, *parameterDock_ = nullptr,
                            *inspectorDock_ = nullptr;
    QPointer<QWidget> selectedIn_; ///< the tree or drawing that had the focus last
    bool paletteAway_ = false;     ///< the palette is hidden because there is no drawing
    QByteArray shown_;             ///< the arrangement to restore while all panels are hidden
    bool arranged_ = false;        ///< the panels have the user's sizes, or their default share of the window
};

} // namespace headroom::app
