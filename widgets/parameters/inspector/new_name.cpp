#include "widgets/parameters/inspector/new_name.h"

#include "widgets/document/lookup/new_element.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QLineEdit>

namespace headroom::widgets {

int newEntry(const QComboBox& combo)
{
    for (int i = combo.count(); i-- > 0;)
        if (combo.itemData(i).toString().startsWith(newElement))
            return i;
    return -1;
}

void offerTypedName(QComboBox& combo)
{
    const int offered = newEntry(combo);
    if (offered < 0)
        return;
    QObject::connect(
        combo.lineEdit(), &QLineEdit::textEdited, &combo,
        [&combo, title = combo.itemText(offered)](const QString& text) {
            const int entry = newEntry(combo);
            const QString typed = text.trimmed();
            if (entry < 0)
                return;
            const int known = combo.findText(typed, Qt::MatchExactly | Qt::MatchCaseSensitive);
            const bool names =
                !typed.isEmpty() && (known < 0 || known == entry) && !title.startsWith(typed, Qt::CaseInsensitive);
            combo.setItemText(
                entry, names ? QCoreApplication::translate("PropertyInspector", "%1 “%2”").arg(title, typed) : title);
            combo.setItemData(entry, QString(newElement) + (names ? typed : QString()));
        });
}

} // namespace headroom::widgets
