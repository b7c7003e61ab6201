// Finds the components of the libraries that are the parts of machines; what is not there becomes a component of the
// project's own. Internal to import/.
#pragma once

#include "import/hosts/host.h"
#include "project/document/json.h"
#include "project/library/components.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace headroom::import {

/// A maker's numbers of parts of a family of drives: libraries/imports/part-numbers.json.
struct PartFamily
{
    std::string begins; ///< of the number, in capitals
    std::string ends;   ///< of the number up to a dash; empty: any
    std::string family; ///< how the models of the libraries begin: "PM9A3"
};

class Parts
{
public:
    Parts(const project::ComponentLibrary& library, std::vector<PartFamily> families)
        : library_(library), families_(std::move(families))
    {
    }

    /// The id of the component; empty if nothing is known of the part. Each part is judged once.
    std::string processor(const ProcessorFacts& facts);
    std::string drive(const DriveFacts& facts);
    /// `ports`: of one machine at this rate.
    std::string adapter(const PortFacts& facts, unsigned ports);
    /// A switch with so many ports of a rate in bit/s at least.
    std::string networkSwitch(double ports, double rateBps);

    /// Sentences about each part: which component it became, and why.
    const std::vector<std::string>& matched() const { return matched_; }
    /// The same for parts that no component of the libraries is.
    const std::vector<std::string>& unmatched() const { return unmatched_; }
    /// Components of the project's own.
    const project::Json& own() const { return own_; }
    /// The component of an id, also of the project's own.
    std::string nameOf(const std::string& id) const;
    double figureOf(const std::string& id, const std::string& figure) const;
    /// Kind of the component: "disk", "ssd", "nvme".
    std::string kindOf(const std::string& id) const;

private:
    using Component = project::Component;
    std::vector<const Component*> nearest(const std::vector<std::string>& kinds,
                                          const std::function<double(const Component&)>& distance) const;
    std::string makeOwn(const std::string& name, const std::string& kind, const Component& near, project::Json figures,
                        const std::string& why);
    const Component* driveByNumber(const DriveFacts& facts, const std::vector<const Component*>& candidates,
                                   std::string& family) const;
    std::string unknownProcessor(const ProcessorFacts& facts, double clock);
    std::string unknownDrive(const DriveFacts& facts, const std::vector<std::string>& kinds, const std::string& family);

    const project::ComponentLibrary& library_;
    std::vector<PartFamily> families_;
    std::map<std::string, std::string> known_;
    std::vector<std::string> matched_, unmatched_;
    project::Json own_ = project::Json::array();
};

} // namespace headroom::import
