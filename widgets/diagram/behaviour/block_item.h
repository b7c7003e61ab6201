// The box of a block: its title, a line on what it does, and its load during a run. A title that is too long for one
// line has two, and the box is taller by the second; the ports on its sides stay at their height.
#pragma once

#include "project/document/software.h"
#include "project/vocabulary/block_catalogue.h"
#include "widgets/diagram/canvas/items/box_item.h"
#include "widgets/diagram/canvas/items/canvas_text.h"

namespace headroom::widgets {

class BlockItem : public BoxItem
{
public:
    BlockItem(const project::BlockCatalogue& types, const project::Block& block, const project::Diagram& diagram,
              const project::Operation* operation);

    const QString& title() const { return title_; }
    const QString& summary() const { return summary_; }
    /// Number of requests at the block; nullopt if it is not known.
    void setPresent(std::optional<double> requests);
    std::optional<double> present() const { return present_; }
    QString spokenName() const override { return title_; }
    QString spokenDetails() const override;
    bool isResizable() const override { return true; }
    void setWidth(int width) override;
    int fittingWidth() const override;

protected:
    void paintContent(QPainter* painter, const Colours& colours) const override;
    QString cutText() const override;
    bool namesPorts() const override { return severalOutputs_; }

private:
    void arrange(int width);
    void placePorts(QVector<Port>& ports, const QSizeF& size) const;
    void paintSummary(QPainter* painter, const Colours& colours) const;
    qreal titleLeft() const;
    qreal titleRoom(qreal width) const;

    QString icon_;
    QString title_;
    QString summary_;
    mutable WrappedText shownTitle_;
    mutable FittedText shownSummary_;
    bool isFork_ = false, severalOutputs_ = false;
    qreal usualHeight_ = 0; ///< with a title of one line
    int titleLines_ = 1;
    std::optional<double> present_;
};

} // namespace headroom::widgets
