#include "app/base/component_names.h"

#include "widgets/theme/text.h"

#include <QRegularExpression>

namespace headroom::app {

QString withComponentNames(QString sentence, const project::ComponentLibrary& library)
{
    static const QRegularExpression setting(QStringLiteral("(?<= = )[^\\s,;()]+"));
    QList<QRegularExpressionMatch> found;
    for (auto match = setting.globalMatch(sentence); match.hasNext();)
        found.prepend(match.next()); // from the end, so that the places of the others stay
    for (const QRegularExpressionMatch& match : found)
        if (const project::Component* component = library.find(match.captured().toStdString()))
            sentence.replace(match.capturedStart(), match.capturedLength(), widgets::text(component->model));
    return sentence;
}

} // namespace headroom::app
