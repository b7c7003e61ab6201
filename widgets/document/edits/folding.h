// A diagram's blocks put into a group and back, as values: what the edits of grouping.h put into the document.
#pragma once

#include "widgets/document/document_model.h"

#include <QRectF>
#include <QSizeF>

#include <map>
#include <set>

namespace headroom::widgets {

struct Folded
{
    project::Diagram outer; ///< the diagram with the group
    std::string group;
    Positions innerPlaces; ///< of the blocks inside, its ways in and out too
    QPointF place;         ///< of the group
};
/// `shown` says where blocks are seen, `size` how large one is.
Folded fold(const project::BlockCatalogue& types, const project::Diagram& before, const std::set<std::string>& inside,
            const Positions& shown, const QSizeF& size);

struct Unfolded
{
    project::Diagram after;
    std::map<std::string, std::string> names; ///< of what came out: id inside → id outside
};
Unfolded unfold(const project::BlockCatalogue& types, const project::Diagram& before, const project::Block& group);

/// A way in or out of a group.
bool isBoundary(const project::Block& block);

/// The block that a field of this block names, by field, e.g. a join's fork.
std::map<std::string, std::string> partnersOf(const project::Block& block);

/// Whether control can leave the blocks and come back to them other than by a loop that lies outside.
bool comesBack(const project::Diagram& diagram, const std::set<std::string>& inside);

} // namespace headroom::widgets
