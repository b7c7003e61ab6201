// Copying back what devices lack that return to a RAID set.
#pragma once

#include "resources/storage/storage_device.h"

#include <array>
#include <cstdint>
#include <vector>

namespace headroom::resources {

/// A member that returns is empty. Its data are computed from those of other members and written to it from its
/// beginning to its end. Writes of the set go to it at once; reads do so once they lie before the place that the
/// rebuild has reached.
///
/// As Linux does it:
/// - All members that wait for data are rebuilt in one pass: md_check_recovery() in drivers/md/md.c adds every spare
///   before it starts a pass, and starts none while one is running. So a member that returns during a pass waits for
///   the next. The sources of each piece are read once, and all members of the pass are written
///   (handle_parity_checks6() in drivers/md/raid5.c writes both failed devices of a stripe).
/// - md_do_sync() in drivers/md/md.c: at most the set rate (sync_speed_max) while nothing else is asked of the set,
///   several pieces under way; else the next piece waits until the one before is done. The rate is that of the place
///   in the members, however many are written. Pieces are of 512 KiB, two under way: md recovers pages, up to 1 MiB of
///   them at once (NR_STRIPES in raid5.c), which the block layer merges.
/// - Everything below the smallest member's size is copied, used or not.
///
/// A member that fails during a pass leaves it, and begins anew in a later one.
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
        /// True if the set has requests of its own.
        virtual bool inDemand() const = 0;
        /// A piece of the rebuild begins and ends.
        virtual void rebuildBegins() = 0;
        virtual void rebuildEnds() = 0;
    };

    /// `bytesPerMember` are copied at `rateBps` at most; at a rate of 0 members return with their data.
    RaidRebuild(kernel::Calendar& calendar, Host& host, std::uint64_t bytesPerMember, double rateBps)
        : calendar_(calendar), host_(host), bytesPerMember_(bytesPerMember), rateBps_(rateBps)
    {
    }

    /// The member is back, empty: data rebuilt on it before are lost.
    void add(std::uint32_t member);
    /// Goes on if it could not for want of members with data.
    void resume() { advance(); }
    /// True unless the member lacks data.
    bool complete(std::uint32_t member) const { return !isIn(pass_, member) && !isIn(waiting_, member); }
    /// True if it has its data below `end`.
    bool has(std::uint32_t member, std::uint64_t end) const
    {
        return complete(member) || (end <= reached() && isIn(pass_, member));
    }

private:
    using Members = std::vector<std::uint32_t>;

    struct Piece
    {
        std::uint64_t offset = 0, bytes = 0; ///< 0 bytes: not in use
        std::uint32_t pending = 0;           ///< I/Os without an answer
        bool writing = false, error = false;
    };

    static bool isIn(const Members& members, std::uint32_t member);
    std::uint64_t reached() const;
    bool allFree() const;
    Members sources() const;
    void endPass();
    void beginPass();
    void advance();
    void begin(Piece& piece);
    void readPiece(std::uint32_t piece);
    void writePiece(std::uint32_t piece);
    void submit(std::uint32_t member, std::uint32_t piece, bool write);
    void answered(std::uint32_t piece, bool error);
    void end(Piece& piece);

    kernel::Calendar& calendar_;
    Host& host_;
    std::uint64_t bytesPerMember_;
    double rateBps_;
    Members pass_;           ///< are being rebuilt
    Members waiting_;        ///< for the next pass
    std::uint64_t next_ = 0; ///< where the next piece begins
    std::array<Piece, 2> pieces_;
    kernel::Time notBefore_ = 0; ///< of the next piece, by the rate
    bool scheduled_ = false;
};

} // namespace headroom::resources
