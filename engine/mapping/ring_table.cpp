#include "mapping/ring_table.h"

#include "csv/csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace headroom::mapping {

namespace {

class RingTableFile
{
public:
    RingTableFile(const std::filesystem::path& path, double replicas, std::uint32_t devices)
        : file_(path, std::ios::binary), lines_(file_), mean_(replicas),
          replicas_(static_cast<std::uint32_t>(std::ceil(replicas))), devices_(devices)
    {
        if (!file_)
            throw std::runtime_error("It cannot be opened.");
    }

    RingTable read(std::uint32_t power)
    {
        RingTable table{power, replicas_, {}};
        readHeader();
        std::uint64_t rows = 0;
        for (; lines_.next(); ++rows) {
            if (rows == table.partitions())
                fault("there are more rows than the " + std::to_string(table.partitions()) +
                      " partitions of the ring (partition_power " + std::to_string(power) + ").");
            readRow(rows, table.placed);
        }
        if (rows < table.partitions())
            throw std::runtime_error("It has " + std::to_string(rows) + " rows, the ring " +
                                     std::to_string(table.partitions()) + " partitions (partition_power " +
                                     std::to_string(power) + ").");
        checkFraction(table);
        return table;
    }

private:
    [[noreturn]] void fault(const std::string& problem) const
    {
        throw std::runtime_error("line " + std::to_string(lines_.line()) + ": " + problem);
    }

    void readHeader()
    {
        std::string expected = "partition";
        for (std::uint32_t copy = 1; copy <= replicas_; ++copy)
            expected += ",copy " + std::to_string(copy);
        if (!lines_.next() || lines_.text() != expected)
            throw std::runtime_error("The first line has to be \"" + expected +
                                     "\": the ring has so many replicas. It is \"" +
                                     std::string(lines_.text().substr(0, 80)) + "\".");
    }

    std::uint64_t number(std::size_t cell, const char* what) const
    {
        const std::string_view text = lines_[cell];
        std::uint64_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size())
            fault("\"" + std::string(text.substr(0, 40)) + "\" is not the number of a " + what + ".");
        return value;
    }

    bool isWhole() const { return mean_ == std::floor(mean_); }

    void checkFraction(const RingTable& table) const
    {
        if (isWhole())
            return;
        const auto without = static_cast<std::uint64_t>(std::ranges::count(table.placed, noReplica));
        const std::uint64_t wanted = partitionsWithMore(mean_, table.power);
        if (const std::uint64_t with = table.partitions() - without; with > wanted + 1 || with + 1 < wanted)
            throw std::runtime_error(std::to_string(with) + " partitions have copy " + std::to_string(replicas_) +
                                     ", and by its replicas the ring has " + std::to_string(wanted) + " such.");
    }

    void readRow(std::uint64_t row, std::vector<std::uint32_t>& placed)
    {
        if (const std::uint64_t partition = number(0, "partition"); partition != row)
            fault("partition " + std::to_string(partition) + " stands where " + std::to_string(row) + " belongs.");
        for (std::uint32_t copy = 0; copy < replicas_; ++copy) {
            if (copy > 0 && copy + 1 == replicas_ && !isWhole() && lines_[copy + 1].empty()) {
                placed.push_back(noReplica);
                continue;
            }
            const std::uint64_t device = number(copy + 1, "device");
            if (device < 1 || device > devices_)
                fault("there is no device " + std::to_string(device) + "; the ring has " + std::to_string(devices_) +
                      ".");
            const auto index = static_cast<std::uint32_t>(device - 1);
            if (std::find(placed.end() - copy, placed.end(), index) != placed.end())
                fault("device " + std::to_string(device) + " has the partition twice.");
            placed.push_back(index);
        }
        if (lines_.size() > replicas_ + 1)
            fault("there are more cells than the " + std::to_string(replicas_) + " replicas of the ring.");
    }

    std::ifstream file_;
    csv::Reader lines_;
    double mean_; ///< replicas of a partition
    std::uint32_t replicas_, devices_;
};

} // namespace

std::uint64_t partitionsWithMore(double replicas, std::uint32_t power)
{
    return static_cast<std::uint64_t>((replicas - std::floor(replicas)) *
                                      static_cast<double>(std::uint64_t{1} << power));
}

RingTable readRingTable(const std::filesystem::path& file, std::uint32_t power, double replicas, std::uint32_t devices)
{
    return RingTableFile(file, replicas, devices).read(power);
}

std::uint64_t partitionsTwiceOnANode(const RingTable& table, const std::vector<std::uint32_t>& nodeOf)
{
    std::uint64_t count = 0;
    std::vector<std::uint32_t> nodes;
    for (std::uint64_t partition = 0; partition < table.partitions(); ++partition) {
        nodes.clear();
        for (std::uint32_t replica = 0; replica < table.replicas; ++replica)
            if (const std::uint32_t device = table.placed[partition * table.replicas + replica]; device != noReplica)
                nodes.push_back(nodeOf[device]);
        std::sort(nodes.begin(), nodes.end());
        count += std::adjacent_find(nodes.begin(), nodes.end()) != nodes.end();
    }
    return count;
}

} // namespace headroom::mapping
