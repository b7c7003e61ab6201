// Folds the blocks of a diagram into a group and unfolds a group, as pure functions. The edits of grouping.h apply
// their results to the document.
#pragma once

#include "widgets/document/model/document_model.h"

#include <QRectF>
#include <QSizeF>

#include <map>
#include <set>

namespace headroom::widgets {

/// The result of folding blocks into a group.
struct Folded
{
    project::Diagram outer; ///< the diagram with the group
    std::string group;
    Positions innerPlaces; ///< of the blocks inside, including its inputs and outputs
    QPointF place;         ///< of the group
};
/// The blocks as they are displayed.
struct ShownBlocks
{
    Positions positions;
    QHash<QString, int> widths; ///< of those that do not have the usual size
    QSizeF usualSize;

    /// With the usual height: a block is taller only by a second line of its title.
    QRectF frameOf(const QString& id) const;
};
Folded fold(const project::BlockCatalogue& types, const project::Diagram& before, const std::set<std::string>& inside,
            const ShownBlocks& shown);

/// The result of unfolding a group.
struct Unfolded
{
    project::Diagram after;
    std::map<std::string, std::string> names; ///< of the unfolded blocks: id inside → id outside
};
Unfolded unfold(const project::BlockCatalogue& types, const project::Diagram& before, const project::Block& group);

/// True for an input or output of a group.
bool isBoundary(const project::Block& block);

/// The blocks that the fields of this block name, by field, e.g. a join's fork.
std::map<std::string, std::string> partnersOf(const project::Block& block);

/// True if control can leave the blocks and return to them other than by a loop block outside.
bool comesBack(const project::Diagram& diagram, const std::set<std::string>& inside);

} // namespace headroom::widgets
