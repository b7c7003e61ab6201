// How a request has spent its time, as a chain of pieces in the order of time.
#pragma once

#include "behaviour/program/program.h"
#include "kernel/time.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace headroom::behaviour {

/// The reasons for which a request takes time.
enum class Spent : std::uint8_t
{
    processor, ///< at work or in its queue
    worker,    ///< to be accepted, or for its event loop or thread
    helper,    ///< for a helper thread
    storage,   ///< a read or a write
    flush,
    station, ///< of a black box
    delay,
    state,   ///< for what a state item has to give: slots, tokens, the others at a barrier; a message for further ones
    room,    ///< for room in a queue
    turn,    ///< a message, for a consumer that is busy
    message, ///< for a message
    memory,
    network, ///< messages of calls under way, chunks of streams, and acknowledgements that make room for chunks
    stream,  ///< a stream, for no known reason: its other end has not begun, or is gone
    answer,  ///< an answer that failed or never came
    others   ///< other paths: the grace time of a join, the next start of a for each
};

struct SpentAt
{
    /// The part of it that is known to be waiting or service.
    enum class Part : std::uint8_t
    {
        unknown,
        waiting,
        service
    };
    Spent what = Spent::others;
    Part part = Part::unknown;
    std::uint32_t block = nowhere; ///< its monitor; of messages and chunks, that of their sender; nowhere: before the
                                   ///< first block
    std::uint32_t node = 0;
    std::uint32_t from = nowhere; ///< of what is in the network: its sender's node
    auto operator<=>(const SpentAt&) const = default;
};

/// The pieces of all accounts. Accounts with a common past share its pieces.
class Pieces
{
public:
    struct Piece
    {
        SpentAt at;
        kernel::Time begin = 0, end = 0;
        std::uint32_t before = nowhere;
        std::uint32_t uses = 0; ///< accounts that end with it, and pieces that follow it
    };

    std::uint32_t add(const Piece& piece);
    Piece& operator[](std::uint32_t piece) { return pieces_[piece]; }
    void use(std::uint32_t piece)
    {
        if (piece != nowhere)
            ++pieces_[piece].uses;
    }
    /// Frees the piece if nothing uses it any more, and those before it likewise.
    void drop(std::uint32_t piece);
    std::size_t inUse() const { return pieces_.size() - free_.size(); }

private:
    std::vector<Piece> pieces_;
    std::vector<std::uint32_t> free_;
};

/// All time from a beginning up to `since`. A copy costs no more than a count. Of long accounts the older pieces are
/// gathered by place; their order is lost.
class Account
{
public:
    Account() = default;
    Account(Pieces& pieces, kernel::Time since) : pieces_(&pieces), since_(since) {}
    Account(const Account& other)
        : pieces_(other.pieces_), last_(other.last_), since_(other.since_), length_(other.length_), most_(other.most_)
    {
        if (pieces_)
            pieces_->use(last_);
    }
    Account(Account&& other) noexcept : Account() { swap(other); }
    Account& operator=(Account other) noexcept
    {
        swap(other);
        return *this;
    }
    ~Account()
    {
        if (pieces_)
            pieces_->drop(last_);
    }

    /// False: nothing is known.
    bool known() const { return pieces_ != nullptr; }
    /// All time before is accounted for.
    kernel::Time since() const { return since_; }
    /// The time up to now was spent there.
    void until(kernel::Time now, const SpentAt& at);
    /// This account waited for something that ended with the other one: the time since then is divided as that one
    /// says.
    void goOnAs(const Account& cause);

    /// Calls with place and duration of each piece, the last one first.
    template <typename Called>
    void each(Called called) const
    {
        for (std::uint32_t piece = last_; piece != nowhere; piece = (*pieces_)[piece].before)
            called((*pieces_)[piece].at, (*pieces_)[piece].end - (*pieces_)[piece].begin);
    }

    /// The same of the time since then; the first piece in time counts from there.
    template <typename Called>
    void eachSince(kernel::Time since, Called called) const
    {
        for (std::uint32_t piece = last_; piece != nowhere && (*pieces_)[piece].end > since;
             piece = (*pieces_)[piece].before)
            called((*pieces_)[piece].at, (*pieces_)[piece].end - std::max(since, (*pieces_)[piece].begin));
    }

private:
    void swap(Account& other) noexcept;
    void shorten();

    Pieces* pieces_ = nullptr;
    std::uint32_t last_ = nowhere;
    kernel::Time since_ = 0;
    std::uint32_t length_ = 0, most_ = 256; ///< pieces
};

} // namespace headroom::behaviour
