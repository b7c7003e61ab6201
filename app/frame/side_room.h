// Shares the height of the right side between the generic parameters and the properties below them.
#pragma once

#include <QObject>

class QDockWidget;
class QMainWindow;

namespace headroom::widgets {
class PropertyInspector;
}

namespace headroom::app {

/// The properties take what their form needs, at most half of the height unless the parameters leave more; without a
/// selection only their hint. Nothing moves while one element is edited. The height that the user gives them by
/// dragging the boundary is theirs whenever something is selected, also in later sessions.
class SideRoom : public QObject
{
    Q_OBJECT
public:
    SideRoom(QMainWindow& window, QDockWidget& parameters, QDockWidget& properties, QWidget& parameterContent,
             widgets::PropertyInspector& inspector);

    /// Shares the height once the layout has settled.
    void arrangeSoon();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void arrange();
    void keep();
    bool areStacked() const;

    QMainWindow& window_;
    QDockWidget &parameters_, &properties_;
    QWidget& parameterContent_;
    widgets::PropertyInspector& inspector_;
    int chosen_ = 0;     ///< the height of the properties that the user chose; 0: none
    int pressedAt_ = -1; ///< that height when a mouse button was pressed on a boundary; −1: none is
    bool waits_ = false; ///< arrange() will be called
};

} // namespace headroom::app
