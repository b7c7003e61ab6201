// Runs work that would block the window in a thread of its own.
#pragma once

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <utility>

namespace headroom::app {

/// Runs `work` in the pool. Then calls `then` with its result in the window's thread, if `receiver` still exists.
/// `work` must not throw. It must not refer to anything that may change or be destroyed in the meantime.
template <class Work, class Then>
void inThread(QThreadPool& pool, QObject* receiver, Work work, Then then)
{
    pool.start([receiver = QPointer(receiver), work = std::move(work), then = std::move(then)]() mutable {
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [receiver, then = std::move(then), answer = work()]() mutable {
                if (receiver)
                    then(std::move(answer));
            },
            Qt::QueuedConnection);
    });
}

/// Drops late results of a query that is repeated when the view changes: only a result of the latest query is used.
/// Make it a member of the receiver.
class Question
{
public:
    /// Results of earlier queries are no longer needed.
    void renew() { ++number_; }
    /// A function that calls `then`, unless renew() was called before the result arrives.
    template <class Then>
    auto answeredBy(Then then) const
    {
        return [this, asked = number_, then = std::move(then)](auto&& answer) mutable {
            if (asked == number_)
                then(std::forward<decltype(answer)>(answer));
        };
    }

private:
    int number_ = 0;
};

} // namespace headroom::app
