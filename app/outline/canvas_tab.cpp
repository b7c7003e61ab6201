#include "app/outline/canvas_tab.h"

#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <cmath>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr double largestShown = 8.88; // the button has room for three digits

QString zoomText(double zoom)
{
    return CanvasTab::tr("%1 %").arg(std::lround(100 * zoom));
}

} // namespace

CanvasTab::CanvasTab(QWidget* parent)
    : QWidget(parent), breadcrumb_(named(new QLabel, "breadcrumb")), tools_(new QWidget), column_(new QVBoxLayout(this))
{
    breadcrumb_->setTextFormat(Qt::RichText);
    connect(breadcrumb_, &QLabel::linkActivated, this, &CanvasTab::crumbChosen);
    breadcrumb_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* toolRow = new QHBoxLayout(tools_);
    toolRow->setContentsMargins(0, 0, 0, 0);
    toolRow->setSpacing(rhythm::half);
    const auto addTool = [&](const QString& text, const QString& help, auto act) {
        auto* button = new QToolButton;
        button->setText(text);
        button->setToolTip(help);
        setLook(button, Look::flat);
        toolRow->addWidget(button);
        connect(button, &QToolButton::clicked, this, act);
        return button;
    };
    addTool(tr("Fit"), tr("Show the whole drawing"), [this] { view_->fit(); });
    zoom_ = addTool(zoomText(largestShown), tr("The zoom; click for the natural size"), [this] { view_->setZoom(1); });
    zoom_->setObjectName("zoom");
    zoom_->setMinimumWidth(zoom_->sizeHint().width());
    addTool(tr("Layout"), tr("Lay all boxes out automatically"), [this] { scene_->arrange(); });
    auto* row = new QHBoxLayout;
    row->setContentsMargins(rhythm::margin, rhythm::half, rhythm::margin, rhythm::half);
    row->addWidget(breadcrumb_, 1);
    headers_ = new QHBoxLayout;
    row->addLayout(headers_);
    row->addWidget(tools_);
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(0);
    column_->addLayout(row);
    setScene(nullptr);
}

void CanvasTab::setScene(CanvasScene* scene)
{
    delete view_;
    delete scene_;
    scene_ = scene;
    view_ = nullptr;
    marks_ = nullptr;
    tools_->setVisible(scene);
    if (empty_)
        empty_->setVisible(!scene);
    if (!scene)
        return;
    scene->setParent(this);
    view_ = new CanvasView(*scene, this);
    column_->addWidget(view_, 1);
    marks_ = new BoxMarks(*scene);
    const auto showZoom = [button = zoom_, view = view_] { button->setText(zoomText(view->zoom())); };
    connect(view_, &CanvasView::viewMoved, zoom_, showZoom); // the button is destroyed before the view
    showZoom();
    emit sceneChanged();
}

void CanvasTab::setEmptyPage(QWidget* page)
{
    empty_ = page;
    column_->addWidget(page, 1);
    page->setVisible(!scene_);
}

void CanvasTab::addHeader(QWidget* header)
{
    headers_->addWidget(header);
}

void CanvasTab::addPage(QWidget* page)
{
    pages_.append(page);
    page->hide();
    column_->addWidget(page, 1);
}

void CanvasTab::showPage(QWidget* page)
{
    for (QWidget* each : std::as_const(pages_))
        each->setVisible(each == page);
    if (view_)
        view_->setVisible(!page);
    tools_->setVisible(scene_ && !page);
}

void CanvasTab::setBreadcrumb(const QString& richText)
{
    breadcrumb_->setText(richText);
}

} // namespace headroom::app
