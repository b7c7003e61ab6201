// Gives the height of a low window to the pages that need it: beside them the results are folded to their tabs.
#pragma once

#include <QList>
#include <QObject>

class QMainWindow;
class QTabWidget;

namespace headroom::app {

class ResultsPanel;

/// Beside other pages, and in a high window, the panel is open as the user left it. A user who opens it beside one of
/// those pages keeps it open there, also in later sessions, until the user folds it.
class ResultsRoom : public QObject
{
    Q_OBJECT
public:
    ResultsRoom(QMainWindow& window, QTabWidget& pages, ResultsPanel& results);

    /// This page needs the whole height of a low window.
    void addHighPage(QWidget& page);
    /// Folds or opens the panel as the window and its page are now.
    void arrange();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isShort() const;
    void keep(bool folded);

    QMainWindow& window_;
    QTabWidget& pages_;
    ResultsPanel& results_;
    QList<QWidget*> highPages_;
    bool foldedElsewhere_ = false;
    int savedHeight_ = 0; ///< of the panel when it was folded in an earlier session; 0: it was not, or has been opened
    bool openBesideHighPages_ = false;
};

} // namespace headroom::app
