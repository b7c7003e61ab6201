// Work that would hold up the window, in a thread of its own.
#pragma once

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <utility>

namespace headroom::app {

/// Does `work` in the pool, then `then` with what it answered in the window's thread, if `receiver` still exists.
/// `work` is not to throw, and knows nothing that may change or go meanwhile.
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

/// What is asked for again and again, as what is shown changes: only answers to the present question count. A member of
/// the receiver.
class Question
{
public:
    /// What has been asked so far needs no answer any more.
    void renew() { ++number_; }
    /// `then`, unless the question has been renewed by the time there is an answer.
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
