// The kinds of element of a document.
#pragma once

namespace headroom::project {

/// The kinds of element that can be selected, named and referred to. "ids" identify one element of the kind, from the
/// outside in: the ids of the elements around it, then its own.
enum class ElementKind
{
    project,       ///< ids: none
    parameter,     ///< ids: parameter
    preset,        ///< ids: preset
    role,          ///< ids: role
    roleParameter, ///< ids: role, parameter
    workers,       ///< ids: role
    state,         ///< ids: role, state item
    operation,     ///< ids: role, operation
    block,         ///< ids: diagram path, block
    binding,       ///< ids: role; the values of the role's parameters
    topology,      ///< ids: none
    nodeGroup,     ///< ids: group
    controller,    ///< ids: group, controller
    device,        ///< ids: group, device group
    volume,        ///< ids: group, volume
    fabric,        ///< ids: fabric
    networkSwitch, ///< ids: fabric, switch
    link,          ///< ids: fabric, link
    selector,      ///< ids: selector
    workload,      ///< ids: workload
    share,         ///< ids: workload, operation
    disturbance,   ///< ids: disturbance
    note,          ///< ids: diagram path or the topology's, note
    run,           ///< ids: none
    result,        ///< ids: result; a derived one
    goal,          ///< ids: goal
    study,         ///< ids: study
    axis,          ///< ids: study, parameter
    roleVolume,    ///< ids: role, volume; a name that software has for storage
    measurement,   ///< ids: measurement
    validation,    ///< ids: validation
    price,         ///< ids: component
    distribution,  ///< ids: distribution
};

} // namespace headroom::project
