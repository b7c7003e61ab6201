#include "behaviour/tracing/account.h"

#include <algorithm>
#include <utility>

namespace headroom::behaviour {

std::uint32_t Pieces::add(const Piece& piece)
{
    use(piece.before);
    if (free_.empty()) {
        pieces_.push_back(piece);
        return static_cast<std::uint32_t>(pieces_.size() - 1);
    }
    const std::uint32_t index = free_.back();
    free_.pop_back();
    pieces_[index] = piece;
    return index;
}

void Pieces::drop(std::uint32_t piece)
{
    while (piece != nowhere && --pieces_[piece].uses == 0) {
        free_.push_back(piece);
        piece = pieces_[piece].before;
    }
}

void Account::swap(Account& other) noexcept
{
    std::swap(pieces_, other.pieces_);
    std::swap(last_, other.last_);
    std::swap(since_, other.since_);
}

void Account::until(kernel::Time now, const SpentAt& at)
{
    if (!pieces_ || now <= since_)
        return;
    if (last_ != nowhere && (*pieces_)[last_].uses == 1 && (*pieces_)[last_].at == at &&
        (*pieces_)[last_].end == since_) {
        (*pieces_)[last_].end = now;
    } else {
        const std::uint32_t piece = pieces_->add({at, since_, now, last_, 1});
        pieces_->drop(std::exchange(last_, piece));
    }
    since_ = now;
}

void Account::goOnAs(const Account& cause)
{
    if (!pieces_ || !cause.pieces_ || cause.since_ <= since_)
        return;
    std::vector<std::uint32_t> pieces;
    for (std::uint32_t piece = cause.last_; piece != nowhere && (*pieces_)[piece].end > since_;
         piece = (*pieces_)[piece].before)
        pieces.push_back(piece);
    if (pieces.empty())
        return;
    // Before its beginning the other one says nothing: that time counts like its first piece.
    for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece)
        until((*pieces_)[*piece].end, SpentAt((*pieces_)[*piece].at));
}

} // namespace headroom::behaviour
