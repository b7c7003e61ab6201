#include "app/software/software_start.h"

#include "widgets/theme/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace headroom::app {

using namespace widgets;

namespace {

QPushButton* buttonOf(QAction& action)
{
    auto* button = named(new QPushButton(action.icon(), action.text()), action.objectName() + "Start");
    QObject::connect(button, &QPushButton::clicked, &action, &QAction::trigger);
    return button;
}

} // namespace

SoftwareStart::SoftwareStart(const DocumentModel& model, QAction& newRole, QAction& fromLibrary, QAction& newOperation,
                             QWidget* parent)
    : QWidget(parent), model_(model), sentence_(new QLabel), newRole_(buttonOf(newRole)),
      fromLibrary_(buttonOf(fromLibrary)), newOperation_(buttonOf(newOperation))
{
    setObjectName("softwareStart");
    sentence_->setAlignment(Qt::AlignCenter);
    sentence_->setWordWrap(true);
    setLook(sentence_, Look::dim);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(rhythm::step);
    buttons->addStretch();
    for (QPushButton* button : {newRole_, fromLibrary_, newOperation_})
        buttons->addWidget(button);
    buttons->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setSpacing(2 * rhythm::step);
    column->addStretch();
    column->addWidget(sentence_);
    column->addLayout(buttons);
    column->addStretch();
    connect(&model, &DocumentModel::structureChanged, this, &SoftwareStart::refresh);
    connect(&model, &DocumentModel::replaced, this, &SoftwareStart::refresh);
    refresh();
}

void SoftwareStart::refresh()
{
    const bool none = model_.project().behaviours.empty();
    sentence_->setText(none ? tr("No software is drawn yet.\nA role is one piece of it: a proxy, a storage server, a "
                                 "database. What it does is drawn operation by operation.")
                            : tr("Choose an operation in the project tree to see its drawing, or add one to a role."));
    newRole_->setVisible(none);
    fromLibrary_->setVisible(none);
    newOperation_->setVisible(!none);
}

} // namespace headroom::app
