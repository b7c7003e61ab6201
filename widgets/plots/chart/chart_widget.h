// The base class of all charts: a plot, colours that follow the theme, and export of the picture and its data.
#pragma once

#include "widgets/plots/data/data_table.h"
#include "widgets/theme/theme.h"

#include <QList>
#include <QPicture>
#include <QPoint>
#include <QSize>
#include <QString>
#include <QWidget>

#include <functional>
#include <optional>

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

    /// Writes a file; its suffix selects the format. PNG (twice the resolution), SVG and PDF contain the chart as
    /// displayed, CSV and XLSX its data. Returns an empty string, or a sentence describing the error.
    QString exportTo(const QString& path);
    /// The chart as vector graphics of `size` pixels in light colours, for reports. It needs no visible window.
    QPicture picture(QSize size);
    /// The chart for the clipboard: as a bitmap, as SVG, and its data as text.
    QMimeData* mimeData();
    /// The data behind the chart, in base units.
    virtual DataTable table() const = 0;
    QString csv() const { return toCsv(table()); }
    /// True if there is anything to show.
    virtual bool isFilled() const = 0;

    /// Returns the path, without ending, that is proposed for a file of the chart with this title.
    using FileProposal = std::function<QString(const QString& title)>;
    /// Without a proposal, the chart's title is proposed.
    void setFileProposal(FileProposal proposal) { proposal_ = std::move(proposal); }

    /// Returns what an exported picture shows, e.g. of which run it is; it is written below the chart.
    void setCaption(std::function<QString()> caption) { caption_ = std::move(caption); }

    QCustomPlot* plot() const { return plot_; }
    /// Adds a button at the plot's right edge, below the existing ones.
    QToolButton* addTool(const QString& iconName, const QString& text);

public slots:
    /// Asks for a file and writes it in the format of its suffix (png, svg, pdf, csv, xlsx).
    void exportWithDialog();
    void copyToClipboard();

signals:
    /// A file was written because the user asked for it.
    void exported(const QString& path);

protected:
    /// Sets every colour of the plot.
    virtual void applyColours(const Colours& colours) = 0;
    /// The row of options above the plot; created at the first call.
    QHBoxLayout* choices();
    /// Sets the height of the chart's content in pixels. If it is larger than the plot, there is a scroll bar.
    void setContentHeight(int height);
    int contentHeight() const { return contentHeight_; }
    /// Pixels of the content above the plot's upper edge. Always 0 on paper, which is as high as the content.
    int scrolledBy() const;
    void scrollBy(int pixels);
    /// Called before the chart is written to a file.
    virtual void prepareForExport() { forgetPointer(); }
    /// Remembers the place of the pointer over the plot, and replots when it moves.
    void followPointer();
    /// The place of the pointer in pixels of the plot; nothing if it is elsewhere, is not followed, or on paper.
    std::optional<QPoint> pointer() const { return onPaper_ ? std::nullopt : pointer_; }
    /// Hides what belongs to the place of the pointer: it has left the plot, or the chart is written to a file. Returns
    /// whether anything was there.
    virtual bool forgetPointer();
    /// True while the chart is exported or printed; items that are useful only on screen are then omitted.
    bool isOnPaper() const { return onPaper_; }
    /// Adds the chart's own entries to its context menu.
    virtual void extendMenu(QMenu&, const QPoint& /*position in the plot*/) {}
    /// The page shown while there is nothing to show.
    void setEmptyPage(QWidget* page);
    /// Shows the plot, or the empty page if there is nothing to show.
    void updatePage();
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QString writePicture(const QString& path, const QString& suffix);
    QByteArray svg(QSize size);
    QSize paperSize() const;
    QString captionText() const;
    void updateScrollBar();
    void placeTools();
    const Colours& exportColours() const;
    /// Switches the chart to the colours for export, and back in its destructor.
    class OnPaper;

    QStackedLayout* pages_;
    QWidget* chartPage_;
    QCustomPlot* plot_;
    QToolButton* exportButton_;
    QList<QToolButton*> tools_; ///< from top to bottom
    QScrollBar* scrollBar_;
    QHBoxLayout* choices_ = nullptr;
    FileProposal proposal_;
    std::function<QString()> caption_;
    int contentHeight_ = 0;
    bool onPaper_ = false;
    std::optional<QPoint> pointer_;
};

/// The centred page of an empty view: a sentence that says how to fill it, and buttons that do so.
QWidget* emptyPage(const QString& sentence, QWidget* action = nullptr, QWidget* second = nullptr);

} // namespace headroom::widgets
