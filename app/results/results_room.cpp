#include "app/results/results_room.h"

#include "app/base/settings.h"
#include "app/results/results_panel.h"

#include <QEvent>
#include <QMainWindow>
#include <QTabWidget>

namespace headroom::app {

namespace {

constexpr int lowWindow = 900; // pixels; in a lower one the results would take a third of the page
constexpr const char* foldedKey = "window/resultsFolded";
constexpr const char* heightKey = "window/resultsHeight";
constexpr const char* openKey = "window/resultsOpenBesideDecide";

} // namespace

ResultsRoom::ResultsRoom(QMainWindow& window, QTabWidget& pages, ResultsPanel& results)
    : QObject(&window), window_(window), pages_(pages), results_(results)
{
    const QSettings settings = openSettings();
    foldedElsewhere_ = settings.value(foldedKey).toBool();
    savedHeight_ = foldedElsewhere_ ? settings.value(heightKey).toInt() : 0;
    openBesideHighPages_ = settings.value(openKey).toBool();
    window_.installEventFilter(this);
    connect(&pages_, &QTabWidget::currentChanged, this, &ResultsRoom::arrange);
    connect(&results_, &ResultsPanel::foldedByUser, this, &ResultsRoom::keep);
}

void ResultsRoom::addHighPage(QWidget& page)
{
    highPages_.append(&page);
}

/// True if the page that is shown needs the height that the panel would take.
bool ResultsRoom::isShort() const
{
    return window_.height() < lowWindow && highPages_.contains(pages_.currentWidget()) &&
           window_.dockWidgetArea(&results_) == Qt::BottomDockWidgetArea;
}

void ResultsRoom::arrange()
{
    results_.setFolded(isShort() ? !openBesideHighPages_ : foldedElsewhere_);
    if (results_.isFolded() && savedHeight_ > 0)
        results_.setOpenHeight(savedHeight_);
}

/// The user has folded or opened the panel: it stays so here.
void ResultsRoom::keep(bool folded)
{
    const bool besideHigh = isShort();
    savedHeight_ = 0;
    if (folded)
        openSettings().setValue(heightKey, results_.openHeight());
    (besideHigh ? openBesideHighPages_ : foldedElsewhere_) = besideHigh ? !folded : folded;
    openSettings().setValue(besideHigh ? openKey : foldedKey, besideHigh ? openBesideHighPages_ : foldedElsewhere_);
}

bool ResultsRoom::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &window_ && event->type() == QEvent::Resize)
        arrange();
    return QObject::eventFilter(watched, event);
}

} // namespace headroom::app
