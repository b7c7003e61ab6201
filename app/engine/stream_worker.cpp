#include "app/engine/stream_worker.h"

#include <algorithm>

namespace headroom::app {

void StreamWorker::feed(const QByteArray& bytes)
{
    // The bytes are processed in portions, so that the window handles only a few records at once.
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
