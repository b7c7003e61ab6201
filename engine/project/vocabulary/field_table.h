// Fields declared as the rows of a table. For the vocabulary, and for what declares its fields where it is described:
//
//     static const Fields fields = {
//         field("count", "Nodes", integer, 1, "How many nodes the group has.").within(1, 1e6),
//         field("memory", "Memory", quantity, "64 GiB", "Main memory of each node.").in("B"),
//     };
#pragma once

#include "project/vocabulary/declarations.h"

#include <string>
#include <utility>
#include <vector>

namespace headroom::project {

/// A declaration that gets its properties one by one; FieldDeclaration says what they mean.
class FieldRow
{
public:
    explicit FieldRow(FieldDeclaration declared) : declared_(std::move(declared)) {}
    operator FieldDeclaration() const { return declared_; }

    FieldRow& required() { return set(&FieldDeclaration::required, true); }
    FieldRow& perRequest() { return set(&FieldDeclaration::perRequest, true); }
    FieldRow& atLeast(double minimum) { return set(&FieldDeclaration::minimum, minimum); }
    FieldRow& atMost(double maximum) { return set(&FieldDeclaration::maximum, maximum); }
    FieldRow& within(double minimum, double maximum) { return atLeast(minimum).atMost(maximum); }
    FieldRow& in(const char* unit, double minimum = 0) { return set(&FieldDeclaration::unit, unit).atLeast(minimum); }
    FieldRow& inAnyUnit() { return set(&FieldDeclaration::unit, anyUnit); }
    FieldRow& oneOf(std::vector<std::string> words) { return set(&FieldDeclaration::choices, std::move(words)); }
    FieldRow& ofKinds(std::vector<std::string> kinds) { return set(&FieldDeclaration::kinds, std::move(kinds)); }
    FieldRow& withColumns(Fields columns) { return set(&FieldDeclaration::columns, std::move(columns)); }
    FieldRow& refersTo(std::vector<Reference> to) { return set(&FieldDeclaration::refersTo, std::move(to)); }
    FieldRow& namesFigures() { return set(&FieldDeclaration::namesFigures, true); }
    FieldRow& keysAreElements() { return set(&FieldDeclaration::keysAreElements, true); }
    FieldRow& valuesAreNames() { return set(&FieldDeclaration::valuesAreNames, true); }
    FieldRow& namesSuffice() { return set(&FieldDeclaration::namesSuffice, true); }

    /// The names on the left are variables that the block sets to the values of expressions.
    FieldRow& setsVariables() { return set(&FieldDeclaration::definesVariable, true); }
    /// The names on the left are variables that the block sets to named values of the other side.
    FieldRow& keepsByName() { return valuesAreNames().setsVariables(); }
    FieldRow& setAt(const char* output) { return set(&FieldDeclaration::setAt, output); }
    FieldRow& readsVariable() { return set(&FieldDeclaration::readsVariable, true); }
    FieldRow& unlessTable() { return set(&FieldDeclaration::notWithTable, "distribution").required(); }
    /// It applies only while the other field has one of these values.
    FieldRow& when(const char* other, std::vector<std::string> values)
    {
        declared_.appliesWhen.push_back({other, std::move(values)});
        return *this;
    }

private:
    template <typename Member, typename Value>
    FieldRow& set(Member FieldDeclaration::*member, Value value)
    {
        declared_.*member = std::move(value);
        return *this;
    }

    FieldDeclaration declared_;
};

/// Its references are those of its type; a variable is defined by it.
FieldRow field(const char* name, const char* label, FieldType type, Json defaultValue, const char* meaning,
               const char* example = "");

} // namespace headroom::project
