#include "widgets/plots/data/request_spans.h"

#include <cmath>

namespace headroom::widgets {

void RequestSpans::add(const record::Span& span)
{
    ++version_;
    const bool sound = std::isfinite(span.beginS) && std::isfinite(span.endS) && span.endS >= span.beginS;
    if (!sound || entries_.size() >= mostSpans) {
        ++leftOut_;
        return;
    }
    Entry entry;
    entry.id = span.id;
    entry.parent = span.parent;
    entry.begin = span.beginS;
    entry.end = span.endS;
    entry.acceptWait = std::isfinite(span.acceptWaitS) ? std::max(0.0, span.acceptWaitS) : 0;
    entry.trace = static_cast<std::uint32_t>(span.trace);
    entry.lane = span.lane;
    entry.name = intern(span.name);
    entry.role = intern(span.role);
    entry.operation = intern(span.operation);
    entry.node = intern(span.node);
    entry.kind = span.kind == "request" ? Kind::request : span.kind == "block" ? Kind::block : Kind::wait;
    entry.unfinished = span.unfinished;
    if (entry.parent != 0)
        children_[entry.parent].push_back(static_cast<std::uint32_t>(entries_.size()));
    entries_.push_back(entry);
}

void RequestSpans::clear()
{
    const std::uint64_t next = version_ + 1;
    *this = {};
    version_ = next;
}

QString RequestSpans::nodeGroup(const Entry& entry) const
{
    const QString& node = texts_[entry.node];
    qsizetype end = node.size();
    while (end > 0 && node[end - 1].isDigit())
        --end;
    return end > 0 && end < node.size() && node[end - 1] == '-' ? node.left(end - 1) : node;
}

std::span<const std::uint32_t> RequestSpans::childrenOf(std::uint64_t id) const
{
    const auto found = children_.find(id);
    return found == children_.end() ? std::span<const std::uint32_t>() : std::span(found->second);
}

std::vector<std::uint32_t> RequestSpans::usersRequests() const
{
    std::vector<std::uint32_t> result;
    for (std::size_t i = 0; i < entries_.size(); ++i)
        if (entries_[i].kind == Kind::request && entries_[i].parent == 0 && !entries_[i].unfinished)
            result.push_back(static_cast<std::uint32_t>(i));
    return result;
}

std::uint32_t RequestSpans::intern(const std::string& text)
{
    const auto [found, isNew] = indices_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
    if (isNew)
        texts_.append(QString::fromStdString(text));
    return found->second;
}

} // namespace headroom::widgets
