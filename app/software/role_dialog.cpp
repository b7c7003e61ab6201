#include "app/software/role_dialog.h"

#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace headroom::app {

using widgets::RoleUse;

namespace {

using widgets::text;

constexpr int libraryIndex = Qt::UserRole;

QString operationsOf(const project::Role& role)
{
    QStringList names;
    for (const auto& operation : role.operations)
        names.append(text(operation.id));
    return names.join(", ");
}

} // namespace

RoleDialog::RoleDialog(const std::vector<project::BehaviourLibrary>& libraries, QWidget* parent)
    : Dialog(parent), libraries_(libraries), search_(new QLineEdit), list_(new QTreeWidget),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Cancel))
{
    setObjectName("roleDialog");
    setWindowTitle(tr("Add role from library"));
    resize(720, 440);
    search_->setPlaceholderText(tr("Search roles and operations"));
    search_->setAccessibleName(search_->placeholderText());
    search_->setClearButtonEnabled(true);
    list_->setHeaderLabels({tr("Role"), tr("Operations"), tr("What it is")});
    list_->setAccessibleName(tr("Roles of the libraries"));
    auto* help =
        new QLabel(tr("A linked role follows the library and cannot be edited here; a copy belongs to the project. You "
                      "can turn a linked role into a copy at any time; editing its drawing does so, too."));
    help->setWordWrap(true);
    widgets::setLook(help, widgets::Look::dim);
    auto* link = buttons_->addButton(tr("Use &linked"), QDialogButtonBox::AcceptRole);
    auto* copy = buttons_->addButton(tr("&Copy into project"), QDialogButtonBox::ActionRole);
    link->setObjectName("linkRole");
    copy->setObjectName("copyRole");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(widgets::rhythm::margin, widgets::rhythm::margin, widgets::rhythm::margin,
                               widgets::rhythm::margin);
    column->setSpacing(widgets::rhythm::half);
    for (QWidget* part : std::initializer_list<QWidget*>{search_, list_, help, buttons_})
        column->addWidget(part);
    connect(search_, &QLineEdit::textChanged, this, &RoleDialog::filter);
    connect(list_, &QTreeWidget::currentItemChanged, this, &RoleDialog::updateButtons);
    connect(list_, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
        if (item->parent())
            choose(RoleUse::linked);
    });
    connect(link, &QPushButton::clicked, this, [this] { choose(RoleUse::linked); });
    connect(copy, &QPushButton::clicked, this, [this] { choose(RoleUse::copied); });
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
    fill();
}

void RoleDialog::fill()
{
    list_->ensurePolished(); // the final fonts are needed to measure rows and columns
    for (std::size_t i = 0; i < libraries_.size(); ++i) {
        const auto& library = libraries_[i];
        auto* heading = new QTreeWidgetItem(list_, {text(library.name.empty() ? library.id : library.name)});
        heading->setFlags(Qt::ItemIsEnabled);
        heading->setFirstColumnSpanned(true);
        for (const auto& role : library.roles) {
            auto* item = new QTreeWidgetItem(heading, {text(role.id), operationsOf(role), text(role.description)});
            item->setData(0, libraryIndex, static_cast<int>(i));
            for (int part = 0; part < 3; ++part)
                item->setToolTip(part, item->text(part));
        }
    }
    list_->expandAll();
    list_->resizeColumnToContents(0);
    list_->setColumnWidth(0, list_->columnWidth(0) + widgets::rhythm::margin);
    list_->setColumnWidth(1, 180);
    for (QTreeWidgetItem* item : list_->findItems("*", Qt::MatchWildcard | Qt::MatchRecursive)) {
        if (item->parent()) {
            list_->setCurrentItem(item);
            break;
        }
    }
    updateButtons();
}

void RoleDialog::filter(const QString& words)
{
    for (int i = 0; i < list_->topLevelItemCount(); ++i) {
        QTreeWidgetItem* heading = list_->topLevelItem(i);
        for (int j = 0; j < heading->childCount(); ++j) {
            QTreeWidgetItem* item = heading->child(j);
            const QString all = item->text(0) + ' ' + item->text(1) + ' ' + item->text(2);
            item->setHidden(!all.contains(words.trimmed(), Qt::CaseInsensitive));
        }
    }
}

void RoleDialog::updateButtons()
{
    const bool chosen = list_->currentItem() && list_->currentItem()->parent();
    for (QAbstractButton* button : buttons_->buttons())
        button->setEnabled(chosen || button == buttons_->button(QDialogButtonBox::Cancel));
}

void RoleDialog::choose(RoleUse use)
{
    use_ = use;
    accept();
}

const project::BehaviourLibrary& RoleDialog::library() const
{
    return libraries_[static_cast<std::size_t>(list_->currentItem()->data(0, libraryIndex).toInt())];
}

std::string RoleDialog::role() const
{
    return list_->currentItem()->text(0).toStdString();
}

} // namespace headroom::app
