// The software of a project: parameters, presets, roles, operations, diagrams (see describe.h).
#pragma once

#include "project/structure/describing.h"
#include "project/vocabulary/field_table.h"

namespace headroom::project {

inline const Fields& presetFields()
{
    using enum FieldType;
    static const Fields fields = {
        field("description", "Description", text, nullptr, "The kind of cluster that it describes.",
              "Three small servers with one disk each."),
        field("values", "Values", assignments, Json::object(),
              "What it sets: parameter = value. Parameters that it does not name keep their values.",
              "{\"NODES\": 3, \"ADAPTER\": \"Broadcom_BCM5721_1GbE\"}")
            .required()
            .refersTo({{ElementKind::parameter}})
            .keysAreElements()
            .valuesAreNames(),
    };
    return fields;
}

template <typename Visitor, Describes<Preset> Item>
void describe(Visitor& v, Item& preset)
{
    v.text(idMember, preset.id);
    v.text({.key = "name", .meaning = "Shown title; without one the id."}, preset.name);
    v.fields(preset.fields, presetFields());
}

template <typename Visitor, Describes<Parameter> Item>
void describe(Visitor& v, Item& parameter)
{
    v.text({.key = "name",
            .meaning = "As used in expressions: letters, digits, underscore.",
            .written = Written::required,
            .names = true},
           parameter.name);
    v.word({.key = "type", .written = Written::required}, parameter.type);
    v.names({.key = "kinds"}, parameter.kinds);
    v.text({.key = "unit", .meaning = "Base unit of a quantity: s, B, B/s, 1/s, Hz, W, USD."}, parameter.unit);
    v.value({.key = "value", .written = Written::required}, parameter.value);
    v.values({.key = "alternatives"}, parameter.alternatives);
    v.number({.key = "minimum"}, parameter.minimum);
    v.number({.key = "maximum"}, parameter.maximum);
    v.flag({.key = "tunable",
            .meaning = "A knob that the software has and that one may set at will: headroom-engine advise tries other "
                       "values of it."},
           parameter.tunable);
    v.flag({.key = "more", .meaning = "Rarely changed: panels and lists fold it away below the others."},
           parameter.more);
    v.text(descriptionMember, parameter.description);
    v.known({.key = "ticked", .holds = Member::Holds::list});
    v.extra(parameter.extra);
}

template <typename Visitor, Describes<Block> Item>
void describe(Visitor& v, Item& block)
{
    v.text({.key = "id", .meaning = "Unique in its diagram; no dot.", .written = Written::required, .names = true},
           block.id);
    v.text({.key = "type", .written = Written::required, .names = true}, block.type);
    v.text({.key = "name", .meaning = "Shown title; without one the type's label."}, block.name);
    v.blockFields(block);
    v.inner({.key = "inner", .lines = Lines::spread}, block.inner);
}

template <typename Visitor, Describes<Diagram> Item>
void describe(Visitor& v, Item& diagram)
{
    v.text({.key = "id",
            .meaning = "Level of detail: full, coarse, black box ...",
            .written = Written::required,
            .names = true},
           diagram.id);
    v.list({"blocks", "block", "id", ElementKind::block, "", Written::required, Lines::rows, noneAlone,
            "block in this diagram named"},
           diagram.blocks);
    v.list({"wires", "wire", "", std::nullopt, "", Written::required, Lines::rows}, diagram.wires);
    v.extra(diagram.extra);
}

template <typename Visitor, Describes<Argument> Item>
void describe(Visitor& v, Item& argument)
{
    v.text({.key = "name", .written = Written::required}, argument.name);
    v.text({.key = "type"}, argument.type);
    v.value({.key = "default",
             .meaning = "Value of an argument that a caller does not give. Without one each caller must give it.",
             .holds = Member::Holds::expression},
            argument.defaultValue);
    v.extra(argument.extra);
}

template <typename Visitor, Describes<Operation> Item>
void describe(Visitor& v, Item& operation)
{
    v.text(idMember, operation.id);
    v.text(descriptionMember, operation.description);
    v.list({"arguments", "argument", "name", std::nullopt, "", Written::ifFilled, Lines::free}, operation.arguments);
    v.list({"results", "result", "name", std::nullopt, "", Written::ifFilled, Lines::free}, operation.results);
    v.value({.key = "level",
             .meaning = "A diagram's id, or a parameter whose value is one.",
             .holds = Member::Holds::choice},
            operation.level);
    v.names({.key = "needs",
             .meaning = "Roles that it uses, of which a project may have none. In a project without one of them the "
                        "operation is left out, unless something uses it: that is an error."},
            operation.needs);
    v.list({"diagrams", "", "id", std::nullopt, "", Written::required}, operation.diagrams);
    v.extra(operation.extra);
}

template <typename Visitor, Describes<RoleParameter> Item>
void describe(Visitor& v, Item& parameter)
{
    v.text({.key = "name", .written = Written::required, .names = true}, parameter.name);
    v.value({.key = "value", .written = Written::required, .holds = Member::Holds::expression}, parameter.value);
    v.text({.key = "unit"}, parameter.unit);
    v.text(descriptionMember, parameter.description);
    v.known({.key = "tunable",
             .meaning = "True: a knob of the software that one may set at will; headroom-engine advise tries half and "
                        "twice as much, or the nearest alternatives."});
    v.known({.key = "alternatives",
             .meaning = "Values that one would set a knob to, with the unit where it has one.",
             .holds = Member::Holds::list});
    v.extra(parameter.extra);
}

template <typename Visitor, Describes<StateItem> Item>
void describe(Visitor& v, Item& item)
{
    describeItem(v, item, stateFields());
}

template <typename Visitor, Describes<Role> Item>
void describe(Visitor& v, Item& role)
{
    v.text({.key = "id", .written = Written::always, .names = true}, role.id);
    v.text(descriptionMember, role.description);
    v.list({"parameters", "parameter", "name", ElementKind::roleParameter, "", Written::always, Lines::rows},
           role.parameters);
    v.object({.key = "workers", .heading = "Workers of a role"}, ElementKind::workers, role.workers, workersFields());
    v.names({.key = "volumes",
             .lines = Lines::rows,
             .declares = ElementKind::roleVolume,
             .refusedWord = "volume of the role named"},
            role.volumes);
    v.list({"state", "state", "id", ElementKind::state, "State of a role", Written::ifFilled, Lines::rows,
            addedByChoice, "state of the role named"},
           role.state);
    v.list({"operations", "", "id", ElementKind::operation, "", Written::required, Lines::spread, noneAlone,
            "operation of that role named"},
           role.operations);
    v.extra(role.extra);
}

template <typename Visitor, Describes<Behaviour> Item>
void describe(Visitor& v, Item& behaviour)
{
    v.text({.key = "role", .meaning = "Name of the role in the project.", .written = Written::required, .names = true},
           behaviour.role.id);
    v.library(behaviour);
    v.map({.key = "bindings"}, ElementKind::binding, behaviour.bindings);
    v.extra(behaviour.extra);
    v.definition({.key = "definition", .lines = Lines::spread}, behaviour);
}

} // namespace headroom::project
