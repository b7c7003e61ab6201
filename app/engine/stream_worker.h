// Turns the bytes of a run into records, off the window's thread.
#pragma once

#include "record/stream/stream.h"

#include <QByteArray>
#include <QObject>

#include <memory>
#include <vector>

namespace headroom::app {

using Records = std::shared_ptr<const std::vector<record::Record>>;

/// Lives in its own thread. Other threads call it through queued connections only.
class StreamWorker : public QObject
{
    Q_OBJECT
public:
    void feed(const QByteArray& bytes);
    /// Emits drained() after the records of all bytes fed before.
    void drain() { emit drained(); }

signals:
    void parsed(const headroom::app::Records& records);
    void drained();

private:
    record::StreamReader reader_;
};

} // namespace headroom::app

Q_DECLARE_METATYPE(headroom::app::Records)
