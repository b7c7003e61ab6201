// What all charts share: a plot, colours that follow the theme, and export of the picture and of its data.
#pragma once

#include "widgets/look/look.h"

#include <QSize>
#include <QString>
#include <QWidget>

class QCustomPlot;
class QMenu;
class QStackedLayout;
class QToolButton;

namespace headroom::widgets {

class ChartWidget : public QWidget
{
    Q_OBJECT
public:
    explicit ChartWidget(QWidget* parent = nullptr);

    /// Writes the chart as it is on the screen, always in light colours: PNG (twice the pixels), SVG or PDF by the
    /// name's ending. Returns an empty text, or a sentence saying what went wrong.
    QString exportChart(const QString& path);
    /// Writes the data behind the chart as comma-separated values in base units; returns as exportChart().
    QString exportCsv(const QString& path) const;
    /// The data behind the chart: a header with name and unit of each column, then the rows.
    virtual QString csv() const = 0;
    /// Whether there is anything to show.
    virtual bool isFilled() const = 0;

    QCustomPlot* plot() const { return plot_; }

public slots:
    /// Asks for a file and writes it in the form its ending says (png, svg, pdf, csv).
    void exportWithDialog();

protected:
    /// Sets every colour of the plot.
    virtual void applyColours(const Colours& colours) = 0;
    /// Hides what belongs to the mouse only, before the chart is written to a file.
    virtual void prepareForExport() {}
    /// Adds the chart's own entries to its context menu.
    virtual void extendMenu(QMenu&, const QPoint& /*position in the plot*/) {}
    /// The page shown while there is nothing to show.
    void setEmptyPage(QWidget* page);
    /// Chooses between the empty page and the plot.
    void updatePage();
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    QString writeSvg(const QString& path, QSize size);

    QStackedLayout* pages_;
    QCustomPlot* plot_;
    QToolButton* exportButton_;
};

/// The centred page of an empty view: a sentence that says what would fill it.
QWidget* emptyPage(const QString& sentence, QWidget* action = nullptr);

} // namespace headroom::widgets
