// The box of a block: its title, a line on what it does, and its load during a run.
#pragma once

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
    static QSizeF sizeOf(const project::BlockCatalogue& types, const project::Block& block);
    /// Number of requests at the block; nullopt if it is not known.
    void setPresent(std::optional<double> requests);
    std::optional<double> present() const { return present_; }
    QString spokenName() const override { return title_; }
    QString spokenDetails() const override;

protected:
    void paintContent(QPainter* painter, const Colours& colours) const override;
    bool namesPorts() const override { return severalOutputs_; }

private:
    QString icon_;
    QString title_;
    QString summary_;
    mutable FittedText shownTitle_, shownSummary_;
    bool severalOutputs_ = false;
    std::optional<double> present_;
};

} // namespace headroom::widgets
