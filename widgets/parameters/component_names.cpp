#include "widgets/parameters/component_names.h"

#include "widgets/parameters/searchable_combo.h"

#include <QCoreApplication>

#include <algorithm>

namespace headroom::widgets {

namespace {

struct ComponentNames
{
    Q_DECLARE_TR_FUNCTIONS(ComponentNames)
};

} // namespace

QString kindHeading(const std::string& kind)
{
    static const std::map<std::string, QString> words{{"processor", ComponentNames::tr("Processors")},
                                                      {"disk", ComponentNames::tr("Hard disks")},
                                                      {"ssd", ComponentNames::tr("SSDs")},
                                                      {"nvme", ComponentNames::tr("NVMe drives")},
                                                      {"nic", ComponentNames::tr("Network adapters")},
                                                      {"switch", ComponentNames::tr("Switches")},
                                                      {"memory", ComponentNames::tr("Memory")},
                                                      {"controller", ComponentNames::tr("Host adapters")},
                                                      {"expander", ComponentNames::tr("Expanders")}};
    const auto word = words.find(kind);
    return word == words.end() ? QString::fromStdString(kind) : word->second;
}

QString titleOf(const project::Component& component)
{
    return QString::fromStdString(component.vendor.empty() ? component.model
                                                           : component.vendor + ' ' + component.model);
}

void addComponents(SearchableCombo& combo, const std::vector<const project::Component*>& components)
{
    std::vector<std::string> kinds;
    for (const auto* component : components)
        if (std::find(kinds.begin(), kinds.end(), component->kind) == kinds.end())
            kinds.push_back(component->kind);
    for (const std::string& kind : kinds) {
        if (kinds.size() > 1)
            combo.addHeading(kindHeading(kind));
        for (const auto* component : components)
            if (component->kind == kind)
                combo.addEntry(titleOf(*component), QString::fromStdString(project::keyFigures(*component)),
                               QString::fromStdString(component->id));
    }
}

} // namespace headroom::widgets
