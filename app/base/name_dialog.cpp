#include "app/base/name_dialog.h"

#include "widgets/controls/dialog.h"
#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace headroom::app {

QString askName(QWidget* parent, const QString& title, const QString& initial,
                const std::function<QString(const QString&)>& refusal)
{
    widgets::Dialog dialog(parent);
    dialog.setObjectName("nameDialog");
    dialog.setWindowTitle(title);
    auto* name = new QLineEdit(initial);
    name->setAccessibleName(title);
    name->setMinimumWidth(320);
    auto* label = new QLabel(QCoreApplication::translate("NameDialog", "&Name:"));
    label->setBuddy(name);
    name->selectAll();
    auto* why = widgets::named(new QLabel, "nameProblem");
    why->setWordWrap(true);
    widgets::setLook(why, widgets::Look::dim);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    auto* column = new QVBoxLayout(&dialog);
    column->setContentsMargins(widgets::rhythm::margin, widgets::rhythm::margin, widgets::rhythm::margin,
                               widgets::rhythm::margin);
    column->setSpacing(widgets::rhythm::half);
    column->addWidget(label);
    column->addWidget(name);
    column->addWidget(why);
    column->addWidget(buttons);
    const auto judge = [&] {
        const QString text = name->text();
        const QString fault = refusal(text);
        // An empty name and the old name are not valid yet, but need no message.
        why->setText(text.isEmpty() || text == initial ? QString() : fault);
        buttons->button(QDialogButtonBox::Ok)->setEnabled(fault.isEmpty());
    };
    QObject::connect(name, &QLineEdit::textChanged, &dialog, judge);
    QObject::connect(buttons, &QDialogButtonBox::accepted, &dialog, &QDialog::accept);
    QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
    judge();
    return dialog.exec() == QDialog::Accepted ? name->text() : QString();
}

} // namespace headroom::app
