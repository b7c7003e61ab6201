// The second line of a block on the canvas: a short text on what the block does.
#pragma once

#include "project/document/software.h"
#include "project/vocabulary/block_catalogue.h"

#include <QString>

namespace headroom::widgets {

/// For example "object-server PUT", "2 of 3, grace 500 ms", "64 KiB chunks". Empty if no field is set.
QString blockSummary(const project::BlockCatalogue& types, const project::Block& block, const project::Diagram& diagram,
                     const project::Operation* operation);

/// A value as the user wrote it: without quotes and unnecessary decimals.
QString valueText(const project::Json& value);

} // namespace headroom::widgets
