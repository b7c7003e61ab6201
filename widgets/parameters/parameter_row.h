// One generic parameter in the panel: its name, how much of it is ticked for a study, its editor; folded out, the rest.
#pragma once

#include <QWidget>

class QCheckBox;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace headroom::widgets {

inline constexpr const char* moveUpKey = "Ctrl+Shift+Up";
inline constexpr const char* moveDownKey = "Ctrl+Shift+Down";

/// Arranges what it is given and says what a hand does to the row as a whole; knows nothing of values.
class ParameterRow : public QWidget
{
    Q_OBJECT
public:
    ParameterRow(const QString& name, QWidget* editor, QWidget* parent = nullptr);

    QLabel* name() const { return name_; }
    QLabel* detail() const { return detail_; }
    /// "3 values", or "2 of 3 ticked"; hidden if there are less than two.
    void setTicked(int ticked, int offered);
    /// Shown below while the row is folded out; the row owns it. Null: none.
    void setDetails(QWidget* details);
    QWidget* details() const { return details_; }
    bool isFoldedOut() const;

signals:
    void foldRequested(bool out);
    void tickRequested(bool all);
    /// By keys: one place up (−1) or down (1).
    void moveRequested(int by);
    /// By the mouse, which is at this place of the screen; `dropped` when it lets go.
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
    QWidget* details_ = nullptr;
    QVBoxLayout* column_;
    QPoint pressed_;
    bool mayDrag_ = false, dragging_ = false;
};

} // namespace headroom::widgets
