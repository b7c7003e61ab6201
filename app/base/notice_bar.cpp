#include "app/base/notice_bar.h"

#include "widgets/theme/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace headroom::app {

using namespace widgets;

NoticeBar::NoticeBar(QWidget* parent) : QWidget(parent)
{
    setObjectName("notices");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    hide();
}

void NoticeBar::showNotice(const QString& key, const QString& iconName, const QString& text,
                           const QList<Answer>& answers)
{
    withdraw(key);
    auto* notice = named(new QFrame, key);
    notice->setProperty("notice", true);
    auto* row = new QHBoxLayout(notice);
    row->setContentsMargins(rhythm::margin, rhythm::half, rhythm::step, rhythm::half);
    row->setSpacing(rhythm::step);
    auto* mark = new QLabel;
    mark->setPixmap(icon(iconName).pixmap(16, 16));
    row->addWidget(mark);
    auto* sentence = new QLabel(text);
    sentence->setWordWrap(true);
    row->addWidget(sentence, 1);
    for (const Answer& answer : answers) {
        auto* button = new QPushButton(answer.text);
        connect(button, &QPushButton::clicked, this, [this, key, act = answer.act] {
            withdraw(key);
            act();
        });
        row->addWidget(button);
    }
    auto* close = new QToolButton;
    close->setText(QStringLiteral("×"));
    close->setToolTip(tr("Not now"));
    close->setAccessibleName(tr("Close the notice"));
    setLook(close, Look::flat);
    connect(close, &QToolButton::clicked, this, [this, key] { withdraw(key); });
    row->addWidget(close);
    layout()->addWidget(notice);
    show();
}

void NoticeBar::withdraw(const QString& key)
{
    // Deleted later, because a click on one of its own buttons may be the cause.
    if (auto* notice = findChild<QFrame*>(key, Qt::FindDirectChildrenOnly)) {
        notice->setObjectName({});
        notice->hide();
        layout()->removeWidget(notice);
        notice->deleteLater();
    }
    setVisible(layout()->count() > 0);
}

void NoticeBar::withdrawAll()
{
    for (auto* notice : findChildren<QFrame*>(Qt::FindDirectChildrenOnly))
        if (!notice->objectName().isEmpty())
            withdraw(notice->objectName());
}

} // namespace headroom::app
