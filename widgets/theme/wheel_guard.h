// The mouse wheel scrolls what is around a field and never changes the field: neither the entry of a combo box nor the
// number of a spin box. A wheel that turns with the pointer over a field by chance would change it unseen.
#pragma once

class QApplication;

namespace headroom::widgets {

/// For all fields of the program.
void keepWheelFromFields(QApplication& application);

} // namespace headroom::widgets
