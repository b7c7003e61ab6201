// What someone should know and may answer, in a line above the drawings that keeps nobody from working.
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

    /// A notice with the same key takes the place of the former one; each answer, and the cross, takes it away.
    void showNotice(const QString& key, const QString& iconName, const QString& text, const QList<Answer>& answers);
    void withdraw(const QString& key);
    void withdrawAll();
};

} // namespace headroom::app
