// Several devices used as one, with parity: RAID 5 and RAID 6.
#pragma once

#include "resources/storage/raid/kept_stripes.h"
#include "resources/storage/raid/member_set.h"
#include "resources/storage/raid/merged_ios.h"

#include <map>
#include <vector>

namespace headroom::resources {

/// A row is a stripe on each member: data on all but `parities` of them, parity on these; with each row the parities
/// move on by one member, as in the left-symmetric layout of Linux' md. Patterson, Gibson and Katz, "A case for
/// redundant arrays of inexpensive disks (RAID)", SIGMOD 1988; Chen et al., "RAID: high-performance, reliable secondary
/// storage", ACM Computing Surveys 26(2), 1994.
///
/// - A request is cut into bands: a range of a row in which the same neighbouring columns are touched. Once all bands
///   are answered, it is.
/// - The I/Os of a request to a member in several rows are one where they are adjacent (merged_ios.h).
/// - A read goes to the members with the data. The data of a failed member are computed from the same range of as many
///   others of the row as there are columns.
/// - A write of all columns of a row goes to them and to the parities. Any other one first reads what the new parity
///   depends on: the old data and parities (read-modify-write) or the columns that it does not touch
///   (reconstruct-write), whichever is fewer reads; the latter if they are equal, as md does (drivers/md/raid5.c,
///   handle_stripe_dirtying). A failed member is not written; where what must be read lies on it, or is not rebuilt
///   yet, the other way is taken, or, if that is barred too, all members of the row that have their data are read.
/// - A set of which more members lack data than there are parities has failed. Members that return are rebuilt from as
///   many others as there are columns (member_set.h).
/// - Writes are gathered as in md's stripe cache: one to the same range of a row as another that has not begun to be
///   written, since it came in the same instant (raid5_unplug) or still reads (add_stripe_bio), joins it. What it has
///   read is not read again, both are written at once, and a row that has become whole reads nothing. So a stream of
///   small writes with several under way fills most rows. Synchronous writes, as direct ones are, do not wait for the
///   reads of other rows (raid5_make_request), so none do here.
/// - What it has read for writes and written stays in memory for a while (kept_stripes.h), and is not read again.
///
/// The capacity is that of the smallest member times the columns, in whole stripes. Computing parity costs no time.
class ParitySet final : public MemberSet, MergedIos::Client
{
public:
    /// `parities` is 1 or 2. The members belong to the caller and outlive the set. Throws std::invalid_argument for
    /// fewer than two columns, a stripe of 0 bytes or one larger than a member.
    ParitySet(kernel::Calendar& calendar, std::uint32_t parities, std::uint64_t stripeBytes,
              std::vector<StorageDevice*> members, double rebuildBps = 0);

    void submit(const DeviceRequest& request, kernel::Completion done) override;
    std::uint64_t capacityBytes() const override { return capacity_; }
    std::uint64_t fullStripeBytes() const override { return stripe_ * columns_; }
    bool failed() const override;

private:
    enum class Stage : std::uint8_t
    {
        waiting, ///< a write, for others of this instant
        reading,
        writing
    };

    struct Band
    {
        std::uint32_t request = none;
        std::uint64_t row = 0;
        std::uint64_t begin = 0; ///< in the stripe
        std::uint64_t bytes = 0;
        std::uint32_t column = 0;
        std::uint32_t columns = 0;
        std::uint32_t pending = 0;   ///< I/Os of members without an answer
        std::uint32_t joined = none; ///< the next band that is written together with it
        Stage stage = Stage::waiting;
        bool error = false; ///< a member answered with an error
    };

    /// Use of the members of a row by a band.
    enum class Use : std::uint8_t
    {
        none,
        read,
        write
    };

    KeptStripes::Range onMembers(const Band& band) const { return {band.row * stripe_ + band.begin, band.bytes}; }
    std::uint32_t memberOf(std::uint64_t row, std::uint32_t column) const;
    bool failedWithout(std::uint32_t member) const override;
    std::vector<std::uint32_t> sourcesOf(std::uint32_t member) const override;
    /// True if the stripe of this column or parity can be read.
    bool readable(const Band& band, std::uint32_t column) const;
    void addBands(std::uint32_t request, std::uint64_t row, std::uint64_t from, std::uint64_t to);
    void addBand(const Band& band);
    void read(std::uint32_t band);
    void write(std::uint32_t band);
    bool join(std::uint32_t band);
    void activateSoon();
    void activate();
    void proceed(std::uint32_t band);
    void leaveGathering(std::uint32_t band);
    void planReadOfData(const Band& band);
    bool planReadsBeforeWrite(std::uint32_t band);
    void planWrites(const Band& band);
    void touch(std::uint32_t band);
    void carryOut(std::uint32_t band);
    StorageDevice& deviceOf(std::uint32_t member) override { return memberDevice(member); }
    void answered(std::uint32_t band, bool error) override;
    void answeredRead(std::uint32_t band);
    void bandDone(std::uint32_t band);
    void writeDone(std::uint32_t band);

    std::uint32_t parities_;
    std::uint32_t columns_;
    std::uint64_t stripe_;
    std::uint64_t capacity_ = 0;
    std::vector<Use> plan_;     ///< by column, then the parities; of the band that is being started
    std::vector<bool> touched_; ///< by column: what it writes
    RecordPool<Band> bands_;
    MergedIos ios_;
    KeptStripes kept_;
    std::vector<std::vector<bool>> known_;                  ///< by band, as plan_: what of a write is in memory
    std::multimap<std::uint64_t, std::uint32_t> gathering_; ///< by row: the writes that others may join
    std::vector<std::uint32_t> waiting_;                    ///< those of them that wait
    bool activates_ = false;                                ///< those that wait begin at this instant
};

} // namespace headroom::resources
