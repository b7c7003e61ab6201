#include "widgets/files/written_file.h"

#include "project/file/atomic_file.h"

#include <stdexcept>

namespace headroom::widgets {

QString writeWhole(const QString& path, const QByteArray& content)
{
    // QSaveFile reports success if the last bytes, which it keeps until the file is closed, cannot be written.
    try {
        project::writeAtomically(path.toStdString(), content.toStdString());
        return {};
    } catch (const std::runtime_error& error) {
        return QString::fromUtf8(error.what());
    }
}

} // namespace headroom::widgets
