// The list of block types to choose from.
#pragma once

#include "project/vocabulary/block_catalogue.h"
#include "widgets/diagram/canvas/palette.h"

namespace headroom::widgets {

/// Lists the block types by category. Dragging an entry carries the name of its type.
class BlockPalette : public Palette
{
    Q_OBJECT

public:
    explicit BlockPalette(QWidget* parent = nullptr);

    /// Sets the block types to offer. Before the first call these are the built-in types.
    void setTypes(const project::BlockCatalogue& types);

signals:
    /// Insert a block of this type into the visible part of the drawing.
    void blockRequested(const QString& type);

protected:
    void filter(const QString& text) override;
    void request(const QString& type) override { emit blockRequested(type); }

private:
    void fill();

    project::BlockCatalogue types_;
};

} // namespace headroom::widgets
