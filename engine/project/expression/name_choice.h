// Expressions with names as their values: DRIVE == "X20" ? "Chassis_A" : "Chassis_B".
#pragma once

#include "project/expression/expression.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace headroom::project {

/// A choice among names by conditions. A condition is an expression; a name is a word, or quoted text, and may be empty
/// in quotes. Choices may be nested: a ? b : c ? d : e, or in parentheses.
class NameChoice
{
public:
    /// True if the text chooses, so that it is no name by itself.
    static bool chooses(const std::string& text);

    /// Throws ExpressionError on a syntax error. Conditions are not compiled yet.
    explicit NameChoice(const std::string& text);

    /// All names that it can choose, in the order of the text, each once.
    std::vector<std::string> names() const;
    /// The name that it chooses now. Throws ExpressionError if a condition is faulty or depends on a variable.
    const std::string& chosen(const Scope& scope) const;
    /// Compiles all conditions, also those that do not decide now. Throws ExpressionError.
    void checkConditions(const Scope& scope) const;

    /// The text with each name that can be chosen replaced by what `renamed` makes of it; conditions stay.
    std::string withNames(const std::function<std::string(const std::string&)>& renamed) const;

private:
    /// A name, or a condition with the places of the two choices between which it decides.
    struct Node
    {
        std::string condition = {}; ///< empty: it is a name
        std::string name = {};
        std::size_t position = 0, length = 0; ///< of the name, or of the condition, in the text
        std::size_t then = 0, otherwise = 0;
    };
    class Parser;

    std::string text_;
    std::vector<Node> nodes_;
    std::size_t first_ = 0;
};

/// The components and parameters that the text of a component field names: one, or all that its expression chooses
/// from.
std::vector<std::string> componentsNamedIn(const std::string& text);
/// The text with each of them replaced by what `renamed` makes of it. A faulty expression stays as it is.
std::string withComponents(const std::string& text, const std::function<std::string(const std::string&)>& renamed);

} // namespace headroom::project
