#include "app/welcome/recent_menu.h"

#include "app/document/recent_files.h"
#include "widgets/theme/theme.h"

#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace headroom::app {

namespace {

/// As the text of an action, in which "&" marks a key.
QString actionText(QString path)
{
    return path.replace('&', "&&");
}

} // namespace

RecentMenu::RecentMenu(const QString& title, QWidget* parent) : QMenu(title, parent), pins_(new QMenu(this))
{
    pins_->setTitle(tr("&Pin to the top"));
    pins_->setIcon(widgets::icon("pin"));
    connect(this, &QMenu::aboutToShow, this, &RecentMenu::fill);
    connect(pins_, &QMenu::aboutToShow, this, &RecentMenu::fillPins);
}

void RecentMenu::fill()
{
    clear();
    bool pinned = false;
    for (const RecentFile& file : recentFiles()) {
        if (pinned && !file.pinned)
            addSeparator();
        pinned = file.pinned;
        const bool gone = !QFileInfo::exists(file.path);
        QAction* action =
            addAction(gone ? tr("%1 (no longer there) …").arg(actionText(file.path)) : actionText(file.path), this,
                      [this, path = file.path, gone] { gone ? askToForget(path) : emit chosen(path); });
        if (file.pinned)
            action->setIcon(widgets::icon("pin"));
    }
    if (isEmpty()) {
        addAction(tr("No project was opened yet"))->setEnabled(false);
        return;
    }
    addSeparator();
    addMenu(pins_);
}

void RecentMenu::fillPins()
{
    pins_->clear();
    for (const RecentFile& file : recentFiles()) {
        QAction* action =
            pins_->addAction(actionText(file.path), this, [path = file.path](bool on) { pinRecentFile(path, on); });
        action->setCheckable(true);
        action->setChecked(file.pinned);
    }
}

void RecentMenu::askToForget(const QString& path)
{
    QMessageBox question(QMessageBox::Question, tr("Recent projects"), tr("%1 is no longer there.").arg(path),
                         QMessageBox::Cancel, parentWidget()->window());
    const auto* remove = question.addButton(tr("Remove from the list"), QMessageBox::AcceptRole);
    question.exec();
    if (question.clickedButton() == remove)
        forgetRecentFile(path);
}

} // namespace headroom::app
