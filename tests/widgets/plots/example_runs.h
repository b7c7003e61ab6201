// Data for the tests of the charts: the figures of a run, and the spans of its requests.
#pragma once

#include "record/stream/span.h"
#include "record/summary/summary.h"

#include <QApplication>
#include <QImage>
#include <QSet>
#include <QWidget>

namespace headroom::example {

/// A thousand operations between 1 and 10 ms, the slowest one 80 ms.
inline record::OperationSummary operation()
{
    record::OperationSummary result;
    result.count = 1000;
    result.perSecond = 100;
    result.latency = {5, 4, 9, 10, 80};
    result.buckets = {{1, 2, 200}, {2, 4, 400}, {4, 8, 300}, {8, 10, 99}, {76, 80, 1}};
    return result;
}

inline record::Summary summary()
{
    record::Summary result;
    result.project = "example";
    result.simulatedS = 10;
    result.operations["PUT"] = operation();
    result.operations["GET"] = operation();
    result.resources = {{"storage", "disk data", 0.9, 0.95, 3.1, 1e8, 0.001, 0.004, 0.012},
                        {"storage", "processor", 0.3, 0.4, 0.1, 0, 0.0005, 0.002, 0.0},
                        {"storage", "network", 0.1, 0.2, 0, 1e8, 0.0001, 0.001, std::nullopt}};
    return result;
}

/// Makes spans with few words.
class Spans
{
public:
    const std::vector<record::Span>& all() const { return all_; }

    std::uint64_t request(std::uint64_t parent, std::uint64_t trace, const char* role, const char* node,
                          std::uint32_t lane, double begin, double end, double acceptWait = 0)
    {
        record::Span& span = add(parent, trace, "request", "PUT", role, node, lane, begin, end);
        span.acceptWaitS = acceptWait;
        return span.id;
    }
    std::uint64_t block(std::uint64_t request, const char* name, double begin, double end, std::uint32_t lane)
    {
        return inside(request, "block", name, begin, end, lane);
    }
    std::uint64_t wait(std::uint64_t block, const char* name, double begin, double end)
    {
        return inside(block, "wait", name, begin, end, all_[block - 1].lane);
    }

private:
    record::Span& add(std::uint64_t parent, std::uint64_t trace, const char* kind, const char* name,
                      const std::string& role, const std::string& node, std::uint32_t lane, double begin, double end)
    {
        record::Span& span = all_.emplace_back();
        span.id = all_.size();
        span.parent = parent;
        span.trace = trace;
        span.kind = kind;
        span.name = name;
        span.role = role;
        span.operation = "PUT";
        span.node = node;
        span.lane = lane;
        span.beginS = begin;
        span.endS = end;
        return span;
    }
    std::uint64_t inside(std::uint64_t parent, const char* kind, const char* name, double begin, double end,
                         std::uint32_t lane)
    {
        const record::Span owner = all_[parent - 1];
        return add(parent, owner.trace, kind, name, owner.role, owner.node, lane, begin, end).id;
    }

    std::vector<record::Span> all_;
};

/// A user's PUT from 1.000 s to 1.010 s: the client calls a server (network 1 ms there, 1 ms waiting to be accepted,
/// 1 ms back), which computes for 2 ms and writes for 5 ms.
inline Spans oneCall(std::uint64_t trace = 1, double begin = 1.0)
{
    Spans spans;
    const auto ms = [begin](double t) { return begin + t * 1e-3; };
    const auto user = spans.request(0, trace, "client", "clients-0", 0, ms(0), ms(10));
    const auto call = spans.block(user, "put", ms(0), ms(10), 0);
    spans.wait(call, "answer", ms(0), ms(10));
    const auto served = spans.request(call, trace, "server", "storage-3", 0, ms(2), ms(9), 1e-3);
    spans.wait(spans.block(served, "digest", ms(2), ms(4), 0), "processor", ms(2), ms(4));
    spans.wait(spans.block(served, "store", ms(4), ms(9), 0), "storage", ms(4), ms(9));
    return spans;
}

/// Number of different colours of a picture: a blank one has one.
inline int colourCount(const QImage& image)
{
    QSet<QRgb> colours;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            colours.insert(image.pixel(x, y));
    return static_cast<int>(colours.size());
}

inline QImage pictureOf(QWidget& widget)
{
    QCoreApplication::processEvents(); // the plot is drawn anew when the loop is reached
    return widget.grab().toImage();
}

} // namespace headroom::example
