// A bar below the drawings for notices that the user may answer. It does not block other work.
#pragma once

#include <QWidget>

#include <functional>

namespace headroom::app {

class NoticeBar : public QWidget
{
    Q_OBJECT
public:
    struct Answer
    {
        QString text;
        std::function<void()> act;
    };

    explicit NoticeBar(QWidget* parent = nullptr);

    /// A notice replaces an earlier one with the same key. Every answer closes it, and so does the close button.
    void showNotice(const QString& key, const QString& iconName, const QString& text, const QList<Answer>& answers);
    void withdraw(const QString& key);
    void withdrawAll();
};

} // namespace headroom::app
