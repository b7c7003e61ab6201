// Copying back what a device lacks that returns to a RAID set.
#pragma once

#include "resources/storage/storage_device.h"

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

namespace headroom::resources {

/// A member that returns is empty. Its data are computed from those of other members and written to it from its
/// beginning to its end, one member after another. Writes of the set go to it at once; reads do so once they lie before
/// the place that the rebuild has reached.
///
/// As Linux does it (drivers/md/md.c, md_do_sync): at most the set rate (sync_speed_max) while nothing else is asked of
/// the set, several pieces under way; else the next piece waits until the one before is done. Pieces are of 512 KiB,
/// two under way: md recovers pages, up to 1 MiB of them at once (NR_STRIPES in raid5.c), which the block layer merges.
/// Everything below the smallest member's size is copied, used or not, as md does.
class RaidRebuild
{
public:
    static constexpr std::uint64_t pieceBytes = 524288;

    /// The set.
    class Host
    {
    public:
        virtual ~Host() = default;
        virtual StorageDevice& memberDevice(std::uint32_t member) = 0;
        /// The members that are read to get the data of `member`; empty if too many lack theirs.
        virtual std::vector<std::uint32_t> sourcesOf(std::uint32_t member) const = 0;
        /// Whether the set has requests of its own.
        virtual bool inDemand() const = 0;
        /// A piece of the rebuild begins and ends.
        virtual void rebuildBegins() = 0;
        virtual void rebuildEnds() = 0;
    };

    /// `bytesPerMember` are copied at `rateBps` at most; at a rate of 0 members return with their data.
    RaidRebuild(kernel::Calendar& calendar, Host& host, double rateBps)
        : calendar_(calendar), host_(host), rateBps_(rateBps)
    {
    }

    void setBytesPerMember(std::uint64_t bytes) { bytesPerMember_ = bytes; }

    /// The member is back, empty: what of it was rebuilt before is lost.
    void add(std::uint32_t member);
    /// Goes on if it could not for want of members with data.
    void resume() { advance(); }
    /// True unless the member waits for data.
    bool complete(std::uint32_t member) const { return waiting_.empty() || !waits(member); }
    /// Whether it has its data below `end`.
    bool has(std::uint32_t member, std::uint64_t end) const
    {
        return complete(member) || (waiting_.front() == member && end <= reached());
    }

private:
    struct Piece
    {
        std::uint64_t offset = 0, bytes = 0; ///< 0 bytes: not in use
        std::uint32_t member = 0;
        std::uint32_t pending = 0; ///< I/Os without an answer
        bool writing = false, error = false;
        bool inVain = false; ///< the member has been emptied since it began
    };

    bool waits(std::uint32_t member) const;
    std::uint64_t reached() const;
    void advance();
    void begin(Piece& piece);
    void readPiece(std::uint32_t piece);
    void submit(std::uint32_t member, std::uint32_t piece, bool write);
    void answered(std::uint32_t piece, bool error);
    void end(Piece& piece);

    kernel::Calendar& calendar_;
    Host& host_;
    double rateBps_;
    std::uint64_t bytesPerMember_ = 0;
    std::deque<std::uint32_t> waiting_; ///< the first is being rebuilt
    std::uint64_t next_ = 0;            ///< where its next piece begins
    std::array<Piece, 2> pieces_;
    kernel::Time notBefore_ = 0; ///< of the next piece, by the rate
    bool scheduled_ = false;
};

} // namespace headroom::resources
