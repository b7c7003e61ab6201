// The row of one generic parameter in the panel: its name, the number of values ticked for a study, its editor and,
// when expanded, its details.
#pragma once

#include <QWidget>

class QCheckBox;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace headroom::widgets {

inline constexpr const char* moveUpKey = "Ctrl+Shift+Up";
inline constexpr const char* moveDownKey = "Ctrl+Shift+Down";

/// Arranges the widgets it is given and reports clicks and drags on the row; it does not know the values.
class ParameterRow : public QWidget
{
    Q_OBJECT
public:
    ParameterRow(const QString& name, QWidget* editor, QWidget* parent = nullptr);

    QLabel* name() const { return name_; }
    /// Sets the meaning of the value, shown below the editor.
    void setDetail(const QString& text);
    /// Keeps a line free below the editor, so that the rows below stay in place when a problem comes and goes.
    void keepRoomForProblem();
    /// Sets the problem of the value; for rows with room for it.
    void setProblem(const QString& text);
    /// Shows "3 values" or "2 of 3 ticked"; hidden if there are fewer than two.
    void setTicked(int ticked, int offered);
    /// Shown below the row while it is expanded; the row owns it. Null: none.
    void setDetails(QWidget* details);
    QWidget* details() const { return details_; }
    bool isFoldedOut() const;

signals:
    void foldRequested(bool out);
    void tickRequested(bool all);
    /// Move the row by keys: one place up (−1) or down (1).
    void moveRequested(int by);
    /// The mouse drags the row at this point of the screen; `dropped` when the button is released.
    void dragged(const QPoint& global, bool dropped);
    void dragCancelled();
    void menuRequested(const QPoint& global);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    QToolButton* fold_;
    QLabel* name_;
    QCheckBox* tick_;
    QLabel* detail_;
    QLabel* problem_ = nullptr;
    QWidget* details_ = nullptr;
    QVBoxLayout* column_;
    QPoint pressed_;
    bool mayDrag_ = false, dragging_ = false;
};

} // namespace headroom::widgets
