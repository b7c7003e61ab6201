#include "resources/storage/raid/raid_rebuild.h"

#include <algorithm>

namespace headroom::resources {

void RaidRebuild::add(std::uint32_t member)
{
    if (rateBps_ == 0.0)
        return;
    if (!waits(member))
        waiting_.push_back(member);
    if (waiting_.front() == member) {
        next_ = 0;
        for (Piece& piece : pieces_)
            piece.inVain = piece.bytes > 0;
    }
    advance();
}

bool RaidRebuild::waits(std::uint32_t member) const
{
    return std::find(waiting_.begin(), waiting_.end(), member) != waiting_.end();
}

std::uint64_t RaidRebuild::reached() const
{
    std::uint64_t least = next_;
    for (const Piece& piece : pieces_)
        if (piece.bytes > 0 && !piece.inVain)
            least = std::min(least, piece.offset);
    return least;
}

/// Begins as many pieces as may be under way now.
void RaidRebuild::advance()
{
    const auto free = [](const Piece& piece) { return piece.bytes == 0; };
    const auto allFree = [&] { return std::all_of(pieces_.begin(), pieces_.end(), free); };
    // The member that failed again begins anew when it returns.
    while (!waiting_.empty() && allFree() &&
           (next_ == bytesPerMember_ || host_.memberDevice(waiting_.front()).failed())) {
        waiting_.pop_front();
        next_ = 0;
    }
    if (scheduled_ || waiting_.empty() || host_.memberDevice(waiting_.front()).failed() ||
        host_.sourcesOf(waiting_.front()).empty())
        return;
    if (next_ == bytesPerMember_ || !(host_.inDemand() ? allFree() : std::any_of(pieces_.begin(), pieces_.end(), free)))
        return;
    scheduled_ = true;
    calendar_.schedule(
        std::max(calendar_.now(), notBefore_),
        [](void* self, std::uint64_t) {
            auto& rebuild = *static_cast<RaidRebuild*>(self);
            rebuild.scheduled_ = false;
            const auto unused = std::find_if(rebuild.pieces_.begin(), rebuild.pieces_.end(),
                                             [](const Piece& piece) { return piece.bytes == 0; });
            if (!rebuild.waiting_.empty() && !rebuild.host_.sourcesOf(rebuild.waiting_.front()).empty())
                rebuild.begin(*unused);
            rebuild.advance();
        },
        this);
}

void RaidRebuild::begin(Piece& piece)
{
    piece = {.offset = next_,
             .bytes = std::min(pieceBytes, bytesPerMember_ - next_),
             .member = waiting_.front(),
             .pending = 0,
             .writing = false,
             .error = false,
             .inVain = false};
    next_ += piece.bytes;
    notBefore_ = kernel::later(calendar_.now(), kernel::fromSeconds(static_cast<double>(piece.bytes) / rateBps_));
    host_.rebuildBegins();
    readPiece(static_cast<std::uint32_t>(&piece - pieces_.data()));
}

void RaidRebuild::readPiece(std::uint32_t index)
{
    const std::vector<std::uint32_t> sources = host_.sourcesOf(pieces_[index].member);
    if (sources.empty()) { // more members have failed: it goes on from here when they are back
        next_ = std::min(next_, pieces_[index].offset);
        return end(pieces_[index]);
    }
    pieces_[index].error = pieces_[index].writing = false;
    for (const std::uint32_t source : sources)
        submit(source, index, false);
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
    if (piece.inVain || host_.memberDevice(piece.member).failed() || (piece.writing && !piece.error))
        end(piece);
    else if (piece.error || piece.writing)
        readPiece(index); // once more, from those that still work
    else {
        piece.writing = true;
        submit(piece.member, index, true);
    }
}

void RaidRebuild::end(Piece& piece)
{
    piece.bytes = 0;
    host_.rebuildEnds();
    advance();
}

} // namespace headroom::resources
