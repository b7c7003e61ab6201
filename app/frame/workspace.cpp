#include "app/frame/workspace.h"

#include "app/document/help_pages.h"
#include "widgets/theme/theme.h"

#include <QMainWindow>
#include <QTabWidget>

namespace headroom::app {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Workspace", text);
}

} // namespace

Workspace::Workspace(QMainWindow& window)
    : window_(window), files_(model_, &window), status_(std::make_unique<StatusLine>(window)),
      tabs_(widgets::named(new QTabWidget, "mainTabs")), software_(new CanvasTab), topology_(new CanvasTab),
      topologyPage_(std::make_unique<TopologyPage>(model_, files_, *topology_, nullptr))
{
    tabs_->setDocumentMode(true);
    tabs_->addTab(software_, tr("Software"));
    tabs_->addTab(topology_, tr("Topology"));
    tabs_->addTab(topologyPage_->mappingPage(), tr("Mapping"));
    setManualPage(*software_, "software");
    setManualPage(*topology_, "topology");
    setManualPage(*topologyPage_->mappingPage(), "mapping");
    status_->follow(runs_);
    QObject::connect(topologyPage_.get(), &TopologyPage::refused, status_.get(), &StatusLine::say);
}

CanvasTab& Workspace::currentCanvas()
{
    return tabs_->currentWidget() == topology_ ? *topology_ : *software_;
}

} // namespace headroom::app
