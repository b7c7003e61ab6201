#include "widgets/plots/chart/chart_widget.h"

#include "widgets/files/written_file.h"
#include <QBuffer>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QMouseEvent>
#include <QPageSize>
#include <QPdfWriter>
#include <QScrollBar>
#include <QStackedLayout>
#include <QSvgGenerator>
#include <QToolButton>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <utility>

namespace headroom::widgets {

namespace {

/// Most charts are used in papers and slides, which are white. Shared by all charts of the session.
bool inLightColours = true;

QString cannotWrite(const QString& path)
{
    return ChartWidget::tr("“%1” could not be written.").arg(path);
}

} // namespace

class ChartWidget::OnPaper
{
public:
    OnPaper(ChartWidget& chart, const Colours& set) : ground_(set.surface), dim_(set.dimText), chart_(chart)
    {
        chart_.onPaper_ = true;
        chart_.prepareForExport();
        chart_.applyColours(set);
        chart_.plot_->setBackground(QBrush(set.surface));
    }
    ~OnPaper()
    {
        chart_.onPaper_ = false;
        chart_.applyColours(colours(chart_.palette()));
        chart_.plot_->replot(QCustomPlot::rpQueuedReplot);
    }
    OnPaper(const OnPaper&) = delete;
    OnPaper& operator=(const OnPaper&) = delete;

    void paint(QPaintDevice& device, QSize size, const QColor& ground)
    {
        QCPPainter painter;
        painter.begin(&device);
        painter.setMode(QCPPainter::pmVectorized);
        painter.setMode(QCPPainter::pmNoCaching);
        painter.fillRect(QRect({0, 0}, size), ground);
        const int strip = captionHeight();
        chart_.plot_->toPainter(&painter, size.width(), size.height() - strip);
        drawCaption(painter, size);
        painter.end();
    }

    /// With twice as many pixels as the size.
    QImage image(QSize size)
    {
        constexpr double finer = 2;
        QImage result(size * finer, QImage::Format_ARGB32_Premultiplied);
        result.setDevicePixelRatio(finer);
        const QPixmap drawn = chart_.plot_->toPixmap(size.width(), size.height() - captionHeight(), finer);
        QPainter painter(&result);
        painter.fillRect(QRect({0, 0}, size), ground_);
        painter.drawPixmap(QRect(0, 0, size.width(), size.height() - captionHeight()), drawn);
        drawCaption(painter, size);
        return result;
    }

    void setCaption(const QString& caption) { caption_ = caption; }

private:
    int captionHeight() const { return caption_.isEmpty() ? 0 : QFontMetrics(smallFont()).height() + rhythm::step; }
    void drawCaption(QPainter& painter, QSize size) const
    {
        if (caption_.isEmpty())
            return;
        const QRect line(rhythm::margin, size.height() - captionHeight(), size.width() - 2 * rhythm::margin,
                         captionHeight() - rhythm::half);
        painter.setFont(smallFont());
        painter.setPen(dim_);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetrics(smallFont()).elidedText(caption_, Qt::ElideRight, line.width()));
    }

    QString caption_;
    QColor ground_, dim_;
    ChartWidget& chart_;
};

ChartWidget::ChartWidget(QWidget* parent)
    : QWidget(parent), pages_(new QStackedLayout(this)), chartPage_(new QWidget(this)), plot_(new QCustomPlot),
      exportButton_(nullptr), scrollBar_(new QScrollBar(Qt::Vertical))
{
    auto* column = new QVBoxLayout(chartPage_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    row->addWidget(plot_, 1);
    row->addWidget(scrollBar_);
    column->addLayout(row, 1);
    scrollBar_->hide();
    scrollBar_->setAccessibleName(tr("Scroll the chart"));
    connect(scrollBar_, &QScrollBar::valueChanged, this, [this] { plot_->replot(QCustomPlot::rpQueuedReplot); });
    pages_->addWidget(chartPage_);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QWidget::windowTitleChanged, this, &QWidget::setAccessibleName);
    plot_->setContextMenuPolicy(Qt::NoContextMenu); // the chart shows the menu
    plot_->installEventFilter(this);
    exportButton_ = addTool("document-export", tr("Export… (PNG, SVG, PDF, CSV or XLSX)"));
    exportButton_->setObjectName("exportButton");
    connect(exportButton_, &QToolButton::clicked, this, &ChartWidget::exportWithDialog);
}

