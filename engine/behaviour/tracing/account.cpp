#include "behaviour/tracing/account.h"

#include <algorithm>
#include <utility>

namespace headroom::behaviour {

namespace {

constexpr std::uint32_t keptInOrder = 64; ///< pieces: waits last for fewer pieces of others
constexpr std::uint32_t never = ~std::uint32_t{0};

} // namespace

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
    std::swap(length_, other.length_);
    std::swap(most_, other.most_);
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
        if (++length_ >= most_)
            shorten();
    }
    since_ = now;
}

void Account::shorten()
{
    std::vector<Pieces::Piece> gathered;
    std::vector<std::uint32_t> recent;
    kernel::Time from = 0;
    for (std::uint32_t index = last_; index != nowhere; index = (*pieces_)[index].before) {
        const Pieces::Piece& piece = (*pieces_)[index];
        from = piece.begin;
        if (recent.size() < keptInOrder) {
            recent.push_back(index);
            continue;
        }
        const auto known = std::ranges::find(gathered, piece.at, &Pieces::Piece::at);
        if (known == gathered.end())
            gathered.push_back({piece.at, 0, piece.end - piece.begin});
        else
            known->end += piece.end - piece.begin;
    }
    Account shorter(*pieces_, from);
    shorter.most_ = never; // while it is filled
    for (const Pieces::Piece& piece : gathered)
        shorter.until(shorter.since_ + piece.end, piece.at);
    for (auto index = recent.rbegin(); index != recent.rend(); ++index)
        shorter.until((*pieces_)[*index].end, SpentAt((*pieces_)[*index].at));
    shorter.most_ = 2 * shorter.length_ + keptInOrder;
    swap(shorter);
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
