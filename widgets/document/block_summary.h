// The second line of a block on the canvas: what this one does, in a few words.
#pragma once

#include "project/vocabulary/block_catalogue.h"

#include <QString>

namespace headroom::widgets {

/// For example "object-server PUT", "2 of 3, grace 500 ms", "64 KiB chunks". Empty where nothing is set.
QString blockSummary(const project::BlockCatalogue& types, const project::Block& block, const project::Diagram& diagram,
                     const project::Operation* operation);

/// The text of a value as people wrote it: no quotes, no needless decimals.
QString valueText(const project::Json& value);

} // namespace headroom::widgets
