// What all charts share: a plot, colours that follow the theme, and export of the picture and of its data.
#pragma once

#include "widgets/plots/data/data_table.h"
#include "widgets/theme/theme.h"

#include <QList>
#include <QPicture>
#include <QSize>
#include <QString>
#include <QWidget>

class QCustomPlot;
class QHBoxLayout;
class QMimeData;
class QScrollBar;
class QMenu;
class QStackedLayout;
class QToolButton;

namespace headroom::widgets {

class ChartWidget : public QWidget
{
    Q_OBJECT
public:
    explicit ChartWidget(QWidget* parent = nullptr);

    /// Writes by the name's ending: the chart as it is on the screen as PNG (twice the pixels), SVG or PDF, or the data
    /// behind it as CSV or XLSX. Returns an empty text, or a sentence saying what went wrong.
    QString exportTo(const QString& path);
    /// The chart as vectors on a paper of `size` pixels, in light colours, whether or not there is a window: for
    /// reports.
    QPicture picture(QSize size);
    /// The chart for the clipboard: as pixels, as SVG, and its data as text.
    QMimeData* mimeData();
    /// The data behind the chart, in base units.
    virtual DataTable table() const = 0;
    QString csv() const { return toCsv(table()); }
    /// Whether there is anything to show.
    virtual bool isFilled() const = 0;

    QCustomPlot* plot() const { return plot_; }
    /// A button at the plot's right edge, below those that are there.
    QToolButton* addTool(const QString& iconName, const QString& text);

public slots:
    /// Asks for a file and writes it in the form its ending says (png, svg, pdf, csv, xlsx).
    void exportWithDialog();
    void copyToClipboard();

protected:
    /// Sets every colour of the plot.
    virtual void applyColours(const Colours& colours) = 0;
    /// The row of choices above the plot, made when it is first asked for.
    QHBoxLayout* choices();
    /// What the chart draws by itself is this high, in pixels: beyond the plot's height there is a scroll bar.
    void setContentHeight(int height);
    /// Pixels of the content above the plot's upper edge; 0 on paper, which is as high as the content.
    int scrolledBy() const;
    void scrollBy(int pixels);
    /// Hides what belongs to the mouse only, before the chart is written to a file.
    virtual void prepareForExport() {}
    /// It is being written or printed: what belongs to the screen only is left out.
    bool isOnPaper() const { return onPaper_; }
    /// Adds the chart's own entries to its context menu.
    virtual void extendMenu(QMenu&, const QPoint& /*position in the plot*/) {}
    /// The page shown while there is nothing to show.
    void setEmptyPage(QWidget* page);
    /// Chooses between the empty page and the plot.
    void updatePage();
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QString writePicture(const QString& path, const QString& suffix);
    QByteArray svg(QSize size);
    QSize paperSize() const;
    void updateScrollBar();
    void placeTools();
    const Colours& exportColours() const;
    /// Puts the chart into the colours it is written in, and back when it goes.
    class OnPaper;

    QStackedLayout* pages_;
    QWidget* chartPage_;
    QCustomPlot* plot_;
    QToolButton* exportButton_;
    QList<QToolButton*> tools_; ///< from above
    QScrollBar* scrollBar_;
    QHBoxLayout* choices_ = nullptr;
    int contentHeight_ = 0;
    bool onPaper_ = false;
};

/// The centred page of an empty view: a sentence that says what would fill it.
QWidget* emptyPage(const QString& sentence, QWidget* action = nullptr);

} // namespace headroom::widgets
