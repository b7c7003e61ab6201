// The entry of a list that stands for a new element, with the name that is typed: New volume “wal”.
#pragma once

class QComboBox;

namespace headroom::widgets {

/// The entry for a new element; -1 if the list has none.
int newEntry(const QComboBox& combo);
/// While a name is typed that no entry has, the entry for a new element shows it, and its value ends in it.
void offerTypedName(QComboBox& combo);

} // namespace headroom::widgets
