// The changes of a project that one can buy or set: parts of the catalogue, settings of the software, more requests.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"
#include "study/advice/advice.h"

#include <string>
#include <vector>

namespace headroom::study {

/// A change that is made by values of generic parameters.
struct Offer
{
    WhatIf::Kind kind = WhatIf::Kind::part;
    std::string name;                  ///< distinguishes it: "storage.disk data: Samsung_PM893_1_92TB", "CACHE=true"
    std::string words;                 ///< after "With": "Samsung_PM893_1_92TB as storage disks (data)"
    std::vector<std::string> settings; ///< NAME=VALUE
    std::vector<std::string> concerns; ///< the resources that it makes faster, as in the summary; empty: any
    /// By the data sheets, over those of the present part: the speed of one piece of work, of many at once, and of a
    /// write that is flushed.
    double alone = 1, together = 1, flushed = 1;
};

struct Offers
{
    /// The project with further generic parameters for parts that it names directly; with their present values it is
    /// the same system.
    project::Project project;
    std::vector<Offer> all;
};

/// For each part of the node groups and of the fabric in use, the better ones that parts.h selects; an adapter that
/// does not fit the present switches together with others. For each parameter that is marked as a knob of the software
/// (tunable), of the project or of a role, its neighbouring alternatives, or half and twice as much. For closed loops,
/// twice as many workers.
Offers offersOf(project::Project project, const project::ComponentLibrary& components);

} // namespace headroom::study
