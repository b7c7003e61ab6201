// Titles of the elements of a document for display.
#pragma once

#include "project/structure/describing.h"
#include "widgets/theme/text.h"

#include <QCoreApplication>
#include <QString>

namespace headroom::widgets {

struct ElementTitles
{
    Q_DECLARE_TR_FUNCTIONS(ElementTitles)
};

/// "Node group" of "node group".
inline QString capitalised(const QString& word)
{
    return word.left(1).toUpper() + word.mid(1);
}

/// "think time" of "Think time"; "RAID level" stays.
inline QString uncapitalised(const QString& label)
{
    return label.size() > 1 && label[1].isLower() ? label.left(1).toLower() + label.mid(1) : label;
}

template <typename Item>
QString elementTitle(const Item& item)
{
    return text(nameOf(item));
}
inline QString elementTitle(const project::NodeGroup& group)
{
    return text(group.name.empty() ? group.id : group.name);
}
inline QString elementTitle(const project::Switch& device)
{
    return text(device.name.empty() ? device.id : device.name);
}
inline QString elementTitle(const project::Link& link)
{
    return ElementTitles::tr("%1 to %2").arg(text(link.from), text(link.to));
}
inline QString elementTitle(const project::VolumeBinding& volume)
{
    return ElementTitles::tr("volume %1").arg(text(volume.volume));
}

} // namespace headroom::widgets
