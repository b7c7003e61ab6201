// The spans of sampled requests in little memory, and who belongs to whom.
#pragma once

#include "record/span.h"

#include <QString>
#include <QVector>

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace headroom::widgets {

class RequestSpans
{
public:
    enum class Kind : std::uint8_t
    {
        request,
        block,
        wait
    };
    /// A record::Span with its texts as indices into text().
    struct Entry
    {
        std::uint64_t id = 0, parent = 0;
        double begin = 0, end = 0; ///< simulated seconds
        double acceptWait = 0;     ///< s before `begin`, of a called request
        std::uint32_t trace = 0, lane = 0;
        std::uint32_t name = 0, role = 0, operation = 0, node = 0;
        Kind kind = Kind::request;
        bool unfinished = false;
    };
    /// Further ones are counted and passed over: a run of any length takes at most some 60 MB.
    static constexpr std::size_t mostSpans = 500'000;

    void add(const record::Span& span);
    void clear();

    const std::vector<Entry>& entries() const { return entries_; }
    bool isEmpty() const { return entries_.empty(); }
    std::size_t leftOut() const { return leftOut_; }
    const QString& text(std::uint32_t index) const { return texts_[index]; }
    QString nodeGroup(const Entry& entry) const; ///< "storage" of node "storage-3"

    /// Indices of the entries whose parent this is, in the order in which they ended.
    std::span<const std::uint32_t> childrenOf(std::uint64_t id) const;
    /// Indices of the users' requests that were done, in the order in which they ended.
    std::vector<std::uint32_t> usersRequests() const;
    /// Changes with every change.
    std::uint64_t version() const { return version_; }

private:
    std::uint32_t intern(const std::string& text);

    std::vector<Entry> entries_;
    QVector<QString> texts_;
    std::unordered_map<std::string, std::uint32_t> indices_;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> children_;
    std::size_t leftOut_ = 0;
    std::uint64_t version_ = 0;
};

} // namespace headroom::widgets
