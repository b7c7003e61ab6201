// Several devices used as one: striped, mirrored, or both.
#pragma once

#include "resources/storage/raid/member_set.h"

#include <vector>

namespace headroom::resources {

enum class RaidLevel
{
    striped,        ///< RAID 0
    mirrored,       ///< RAID 1: every member has all data
    stripedMirrors, ///< RAID 10: pairs of mirrors, striped
};

/// Stripes are distributed over the columns in turn. A column is one member (RAID 0), all of them (RAID 1) or a pair
/// (RAID 10) with the same data. Patterson, Gibson and Katz, "A case for redundant arrays of inexpensive disks (RAID)",
/// SIGMOD 1988.
///
/// - An I/O becomes one I/O for each column that it touches (several stripes of a column are contiguous on the member),
///   and is answered when all of these are.
/// - A read goes to one member of the column: to the one whose last read ended where this one begins if it is no more
///   loaded than the others (so that a stream stays on one arm), else to the one with the fewest I/Os of this set,
///   among equals to the one that has served fewer reads.
/// - A write goes to every working member of the column.
/// - A read that a failing member answers with an error is repeated on another one. A set with a column of which no
///   member works with all of its data has failed, and answers everything with an error.
/// - A member that returns is rebuilt from another one of its column (member_set.h).
///
/// The capacity is that of the smallest member times the columns, in whole stripes. Command splitting costs no time.
class RaidSet final : public MemberSet
{
public:
    /// The members belong to the caller and outlive the set. Throws std::invalid_argument for fewer than two members,
    /// an odd number of them with RAID 10, a stripe of 0 bytes or one larger than a member (RAID 1 has no stripes).
    RaidSet(kernel::Calendar& calendar, RaidLevel level, std::uint64_t stripeBytes,
            const std::vector<StorageDevice*>& members, double rebuildBps = 0);

    void submit(const DeviceRequest& request, kernel::Completion done) override;
    std::uint64_t capacityBytes() const override { return capacity_; }
    bool failed() const override;

private:
    struct Member
    {
        std::uint64_t nextOffset = ~std::uint64_t{0}; ///< end of its last read
        std::uint64_t reads = 0;
        std::uint32_t outstanding = 0;
    };

    /// The part of a request for one column.
    struct Part
    {
        std::uint32_t request = none;
        std::uint32_t column = 0;
        std::uint64_t offset = 0; ///< offset on the members
        std::uint64_t bytes = 0;
        std::uint32_t pending = 0; ///< copies without an answer
        bool stored = false;       ///< at least one copy is written or read
    };

    static std::uint64_t stripeOf(RaidLevel level, std::uint64_t stripeBytes,
                                  const std::vector<StorageDevice*>& members);
    bool failedWithout(std::uint32_t member) const override;
    std::vector<std::uint32_t> sourcesOf(std::uint32_t member) const override;
    /// True if a member of the column other than `without` is complete.
    bool columnWorks(std::uint32_t column, std::uint32_t without = none) const;
    void submitPart(std::uint32_t part);
    void submitTo(std::uint32_t member, std::uint32_t part, bool write);
    std::uint32_t memberToRead(const Part& part) const;
    void answered(std::uint32_t part, std::uint32_t member);
    void partDone(std::uint32_t part);

    std::uint32_t copies_;
    std::uint32_t columns_;
    std::uint64_t stripe_;
    std::uint64_t capacity_ = 0;
    std::vector<Member> members_; ///< copy c of column k is member k * copies + c
    RecordPool<Part> parts_;
};

} // namespace headroom::resources
