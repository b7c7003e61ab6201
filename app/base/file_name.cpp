#include "app/base/file_name.h"

#include <QRegularExpression>

namespace headroom::app {

QString fileNameOf(const QStringList& texts)
{
    static const QRegularExpression others(R"([^\p{L}\p{N}._]+)");
    static const QRegularExpression edges("^[-.]+|-+$"); // a name that begins with a dot would be hidden
    return QString(texts.join('-')).replace(others, "-").remove(edges);
}

} // namespace headroom::app
