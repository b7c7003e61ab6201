// Fields declared as the rows of a table. For the vocabulary, and for what declares its fields where it is described.
#pragma once

#include "project/vocabulary/declarations.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

/// A declaration by its named members, so that a table row says what each value is.
struct Row
{
    const char* name;
    const char* label;
    FieldType type;
    Json defaultValue;
    const char* meaning;
    const char* unit = "";
    std::optional<double> minimum = {};
    std::vector<std::string> choices = {};
    std::vector<std::string> kinds = {};
    bool required = false;
    bool perRequest = false;
    const char* example = "";
    std::optional<double> maximum = {};
    Fields columns = {};
    bool valuesAreNames = false;
    std::vector<Reference> refersTo = {};
    bool namesFigures = false;
    bool namesSuffice = false;
    bool keysAreElements = false;
};
Fields table(const std::vector<Row>& rows);

} // namespace headroom::project
