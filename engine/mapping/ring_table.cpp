#include "mapping/ring_table.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace headroom::mapping {

namespace {

class RingTableFile
{
public:
    RingTableFile(const std::filesystem::path& path, std::uint32_t replicas, std::uint32_t devices)
        : file_(path, std::ios::binary), replicas_(replicas), devices_(devices)
    {
        if (!file_)
            throw std::runtime_error("It cannot be opened.");
    }

    RingTable read(std::uint32_t power)
    {
        RingTable table{power, replicas_, {}};
        readHeader();
        std::uint64_t rows = 0;
        for (; nextLine(); ++rows) {
            if (rows == table.partitions())
                fault("there are more rows than the " + std::to_string(table.partitions()) +
                      " partitions of the ring (partition_power " + std::to_string(power) + ").");
            readRow(rows, table.placed);
        }
        if (rows < table.partitions())
            throw std::runtime_error("It has " + std::to_string(rows) + " rows, the ring " +
                                     std::to_string(table.partitions()) + " partitions (partition_power " +
                                     std::to_string(power) + ").");
        return table;
    }

private:
    bool nextLine()
    {
        if (!std::getline(file_, line_))
            return false;
        ++number_;
        if (line_.ends_with('\r'))
            line_.pop_back();
        rest_ = line_;
        return true;
    }

    [[noreturn]] void fault(const std::string& problem) const
    {
        throw std::runtime_error("line " + std::to_string(number_) + ": " + problem);
    }

    std::string_view nextCell()
    {
        const std::size_t end = std::min(rest_.find(','), rest_.size());
        const std::string_view cell = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        return cell;
    }

    void readHeader()
    {
        std::string expected = "partition";
        for (std::uint32_t copy = 1; copy <= replicas_; ++copy)
            expected += ",copy " + std::to_string(copy);
        if (!nextLine() || line_ != expected)
            throw std::runtime_error("The first line has to be \"" + expected +
                                     "\": the ring has so many replicas. It is \"" + line_.substr(0, 80) + "\".");
    }

    std::uint64_t nextNumber(const char* what)
    {
        const std::string_view text = nextCell();
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc() || end != text.data() + text.size())
            fault("\"" + std::string(text.substr(0, 40)) + "\" is not the number of a " + what + ".");
        return number;
    }

    void readRow(std::uint64_t row, std::vector<std::uint32_t>& placed)
    {
        if (const std::uint64_t partition = nextNumber("partition"); partition != row)
            fault("partition " + std::to_string(partition) + " stands where " + std::to_string(row) + " belongs.");
        for (std::uint32_t copy = 0; copy < replicas_; ++copy) {
            const std::uint64_t device = nextNumber("device");
            if (device < 1 || device > devices_)
                fault("there is no device " + std::to_string(device) + "; the ring has " + std::to_string(devices_) +
                      ".");
            const auto index = static_cast<std::uint32_t>(device - 1);
            if (std::find(placed.end() - copy, placed.end(), index) != placed.end())
                fault("device " + std::to_string(device) + " has the partition twice.");
            placed.push_back(index);
        }
        if (!rest_.empty())
            fault("there are more cells than the " + std::to_string(replicas_) + " replicas of the ring.");
    }

    std::ifstream file_;
    std::uint32_t replicas_, devices_;
    std::string line_;
    std::string_view rest_; ///< part of the line that is not read yet
    std::uint64_t number_ = 0;
};

} // namespace

RingTable readRingTable(const std::filesystem::path& file, std::uint32_t power, std::uint32_t replicas,
                        std::uint32_t devices)
{
    return RingTableFile(file, replicas, devices).read(power);
}

std::uint64_t partitionsTwiceOnANode(const RingTable& table, const std::vector<std::uint32_t>& nodeOf)
{
    std::uint64_t count = 0;
    std::vector<std::uint32_t> nodes(table.replicas);
    for (std::uint64_t partition = 0; partition < table.partitions(); ++partition) {
        for (std::uint32_t replica = 0; replica < table.replicas; ++replica)
            nodes[replica] = nodeOf[table.placed[partition * table.replicas + replica]];
        std::sort(nodes.begin(), nodes.end());
        count += std::adjacent_find(nodes.begin(), nodes.end()) != nodes.end();
    }
    return count;
}

} // namespace headroom::mapping