QToolButton* ChartWidget::addTool(const QString& iconName, const QString& text)
{
    auto* tool = new QToolButton(plot_);
    tool->setIcon(icon(iconName));
    tool->setToolTip(text);
    tool->setAccessibleName(text);
    tool->setCursor(Qt::ArrowCursor);
    setLook(tool, Look::flat);
    tools_.append(tool);
    placeTools();
    return tool;
}

void ChartWidget::placeTools()
{
    int y = rhythm::half;
    for (QToolButton* tool : tools_) {
        tool->adjustSize();
        tool->move(plot_->width() - tool->width() - rhythm::half, y);
        y += tool->height() + 2;
    }
}

QHBoxLayout* ChartWidget::choices()
{
    if (!choices_) {
        choices_ = new QHBoxLayout;
        choices_->setContentsMargins(rhythm::margin, rhythm::half, rhythm::margin, rhythm::half);
        choices_->setSpacing(rhythm::step);
        static_cast<QVBoxLayout*>(chartPage_->layout())->insertLayout(0, choices_);
    }
    return choices_;
}

void ChartWidget::setContentHeight(int height)
{
    contentHeight_ = height;
    updateScrollBar();
}

void ChartWidget::updateScrollBar()
{
    const int beyond = contentHeight_ - plot_->height();
    scrollBar_->setRange(0, std::max(0, beyond));
    scrollBar_->setPageStep(std::max(1, plot_->height()));
    scrollBar_->setSingleStep(3 * rhythm::step);
    scrollBar_->setVisible(beyond > 0);
}

int ChartWidget::scrolledBy() const
{
    return onPaper_ ? 0 : scrollBar_->value();
}

void ChartWidget::scrollBy(int pixels)
{
    scrollBar_->setValue(scrollBar_->value() + pixels);
}

QSize ChartWidget::paperSize() const
{
    return plot_->size().expandedTo({640, std::max(320, contentHeight_)});
}

const Colours& ChartWidget::exportColours() const
{
    return inLightColours ? lightColours() : colours(palette());
}

QString ChartWidget::captionText() const
{
    return caption_ ? caption_() : QString();
}

QPicture ChartWidget::picture(QSize size)
{
    QPicture result;
    OnPaper(*this, lightColours()).paint(result, size, lightColours().surface);
    return result;
}

QString ChartWidget::exportTo(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == "csv")
        return writeWhole(path, csv().toUtf8());
    if (suffix == "xlsx")
        return writeXlsx(path, {table()});
    if (suffix == "png" || suffix == "svg" || suffix == "pdf")
        return writePicture(path, suffix);
    return tr("A chart can be written as PNG, SVG, PDF, CSV or XLSX; “%1” ends in none of them.")
        .arg(QFileInfo(path).fileName());
}

QString ChartWidget::writePicture(const QString& path, const QString& suffix)
{
    if (suffix == "svg")
        return writeWhole(path, svg(paperSize()));
    const QSize size = paperSize();
    OnPaper paper(*this, exportColours());
    paper.setCaption(captionText());
    if (suffix == "png") {
        QByteArray png;
        QBuffer bytes(&png);
        bytes.open(QIODevice::WriteOnly);
        return paper.image(size).save(&bytes, "PNG") ? writeWhole(path, png) : cannotWrite(path);
    }
    QByteArray content;
    QBuffer buffer(&content);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(windowTitle());
    writer.setCreator("Headroom");
    writer.setResolution(logicalDpiX()); // a paper pixel is a screen pixel, so texts fit as on the screen
    writer.setPageSize(QPageSize(QSizeF(size) * 72.0 / logicalDpiX(), QPageSize::Point));
    writer.setPageMargins({});
    paper.paint(writer, size, exportColours().surface);
    return writeWhole(path, content);
}

QByteArray ChartWidget::svg(QSize size)
{
    QByteArray content;
    QBuffer buffer(&content);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    generator.setViewBox(QRect({0, 0}, size));
    generator.setResolution(logicalDpiX()); // texts are laid out for the screen
    generator.setTitle(windowTitle());
    OnPaper paper(*this, exportColours());
    paper.setCaption(captionText());
    paper.paint(generator, size, exportColours().surface);
    return content;
}

