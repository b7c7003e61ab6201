#include "app/welcome/recent_list.h"

#include "app/base/card_button.h"
#include "app/document/recent_files.h"
#include "widgets/theme/theme.h"

#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QRegularExpression>
#include <QToolButton>

#include <algorithm>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr qsizetype shownRecent = 8; // all that are pinned are shown, if more

/// Those that the page has room for.
QList<RecentFile> shownFiles()
{
    const QList<RecentFile> files = recentFiles();
    const auto pinned = std::count_if(files.begin(), files.end(), [](const RecentFile& file) { return file.pinned; });
    return files.mid(0, std::max<qsizetype>(pinned, shownRecent));
}

QToolButton* buttonOn(const QString& objectName, const QString& help, const QString& accessibleName)
{
    auto* button = named(new QToolButton, objectName);
    button->setToolTip(help);
    button->setAccessibleName(accessibleName);
    setLook(button, Look::flat);
    return button;
}

} // namespace

QString shortPath(const QString& path)
{
    const QString home = QDir::homePath() + '/';
    return path.startsWith(home) ? "~/" + path.mid(home.size()) : path;
}

RecentList::RecentList(QWidget* parent) : QWidget(parent), rows_(new QVBoxLayout(this))
{
    rows_->setContentsMargins(0, 0, 0, 0);
    rows_->setSpacing(rhythm::half);
}

void RecentList::refresh()
{
    while (QLayoutItem* item = rows_->takeAt(0)) {
        item->widget()->hide();
        item->widget()->setParent(nullptr);
        item->widget()->deleteLater(); // deleted later, because a click on it may be the cause
        delete item;
    }
    const QList<RecentFile> files = shownFiles();
    for (const RecentFile& file : files)
        rows_->addWidget(makeRow(file));
    if (!files.isEmpty())
        return;
    auto* none = new QLabel(tr("Projects that you open or save are listed here. A .headroom file can also be dragged "
                               "into the window."));
    none->setWordWrap(true);
    setLook(none, Look::dim);
    rows_->addWidget(none);
}

QWidget* RecentList::makeRow(const RecentFile& file)
{
    const QFileInfo info(file.path);
    const QString name = info.completeBaseName();
    const bool gone = !info.exists();
    auto* card = named(new CardButton(name,
                                      tr("%1 · %2").arg(gone ? tr("no longer there") : momentText(file.opened),
                                                        shortPath(info.path())),
                                      0, 1),
                       "recent " + file.path);
    card->setToolTip(gone ? tr("%1 is no longer there").arg(file.path) : file.path);
    card->setEnabled(!gone);
    connect(card, &QAbstractButton::clicked, this, [this, path = file.path] { emit chosen(path); });
    // The buttons lie on the card and are no part of it: a card of a file that is gone is disabled, the buttons not.
    auto* buttons = new QWidget;
    auto* line = new QHBoxLayout(buttons);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    line->addWidget(makePin(file, name));
    line->addWidget(makeForget(file, name));
    auto* row = new QWidget;
    auto* layers = new QGridLayout(row);
    layers->setContentsMargins(0, 0, 0, 0);
    layers->addWidget(card, 0, 0);
    layers->addWidget(buttons, 0, 0, Qt::AlignTop | Qt::AlignRight);
    card->setRoomAtRight(buttons->sizeHint().width() + rhythm::step);
    return row;
}

QWidget* RecentList::makePin(const RecentFile& file, const QString& name)
{
    const QString id = "pin " + file.path;
    auto* pin = buttonOn(id, file.pinned ? tr("No longer keep it at the top") : tr("Keep it at the top of the list"),
                         tr("Pin %1").arg(name));
    pin->setIcon(icon("pin"));
    pin->setIconSize({12, 12});
    pin->setCheckable(true);
    pin->setChecked(file.pinned);
    connect(pin, &QToolButton::clicked, this, [this, id, path = file.path](bool on) {
        pinRecentFile(path, on);
        refresh();
        if (auto* again = findChild<QWidget*>(id))
            again->setFocus();
    });
    return pin;
}

QWidget* RecentList::makeForget(const RecentFile& file, const QString& name)
{
    auto* forget = buttonOn("forget " + file.path, tr("Remove from this list; the file is kept"),
                            tr("Remove %1 from the list").arg(name));
    forget->setText(QStringLiteral("×"));
    connect(forget, &QToolButton::clicked, this, [this, forget, path = file.path] {
        int row = 0;
        while (row + 1 < rows_->count() && !rows_->itemAt(row)->widget()->isAncestorOf(forget))
            ++row;
        forgetRecentFile(path);
        refresh();
        const QWidget* next = rows_->itemAt(std::min(row, rows_->count() - 1))->widget();
        for (auto* button : next->findChildren<QWidget*>(QRegularExpression("^forget ")))
            button->setFocus();
    });
    return forget;
}

} // namespace headroom::app
