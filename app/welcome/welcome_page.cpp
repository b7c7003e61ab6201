#include "app/welcome/welcome_page.h"

#include "app/document/recent_files.h"
#include "app/welcome/cluster_dialog.h"
#include "app/welcome/recent_list.h"
#include "app/welcome/template_gallery.h"
#include "widgets/theme/theme.h"

#include <QDragEnterEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int contentWidth = 1440, startWidth = 320;

void empty(QLayout* layout)
{
    while (QLayoutItem* item = layout->takeAt(0)) {
        if (item->widget()) {
            item->widget()->hide();
            item->widget()->deleteLater(); // deleted later, because a click on it may be the cause
        }
        delete item;
    }
}

QLabel* title()
{
    auto* label = new QLabel(WelcomePage::tr("Headroom"));
    QFont font = strongFont();
    font.setPointSizeF(font.pointSizeF() * 1.9);
    label->setFont(font);
    return label;
}

} // namespace

WelcomePage::WelcomePage(DocumentFiles::Library library, QWidget* parent)
    : QScrollArea(parent), recoverable_(new QWidget), recoverableRows_(new QVBoxLayout), recent_(new RecentList)
{
    setObjectName("welcome");
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    setFocusPolicy(Qt::NoFocus);
    setAcceptDrops(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget;
    content->setMaximumWidth(contentWidth);
    auto* columns = new QHBoxLayout(content);
    columns->setContentsMargins(3 * rhythm::step, 4 * rhythm::step, 3 * rhythm::step, 3 * rhythm::step);
    columns->setSpacing(6 * rhythm::step);
    columns->addWidget(makeStart());
    columns->addLayout(makeTemplates(std::move(library)), 1);
    auto* page = new QWidget;
    auto* centred = new QHBoxLayout(page);
    centred->setContentsMargins(0, 0, 0, 0);
    centred->addStretch();
    centred->addWidget(content, 100);
    centred->addStretch();
    setWidget(page);
    refresh();
}

/// Buttons for a new project, a file, and the recent files.
QWidget* WelcomePage::makeStart()
{
    auto* create = named(new QPushButton(accentIcon("document-new"), tr("New empty project")), "newProject");
    setLook(create, Look::primary);
    connect(create, &QPushButton::clicked, this, &WelcomePage::newRequested);
    auto* tour = named(new QPushButton(icon("help-hint"), tr("Draw your first system")), "firstSystem");
    tour->setToolTip(tr("An empty project, and its next step at the top of the window"));
    connect(tour, &QPushButton::clicked, this, &WelcomePage::tourRequested);
    auto* size = named(new QPushButton(icon("edit-find"), tr("Size a cluster …")), "sizeCluster");
    size->setToolTip(tr("From a load and goals to the cheapest configuration of a system"));
    connect(size, &QPushButton::clicked, this, &WelcomePage::sizeRequested);
    auto* cluster = named(new QPushButton(icon("network-server"), tr("New from my cluster …")), "newFromCluster");
    cluster->setToolTip(
        tr("From the outputs of a running cluster's commands; drop the files or their folder on this page"));
    connect(cluster, &QPushButton::clicked, this, [this] { emit clusterGiven({}); });
    auto* open = named(new QPushButton(icon("document-open"), tr("Open …")), "openProject");
    connect(open, &QPushButton::clicked, this, &WelcomePage::openRequested);
    auto* claim = new QLabel(tr("How fast will it be, what saturates first, what does the next component bring?"));
    claim->setWordWrap(true);
    setLook(claim, Look::dim);

    auto* start = new QVBoxLayout;
    start->setSpacing(rhythm::step);
    start->addWidget(title());
    start->addWidget(claim);
    start->addSpacing(rhythm::step);
    start->addWidget(create);
    start->addWidget(tour);
    start->addWidget(size);
    start->addWidget(cluster);
    start->addWidget(open);
    start->addSpacing(2 * rhythm::step);
    start->addWidget(sectionHeading(tr("Recent")));
    connect(recent_, &RecentList::chosen, this, &WelcomePage::fileChosen);
    start->addWidget(recent_);
    start->addStretch();
    auto* left = new QWidget;
    left->setFixedWidth(startWidth);
    left->setLayout(start);
    start->setContentsMargins(0, 0, 0, 0);
    return left;
}

/// The templates, which are below the recoverable work.
QLayout* WelcomePage::makeTemplates(DocumentFiles::Library library)
{
    auto* gallery = new TemplateGallery(std::move(library));
    connect(gallery, &TemplateGallery::chosen, this, &WelcomePage::templateChosen);
    auto* recoverableColumn = new QVBoxLayout(recoverable_);
    recoverableColumn->setContentsMargins(0, 0, 0, 2 * rhythm::step);
    recoverableColumn->setSpacing(rhythm::step);
    recoverableColumn->addWidget(sectionHeading(tr("Not saved when the studio ended")));
    recoverableColumn->addLayout(recoverableRows_);
    auto* right = new QVBoxLayout;
    right->setSpacing(rhythm::step);
    right->addWidget(recoverable_);
    right->addWidget(gallery);
    right->addStretch();
    return right;
}

void WelcomePage::refresh()
{
    showRecoverable();
    recent_->refresh();
}

void WelcomePage::showEvent(QShowEvent* event)
{
    refresh();
    QScrollArea::showEvent(event);
}

void WelcomePage::dragEnterEvent(QDragEnterEvent* event)
{
    if (clusterFilesIn(*event->mimeData()).isEmpty())
        event->ignore();
    else
        event->acceptProposedAction();
}

void WelcomePage::dropEvent(QDropEvent* event)
{
    const QStringList files = clusterFilesIn(*event->mimeData());
    if (files.isEmpty())
        return event->ignore();
    event->acceptProposedAction();
    emit clusterGiven(files);
}

void WelcomePage::showRecoverable()
{
    empty(recoverableRows_);
    const QList<RecoverableWork> found = recoverableWork();
    recoverable_->setVisible(!found.isEmpty());
    for (const RecoverableWork& work : found) {
        auto* row = new QFrame;
        row->setProperty("notice", true);
        auto* line = new QHBoxLayout(row);
        line->setContentsMargins(rhythm::margin, rhythm::half, rhythm::step, rhythm::half);
        line->setSpacing(rhythm::step);
        auto* what =
            new QLabel(QStringLiteral("<b>%1</b><br>%2")
                           .arg(work.title.toHtmlEscaped(),
                                tr("as of %1 · %2")
                                    .arg(momentText(work.time),
                                         work.projectPath.isEmpty() ? tr("never saved") : shortPath(work.projectPath))
                                    .toHtmlEscaped()));
        what->setWordWrap(true);
        auto* recover = new QPushButton(tr("Recover"));
        recover->setAccessibleName(tr("Recover %1").arg(work.title));
        setLook(recover, Look::primary);
        connect(recover, &QPushButton::clicked, this, [this, work] { emit recoveryChosen(work); });
        auto* discard = new QPushButton(tr("Discard"));
        discard->setAccessibleName(tr("Discard %1").arg(work.title));
        connect(discard, &QPushButton::clicked, this, [this, work] {
            discardWork(work);
            showRecoverable();
        });
        line->addWidget(what, 1);
        line->addWidget(recover);
        line->addWidget(discard);
        recoverableRows_->addWidget(row);
    }
}

} // namespace headroom::app