QMimeData* ChartWidget::mimeData()
{
    const QSize size = paperSize();
    auto* result = new QMimeData;
    result->setData("image/svg+xml", svg(size));
    {
        OnPaper paper(*this, exportColours());
        paper.setCaption(captionText());
        result->setImageData(paper.image(size));
    }
    result->setText(csv());
    return result;
}

void ChartWidget::copyToClipboard()
{
    if (isFilled())
        QGuiApplication::clipboard()->setMimeData(mimeData());
}

void ChartWidget::exportWithDialog()
{
    QString path = QFileDialog::getSaveFileName(
        window(), tr("Export chart"), (proposal_ ? proposal_(windowTitle()) : windowTitle()) + ".png",
        tr("Picture (*.png);;Vector picture (*.svg);;Document (*.pdf);;Data (*.csv);;Spreadsheet (*.xlsx)"));
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty())
        path += ".png";
    const QString problem = exportTo(path);
    if (!problem.isEmpty())
        QMessageBox::warning(window(), tr("Export chart"), problem);
    else
        emit exported(path);
}

void ChartWidget::followPointer()
{
    plot_->setMouseTracking(true);
    connect(plot_, &QCustomPlot::mouseMove, this, [this](const QMouseEvent* event) {
        pointer_ = event->pos();
        plot_->replot(QCustomPlot::rpQueuedReplot);
    });
}

bool ChartWidget::forgetPointer()
{
    return std::exchange(pointer_, std::nullopt).has_value();
}

void ChartWidget::setEmptyPage(QWidget* page)
{
    if (QWidget* former = pages_->widget(1)) {
        pages_->removeWidget(former);
        former->hide();
        former->deleteLater(); // one of its buttons may be the cause
    }
    pages_->addWidget(page);
    updatePage();
}

void ChartWidget::updatePage()
{
    pages_->setCurrentIndex(isFilled() || pages_->count() < 2 ? 0 : 1);
}

void ChartWidget::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        applyColours(colours(palette()));
        plot_->replot(QCustomPlot::rpQueuedReplot);
    }
}

bool ChartWidget::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == plot_ && event->type() == QEvent::Resize) {
        placeTools();
        updateScrollBar();
    }
    if (watched == plot_ && event->type() == QEvent::ContextMenu) { // the plot hands no mouse event to its parents
        contextMenuEvent(static_cast<QContextMenuEvent*>(event));
        return true;
    }
    if (watched == plot_ && event->type() == QEvent::Leave && forgetPointer())
        plot_->replot(QCustomPlot::rpQueuedReplot);
    return QWidget::eventFilter(watched, event);
}

void ChartWidget::contextMenuEvent(QContextMenuEvent* event)
{
    if (!isFilled())
        return;
    QMenu menu(this);
    extendMenu(menu, plot_->mapFromGlobal(event->globalPos()));
    if (!menu.isEmpty())
        menu.addSeparator();
    menu.addAction(icon("edit-copy"), tr("Copy"), this, &ChartWidget::copyToClipboard);
    menu.addAction(icon("document-export"), tr("Export…"), this, &ChartWidget::exportWithDialog);
    QAction* light = menu.addAction(tr("Copy and export in light colours"));
    light->setCheckable(true);
    light->setChecked(inLightColours);
    connect(light, &QAction::toggled, this, [](bool on) { inLightColours = on; });
    menu.exec(event->globalPos());
}

void ChartWidget::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copyToClipboard();
    else
        QWidget::keyPressEvent(event);
}

QWidget* emptyPage(const QString& sentence, QWidget* action, QWidget* second)
{
    auto* page = new QWidget;
    auto* column = new QVBoxLayout(page);
    auto* label = new QLabel(sentence);
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    setLook(label, Look::dim);
    column->addStretch();
    column->addWidget(label);
    if (action) {
        column->addSpacing(rhythm::step);
        auto* row = new QHBoxLayout;
        row->addStretch();
        row->addWidget(action);
        if (second)
            row->addWidget(second);
        row->addStretch();
        column->addLayout(row);
    }
    column->addStretch();
    return page;
}

} // namespace headroom::widgets
