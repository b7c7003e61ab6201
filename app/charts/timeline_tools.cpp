#include "app/charts/timeline_tools.h"

#include "widgets/theme/theme.h"

#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QToolButton>

namespace headroom::app {

using namespace widgets;

TimelineTools::TimelineTools(RunController& controller, TimelineController& plots, TimelineView& view, QSplitter& split,
                             QObject* parent)
    : QObject(parent), controller_(controller), plots_(plots), view_(view), tree_(new SeriesTree)
{
    split.insertWidget(0, tree_);
    split.setStretchFactor(0, 0);
    split.setStretchFactor(1, 1);
    tree_->hide();
    treeTool_ = view.addTool("view-list-tree", tr("Choose curves"));
    treeTool_->setObjectName("chooseCurves");
    treeTool_->setCheckable(true);
    connect(treeTool_, &QToolButton::toggled, this, [this](bool on) {
        tree_->setVisible(on);
        showSeries();
        if (on)
            tree_->search().setFocus();
    });
    auto* measured = view.addTool("office-chart-scatter", tr("Measured data over the timeline"));
    measured->setObjectName("measuredData");
    measured->setPopupMode(QToolButton::InstantPopup);
    // A chevron would cover the picture, or move it out of the row of tools.
    measured->setStyleSheet("QToolButton::menu-indicator { image: none; width: 0; }"
                            "QToolButton[popupMode=\"2\"] { padding-right: 4px; }");
    auto* menu = new QMenu(measured);
    menu->addAction(tr("Show a CSV file over a curve…"), this, &TimelineTools::chooseMeasured);
    QAction* drop = menu->addAction(tr("Remove measured data"), &plots_, &TimelineController::dropMeasured);
    connect(menu, &QMenu::aboutToShow, this, [this, drop] { drop->setEnabled(plots_.hasMeasured()); });
    measured->setMenu(menu);
    connect(&plots_, &TimelineController::shownChanged, this, &TimelineTools::showSeries);
    connect(tree_, &SeriesTree::ticked, &plots_, &TimelineController::pick);
    connect(tree_, &SeriesTree::automaticWanted, &plots_, &TimelineController::chooseAutomatically);
}

void TimelineTools::showSeries()
{
    if (!tree_->isVisibleTo(tree_->parentWidget()))
        return; // filled when it becomes visible
    const Run* run = controller_.history().current();
    const auto series = run ? run->series : std::vector<record::SeriesInfo>();
    const auto same = [](const record::SeriesInfo& a, const record::SeriesInfo& b) {
        return a.id == b.id && a.path == b.path;
    };
    if (!std::equal(series.begin(), series.end(), listed_.begin(), listed_.end(), same)) {
        listed_ = series;
        tree_->setSeries(listed_);
    }
    tree_->setPicked(QSet<QString>(plots_.shown().begin(), plots_.shown().end()));
}

void TimelineTools::chooseMeasured()
{
    const QString path =
        QFileDialog::getOpenFileName(view_.window(), tr("Measured data"), QString(), tr("Tables (*.csv *.tsv *.txt)"));
    if (!path.isEmpty())
        plots_.layOver(path, view_.window());
}

} // namespace headroom::app
