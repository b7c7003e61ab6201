// The list of block types to choose from.
#pragma once

#include "project/vocabulary/block_catalogue.h"
#include "widgets/diagram/canvas/palette.h"

namespace headroom::widgets {

/// The categories with their block types; gives a type's name to drag and drop.
class BlockPalette : public Palette
{
    Q_OBJECT

public:
    explicit BlockPalette(QWidget* parent = nullptr);

    /// What there is to choose from: the vocabulary until this is called.
    void setTypes(const project::BlockCatalogue& types);

signals:
    /// A block of this type is to be inserted where the user looks.
    void blockRequested(const QString& type);

protected:
    void filter(const QString& text) override;
    void request(const QString& type) override { emit blockRequested(type); }

private:
    void fill();

    project::BlockCatalogue types_;
};

} // namespace headroom::widgets
