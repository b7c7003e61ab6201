// Shows the path of sampled requests through roles and nodes, from the whole run down to microseconds.
#pragma once

#include "widgets/plots/chart/chart_widget.h"
#include "widgets/plots/data/span_rows.h"

#include <memory>

class QComboBox;
class QCPAxisRect;
class QMouseEvent;

namespace headroom::widgets {

class RequestTimeline : public ChartWidget
{
    Q_OBJECT
public:
    explicit RequestTimeline(QWidget* parent = nullptr);

    /// Sets the sampled requests of a run; null: none. The spans must not change while they are displayed.
    void setSpans(std::shared_ptr<const RequestSpans> spans);
    /// Shows one user's request with all its calls, or all requests.
    void showRequest(std::optional<std::uint32_t> trace);
    std::optional<std::uint32_t> shownRequest() const { return trace_; }
    /// Shows the request that took the longest, which says more than all at once.
    void showSlowest();
    void showTime(double begin, double end);
    void showWholeTime();
    double visibleBegin() const;
    double visibleEnd() const;
    const std::vector<SpanRow>& rows() const { return rows_; }
    /// Centre of a row in plot pixels.
    int rowCentre(std::size_t row) const;
    int timePixel(double time) const;

    DataTable table() const override;
    bool isFilled() const override { return !rows_.empty(); }

signals:
    /// The user clicked a block in a request; `block` is its id in the role's diagrams ("group.block").
    void blockChosen(const QString& role, const QString& operation, const QString& block);

protected:
    void applyColours(const Colours& colours) override;
    void extendMenu(QMenu& menu, const QPoint& position) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    friend class RequestDrawing;
    struct Hit
    {
        std::size_t row = 0;
        std::optional<std::uint32_t> request, block, wait;
    };

    void fillRequests();
    void rebuild();
    std::optional<Hit> hitAt(const QPoint& position) const;
    void onMouseRelease(QMouseEvent* event);
    void zoomTime(double factor);

    QComboBox* requests_;
    QCPAxisRect* rect_;
    std::shared_ptr<const RequestSpans> spans_;
    std::vector<SpanRow> rows_;
    std::optional<std::uint32_t> trace_;
    double begin_ = 0, end_ = 1;
    const Colours* colours_;
    QPoint pressed_;
};

} // namespace headroom::widgets
