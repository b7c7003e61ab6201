#include "app/runs/stream_worker.h"

#include <algorithm>

namespace headroom::app {

void StreamWorker::feed(const QByteArray& bytes)
{
    // In portions, so that what the window takes over at once stays small.
    constexpr qsizetype portion = 256 * 1024;
    for (qsizetype begin = 0; begin < bytes.size(); begin += portion) {
        const qsizetype length = std::min(portion, bytes.size() - begin);
        auto records = std::make_shared<const std::vector<record::Record>>(
            reader_.feed({bytes.constData() + begin, static_cast<std::size_t>(length)}));
        if (!records->empty())
            emit parsed(records);
    }
}

} // namespace headroom::app
