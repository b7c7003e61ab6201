#include "resources/storage/raid/raid_rebuild.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace headroom::resources {

void RaidRebuild::add(std::uint32_t member)
{
    if (rateBps_ == 0.0)
        return;
    std::erase(pass_, member);
    if (!isIn(waiting_, member))
        waiting_.push_back(member);
    advance();
}

bool RaidRebuild::isIn(const Members& members, std::uint32_t member)
{
    return std::find(members.begin(), members.end(), member) != members.end();
}

bool RaidRebuild::allFree() const
{
    return std::all_of(pieces_.begin(), pieces_.end(), [](const Piece& piece) { return piece.bytes == 0; });
}

std::uint64_t RaidRebuild::reached() const
{
    std::uint64_t least = next_;
    for (const Piece& piece : pieces_)
        if (piece.bytes > 0)
            least = std::min(least, piece.offset);
    return least;
}

/// The members to read for a piece of the pass, each once; none if a member of the pass cannot get its data.
RaidRebuild::Members RaidRebuild::sources() const
{
    Members all;
    for (const std::uint32_t member : pass_) {
        if (host_.memberDevice(member).failed())
            continue;
        const Members some = host_.sourcesOf(member);
        if (some.empty())
            return {};
        std::copy_if(some.begin(), some.end(), std::back_inserter(all),
                     [&all](std::uint32_t source) { return !isIn(all, source); });
    }
    return all;
}

/// Members that have failed meanwhile lack data until a pass without a failure.
void RaidRebuild::endPass()
{
    for (const std::uint32_t member : std::exchange(pass_, {}))
        if (host_.memberDevice(member).failed())
            waiting_.push_back(member);
}

void RaidRebuild::beginPass()
{
    next_ = 0;
    for (const std::uint32_t member : waiting_)
        if (!host_.memberDevice(member).failed() && !host_.sourcesOf(member).empty())
            pass_.push_back(member);
    std::erase_if(waiting_, [this](std::uint32_t member) { return isIn(pass_, member); });
}

/// Begins as many pieces as may be under way now.
void RaidRebuild::advance()
{
    if (allFree()) {
        const bool lost = std::all_of(pass_.begin(), pass_.end(),
                                      [this](std::uint32_t member) { return host_.memberDevice(member).failed(); });
        if (next_ == bytesPerMember_ || lost)
            endPass();
        if (pass_.empty())
            beginPass();
    }
    if (scheduled_ || pass_.empty() || next_ == bytesPerMember_ || sources().empty())
        return;
    const auto free = [](const Piece& piece) { return piece.bytes == 0; };
    if (!(host_.inDemand() ? allFree() : std::any_of(pieces_.begin(), pieces_.end(), free)))
        return;
    scheduled_ = true;
    calendar_.schedule(
        std::max(calendar_.now(), notBefore_),
        [](void* self, std::uint64_t) {
            auto& rebuild = *static_cast<RaidRebuild*>(self);
            rebuild.scheduled_ = false;
            // Members that returned at the same instant take part.
            if (rebuild.next_ == 0 && rebuild.allFree()) {
                rebuild.waiting_.insert(rebuild.waiting_.begin(), rebuild.pass_.begin(), rebuild.pass_.end());
                rebuild.pass_.clear();
                rebuild.beginPass();
            }
            const auto unused = std::find_if(rebuild.pieces_.begin(), rebuild.pieces_.end(),
                                             [](const Piece& piece) { return piece.bytes == 0; });
            if (!rebuild.sources().empty())
                rebuild.begin(*unused);
            rebuild.advance();
        },
        this);
}

void RaidRebuild::begin(Piece& piece)
{
    piece = {.offset = next_,
             .bytes = std::min(pieceBytes, bytesPerMember_ - next_),
             .pending = 0,
             .writing = false,
             .error = false};
    next_ += piece.bytes;
    notBefore_ = kernel::later(calendar_.now(), kernel::fromSeconds(static_cast<double>(piece.bytes) / rateBps_));
    host_.rebuildBegins();
    readPiece(static_cast<std::uint32_t>(&piece - pieces_.data()));
}

void RaidRebuild::readPiece(std::uint32_t index)
{
    const Members from = sources();
    if (from.empty()) { // more members have failed: it goes on from here when they are back
        next_ = std::min(next_, pieces_[index].offset);
        return end(pieces_[index]);
    }
    pieces_[index].error = false;
    for (const std::uint32_t source : from)
        submit(source, index, false);
}

void RaidRebuild::writePiece(std::uint32_t index)
{
    pieces_[index].writing = true;
    for (const std::uint32_t member : pass_)
        if (!host_.memberDevice(member).failed())
            submit(member, index, true);
    if (pieces_[index].pending == 0)
        end(pieces_[index]);
}

void RaidRebuild::submit(std::uint32_t member, std::uint32_t index, bool write)
{
    ++pieces_[index].pending;
    host_.memberDevice(member).submit({write, pieces_[index].offset, pieces_[index].bytes},
                                      {[](void* self, std::uint64_t context) {
                                           auto& rebuild = *static_cast<RaidRebuild*>(self);
                                           const auto from = static_cast<std::uint32_t>(context);
                                           rebuild.answered(static_cast<std::uint32_t>(context >> 32U),
                                                            rebuild.host_.memberDevice(from).answersWithError());
                                       },
                                       this, (std::uint64_t{index} << 32U) | member});
}

void RaidRebuild::answered(std::uint32_t index, bool error)
{
    Piece& piece = pieces_[index];
    piece.error = piece.error || error;
    if (--piece.pending > 0)
        return;
    if (piece.writing) // a member that has answered with an error has failed, and lacks everything now
        end(piece);
    else if (piece.error)
        readPiece(index); // once more, from those that still work
    else
        writePiece(index);
}

void RaidRebuild::end(Piece& piece)
{
    piece.bytes = 0;
    host_.rebuildEnds();
    advance();
}

} // namespace headroom::resources
