// The foot of a page that simulates: how far it is, the time that is left, and the buttons that pause and end it.
#pragma once

#include <QElapsedTimer>
#include <QString>
#include <QWidget>

#include <optional>

class QLabel;
class QProgressBar;
class QPushButton;

namespace headroom::app {

class SearchProgress : public QWidget
{
    Q_OBJECT
public:
    /// The parts are found as NAME + "Progress", "Stand", "Stop" and "Pause". `title`: for a screen reader.
    SearchProgress(const QString& name, const QString& title, QWidget* parent = nullptr);

    /// The simulations begin; how many there are is not known yet.
    void begin();
    /// So much is done of all, in any unit: what is left takes as long a unit as what was done since begin(). `all` is
    /// zero if it is not known. `leftS`: seconds that are left, where that is known better.
    void show(double done, double all, const QString& words, std::optional<double> leftS = {});
    using QWidget::show;
    /// They have ended; `words` stay.
    void end(const QString& words);
    /// Words while nothing is simulated.
    void say(const QString& words);
    /// Adds a button that pauses. It is shown while simulations are active.
    void offerPause();
    /// Time that passes while it is paused does not count.
    void setPaused(bool paused);

signals:
    void stopWanted();
    void pauseWanted();

private:
    QString timeLeft(double done, double all, std::optional<double> leftS) const;
    void showState();
    double elapsedS() const;

    QProgressBar* bar_;
    QLabel* stand_;
    QPushButton *pause_, *stop_;
    QElapsedTimer since_;
    double beforeS_ = 0;             ///< passed until it was paused last
    std::optional<double> doneThen_; ///< at the first figure after begin()
    bool active_ = false, paused_ = false, mayPause_ = false;
};

} // namespace headroom::app
