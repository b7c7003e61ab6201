// The spans of sampled requests in compact form, with their parents and children.
#pragma once

#include "record/stream/span.h"

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
    /// A record::Span whose texts are stored as indices into text().
    struct Entry
    {
        std::uint64_t id = 0, parent = 0;
        double begin = 0, end = 0; ///< simulated seconds
        double acceptWait = 0;     ///< seconds before `begin`, for a called request
        std::uint32_t trace = 0, lane = 0;
        std::uint32_t name = 0, role = 0, operation = 0, node = 0;
        Kind kind = Kind::request;
        bool unfinished = false;
    };
    /// Further spans are counted and dropped, so that a run of any length needs at most about 60 MB.
    static constexpr std::size_t mostSpans = 500'000;

    void add(const record::Span& span);
    void clear();

    const std::vector<Entry>& entries() const { return entries_; }
    bool isEmpty() const { return entries_.empty(); }
    std::size_t leftOut() const { return leftOut_; }
    const QString& text(std::uint32_t index) const { return texts_[index]; }
    QString nodeGroup(const Entry& entry) const; ///< "storage" of node "storage-3"

    /// Indices of the entries with this parent, in the order of their ends.
    std::span<const std::uint32_t> childrenOf(std::uint64_t id) const;
    /// Indices of the users' completed requests, in the order of their ends.
    std::vector<std::uint32_t> usersRequests() const;
    /// A number that changes with every modification.
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
