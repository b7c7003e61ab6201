#include "widgets/plots/chart_widget.h"

#include <QContextMenuEvent>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QSaveFile>
#include <QStackedLayout>
#include <QSvgGenerator>
#include <QToolButton>
#include <QVBoxLayout>
#include <qcustomplot.h>

namespace headroom::widgets {

ChartWidget::ChartWidget(QWidget* parent)
    : QWidget(parent), pages_(new QStackedLayout(this)), plot_(new QCustomPlot(this)),
      exportButton_(new QToolButton(plot_))
{
    pages_->addWidget(plot_);
    plot_->setContextMenuPolicy(Qt::NoContextMenu); // the chart shows the menu
    exportButton_->setObjectName("exportButton");
    exportButton_->setIcon(icon("document-export"));
    exportButton_->setToolTip(tr("Export… (PNG, SVG, PDF or CSV)"));
    exportButton_->setAccessibleName(tr("Export…"));
    exportButton_->setCursor(Qt::ArrowCursor);
    setLook(exportButton_, Look::flat);
    connect(exportButton_, &QToolButton::clicked, this, &ChartWidget::exportWithDialog);
}

QString ChartWidget::exportChart(const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    const QSize size = plot_->size().expandedTo({640, 320});
    prepareForExport();
    applyColours(lightColours());
    QString problem;
    bool written = true;
    if (suffix == "png")
        written = plot_->savePng(path, size.width(), size.height(), 2.0);
    else if (suffix == "svg")
        problem = writeSvg(path, size);
    else if (suffix == "pdf")
        written = plot_->savePdf(path, size.width(), size.height(), QCP::epNoCosmetic, "Headroom", windowTitle());
    else
        problem =
            tr("A chart can be written as PNG, SVG or PDF; “%1” ends in none of them.").arg(QFileInfo(path).fileName());
    if (!written)
        problem = tr("“%1” could not be written.").arg(path);
    applyColours(colours(palette()));
    plot_->replot();
    return problem;
}

QString ChartWidget::writeSvg(const QString& path, QSize size)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return tr("“%1” could not be written: %2").arg(path, file.errorString());
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setSize(size);
    generator.setViewBox(QRect({0, 0}, size));
    generator.setResolution(logicalDpiX()); // texts are laid out for the screen
    generator.setTitle(windowTitle());
    QCPPainter painter;
    painter.begin(&generator);
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.fillRect(QRect({0, 0}, size), lightColours().surface);
    plot_->toPainter(&painter, size.width(), size.height());
    painter.end();
    return file.commit() ? QString() : tr("“%1” could not be written: %2").arg(path, file.errorString());
}

QString ChartWidget::exportCsv(const QString& path) const
{
    QSaveFile file(path);
    const QByteArray text = csv().toUtf8();
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
        return tr("“%1” could not be written: %2").arg(path, file.errorString());
    return {};
}

void ChartWidget::exportWithDialog()
{
    QString path =
        QFileDialog::getSaveFileName(window(), tr("Export chart"), QString(),
                                     tr("Picture (*.png);;Vector picture (*.svg);;Document (*.pdf);;Data (*.csv)"));
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty())
        path += ".png";
    const bool asData = QFileInfo(path).suffix().compare("csv", Qt::CaseInsensitive) == 0;
    const QString problem = asData ? exportCsv(path) : exportChart(path);
    if (!problem.isEmpty())
        QMessageBox::warning(window(), tr("Export chart"), problem);
}

void ChartWidget::setEmptyPage(QWidget* page)
{
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

void ChartWidget::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    exportButton_->adjustSize();
    exportButton_->move(width() - exportButton_->width() - rhythm::half, rhythm::half);
}

void ChartWidget::contextMenuEvent(QContextMenuEvent* event)
{
    if (!isFilled())
        return;
    QMenu menu(this);
    extendMenu(menu, plot_->mapFromGlobal(event->globalPos()));
    if (!menu.isEmpty())
        menu.addSeparator();
    menu.addAction(icon("document-export"), tr("Export…"), this, &ChartWidget::exportWithDialog);
    menu.exec(event->globalPos());
}

QWidget* emptyPage(const QString& sentence, QWidget* action)
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
        column->addWidget(action, 0, Qt::AlignHCenter);
    }
    column->addStretch();
    return page;
}

} // namespace headroom::widgets
