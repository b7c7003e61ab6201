// The I/Os of a set to its members, adjacent pieces together.
#pragma once

#include "resources/record_pool.h"
#include "resources/storage/storage_device.h"

#include <cstdint>
#include <vector>

namespace headroom::resources {

/// I/Os to the members of a set. A gathered one that begins where the one before it of the same member and direction
/// ends becomes one I/O with it, as in the plug of a Linux task (blk_attempt_plug_merge() in block/blk-merge.c), which
/// md's daemon has too while it handles stripes (raid5d() in drivers/md/raid5.c): the strips of several rows, which the
/// set cuts a request into, cost the arm of a disk one command, and take one place in its queue.
class MergedIos
{
public:
    /// The set.
    class Client
    {
    public:
        virtual ~Client() = default;
        virtual StorageDevice& deviceOf(std::uint32_t member) = 0;
        /// An I/O has been answered; `part` is what it was submitted with.
        virtual void answered(std::uint32_t part, bool error) = 0;
    };

    MergedIos(Client& client, std::uint32_t members) : client_(client), last_(members, Chain::none) {}

    /// I/Os wait until `send` has been called as often as this.
    void gather() { ++gathering_; }
    void send();
    void submit(std::uint32_t member, const DeviceRequest& io, std::uint32_t part);

private:
    struct Io
    {
        DeviceRequest io;
        std::uint32_t member = 0;
        std::vector<std::uint32_t> parts;
    };

    bool joins(std::uint32_t member, const DeviceRequest& io, std::uint32_t part);
    void start(std::uint32_t io);
    void done(std::uint32_t io);

    Client& client_;
    RecordPool<Io> ios_;
    std::uint32_t gathering_ = 0;
    std::vector<std::uint32_t> gathered_;
    std::vector<std::uint32_t> last_; ///< of those gathered, by member
    std::vector<std::uint32_t> answered_;
};

} // namespace headroom::resources
