#include "import/rings/ring_file.h"

#include "import/import.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <zlib.h>

namespace headroom::import {

using project::Json;

namespace {

constexpr std::size_t mostBytes = std::size_t{256} << 20; ///< of the file when it is no longer compressed
constexpr std::uint32_t mostPower = 24;                   ///< that a ring of a project may have
constexpr std::uint64_t mostReplicas = 1024;

std::string unpacked(const std::string& content)
{
    z_stream stream{};
    if (inflateInit2(&stream, 15 + 16) != Z_OK) // the largest window, and the header of gzip
        throw ImportError("There is no memory to unpack the file.");
    const std::unique_ptr<z_stream, int (*)(z_stream*)> closing(&stream, inflateEnd);
    std::string packed = content, text;
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    int state = Z_OK;
    while (state != Z_STREAM_END) {
        const std::size_t before = text.size();
        if (before > mostBytes)
            throw ImportError("The ring is larger than 256 MiB when it is unpacked.");
        text.resize(before + (1u << 20));
        stream.next_out = reinterpret_cast<Bytef*>(text.data() + before);
        stream.avail_out = 1u << 20;
        state = inflate(&stream, Z_NO_FLUSH);
        text.resize(text.size() - stream.avail_out);
        if (state != Z_OK && state != Z_STREAM_END)
            throw ImportError("The file is damaged or cut off: it cannot be unpacked to its end.");
    }
    return text;
}

class RingFileReader
{
public:
    explicit RingFileReader(std::string text) : text_(std::move(text)) {}

    RingFile read()
    {
        if (text_.compare(0, 4, "R1NG") != 0)
            throw ImportError("It is no ring file: it does not begin with R1NG.");
        at_ = 4;
        if (const std::uint64_t version = number(2); version != 1)
            throw ImportError("The ring file has version " + std::to_string(version) + "; only version 1 is read.");
        readDescription(number(4));
        readDevices();
        readPlaces();
        return std::move(ring_);
    }

private:
    /// High byte first.
    std::uint64_t number(std::size_t bytes)
    {
        need(bytes);
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < bytes; ++i)
            value = value << 8 | static_cast<unsigned char>(text_[at_++]);
        return value;
    }
    void need(std::size_t bytes) const
    {
        if (text_.size() - at_ < bytes)
            throw ImportError("The ring file is cut off.");
    }

    void readDescription(std::uint64_t length)
    {
        need(length);
        description_ = Json::parse(text_.substr(at_, length), nullptr, false);
        at_ += length;
        if (!description_.is_object())
            throw ImportError("The description in the ring file is no JSON object.");
        const std::uint64_t shift = whole(description_, "part_shift", "The ring", 32);
        if (32 - shift > mostPower)
            throw ImportError("The ring has 2^" + std::to_string(32 - shift) +
                              " partitions; a ring of a project has at most 2^" + std::to_string(mostPower) + ".");
        ring_.power = static_cast<std::uint32_t>(32 - shift);
        rows_ = whole(description_, "replica_count", "The ring", mostReplicas);
        if (rows_ == 0)
            throw ImportError("The ring has no replica: it has not been dealt yet.");
        const Json order = description_.value("byteorder", Json("little"));
        if (order != "little" && order != "big")
            throw ImportError("The byte order of the ring is neither little nor big.");
        lowFirst_ = order == "little";
        ring_.growing = description_.contains("next_part_power");
    }

    static std::uint64_t whole(const Json& object, const char* key, const std::string& what, std::uint64_t most)
    {
        const Json value = object.value(key, Json());
        if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most)
            throw ImportError(what + " has no \"" + key + "\" that is a whole number from 0 to " +
                              std::to_string(most) + ".");
        return value.get<std::uint64_t>();
    }
    static std::string words(const Json& object, const char* key, const std::string& what)
    {
        const Json value = object.value(key, Json());
        if (!value.is_string() || value.get<std::string>().empty())
            throw ImportError(what + " has no \"" + key + "\".");
        return value.get<std::string>();
    }

    /// Devices that were taken out have left an empty place.
    void readDevices()
    {
        constexpr std::uint64_t mostZones = 1'000'000'000;
        const Json listed = description_.value("devs", Json());
        if (!listed.is_array())
            throw ImportError("The ring lists no devices (\"devs\").");
        for (std::size_t id = 0; id < listed.size(); ++id) {
            const Json& entry = listed[id];
            if (entry.is_null())
                continue;
            const std::string what = "Device " + std::to_string(id) + " of the ring";
            if (!entry.is_object())
                throw ImportError(what + " is no JSON object.");
            RingFile::Device device;
            if (entry.contains("region")) // older rings have none
                device.region = whole(entry, "region", what, mostZones);
            device.zone = whole(entry, "zone", what, mostZones);
            device.address = words(entry, "ip", what);
            device.name = words(entry, "device", what);
            const Json weight = entry.value("weight", Json());
            if (!weight.is_number() || !(weight.get<double>() >= 0) || !std::isfinite(weight.get<double>()))
                throw ImportError(what + " has no \"weight\" that is a number of 0 or more.");
            device.weight = weight.get<double>();
            indexOf_[id] = static_cast<std::uint32_t>(ring_.devices.size());
            ring_.devices.push_back(std::move(device));
        }
    }

    /// If a ring has 3.25 replicas, its fourth row ends after a quarter of the partitions.
    void readPlaces()
    {
        const std::uint64_t cells = (text_.size() - at_) / 2;
        const std::uint64_t full = rows_ * ring_.partitions(), missing = full - std::min(full, cells);
        if (missing >= ring_.partitions() || (text_.size() - at_) % 2 != 0)
            throw ImportError("The ring file is cut off: it lacks replicas of its partitions.");
        if (cells > full)
            throw ImportError("The ring file is longer than its replicas.");
        ring_.replicas = static_cast<std::uint32_t>(missing > 0 ? rows_ - 1 : rows_);
        ring_.extraReplicas = missing > 0 ? ring_.partitions() - missing : 0;
        if (ring_.replicas == 0)
            throw ImportError("The ring has less than one replica of some partitions.");
        ring_.placed.reserve(cells);
        for (std::uint64_t cell = 0; cell < cells; ++cell) {
            const std::uint64_t first = number(1), second = number(1);
            const std::uint64_t id = lowFirst_ ? second << 8 | first : first << 8 | second;
            const auto known = indexOf_.find(id);
            if (known == indexOf_.end())
                throw ImportError("Partition " + std::to_string(cell % ring_.partitions()) + " is on device " +
                                  std::to_string(id) + ", which the ring does not list.");
            ring_.placed.push_back(known->second);
        }
    }

    std::string text_;
    std::size_t at_ = 0;
    Json description_;
    std::uint64_t rows_ = 0;
    bool lowFirst_ = true;
    std::map<std::uint64_t, std::uint32_t> indexOf_; ///< number of a device → index
    RingFile ring_;
};

} // namespace

RingFile readRingFile(const std::string& content)
{
    return RingFileReader(unpacked(content)).read();
}

} // namespace headroom::import
