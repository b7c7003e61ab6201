// The messages of a queue by locality: which of them a consumer may take, by where their data are. Internal to
// behaviour/.
#pragma once

#include "kernel/time.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace headroom::behaviour {

/// Delay scheduling (Zaharia et al., "Delay scheduling: a simple technique for achieving locality and fairness in
/// cluster scheduling", EuroSys 2010): a message waits for a consumer on a node that has its data; when it has waited
/// for the patience, one in the rack of such a node may take it; after twice the patience, any. A consumer takes the
/// earliest message for which its node is right, else for which its rack is, else any. A message without data is right
/// anywhere. Each function takes the logarithm of the number of messages.
class LocalMessages
{
public:
    /// `racks`: number of the rack of each node.
    LocalMessages(const std::vector<std::uint32_t>& racks, kernel::Time patience) : racks_(racks), patience_(patience)
    {
    }

    /// Both `order` and `since` grow from message to message; `nodes` have its data.
    void add(std::uint32_t message, std::uint64_t order, kernel::Time since, std::vector<std::uint32_t> nodes);
    void remove(std::uint32_t message);

    /// The message that a consumer on the node takes now.
    std::optional<std::uint32_t> nextFor(std::uint32_t node, kernel::Time now) const;
    /// The first instant after `now` at which a consumer on the node may take one that it may not take now, if no
    /// other message comes; `never` if there is none.
    kernel::Time relaxesFor(std::uint32_t node, kernel::Time now) const;

    std::size_t size() const { return entries_.size(); }
    std::vector<std::uint32_t> all() const;
    kernel::Time patience() const { return patience_; }

private:
    using InOrder = std::map<std::uint64_t, std::uint32_t>; ///< order → message
    struct Entry
    {
        std::uint64_t order;
        kernel::Time since;
        std::vector<std::uint32_t> nodes;
    };
    using Lists = std::unordered_map<std::uint32_t, InOrder>;

    static const InOrder* find(const Lists& lists, std::uint32_t key);
    static void drop(Lists& lists, std::uint32_t key, std::uint64_t order);
    kernel::Time sinceOf(std::uint32_t message) const { return entries_.at(message).since; }

    const std::vector<std::uint32_t>& racks_;
    kernel::Time patience_;
    std::unordered_map<std::uint32_t, Entry> entries_; ///< by message
    InOrder all_, anywhere_;                           ///< anywhere: those without data
    Lists onNode_, inRack_;
};

} // namespace headroom::behaviour
