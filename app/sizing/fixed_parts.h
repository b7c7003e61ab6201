// The parts that a system names itself, which a sizing can let be chosen: it makes a generic parameter of them.
#pragma once

#include "project/library/components.h"
#include "project/vocabulary/declarations.h"
#include "widgets/document/model/element_ref.h"

#include <set>
#include <string>
#include <vector>

namespace headroom::app {

/// A component at one or more places with the same field.
struct FixedPart
{
    QString title; ///< "Network adapter: Intel XXV710-DA2 25GbE"
    QList<widgets::ElementRef> elements;
    project::FieldDeclaration field;
    project::Json value;
};

/// Those of the groups that are ours and of the fabrics.
std::vector<FixedPart> fixedParts(const project::Project& system, const std::set<std::string>& others,
                                  const project::ComponentLibrary& components);

/// Makes a parameter of it and returns its name; empty if that is not possible.
std::string makeChoosable(project::Project& system, const FixedPart& part, const project::ComponentLibrary& components);

} // namespace headroom::app
