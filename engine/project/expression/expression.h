// Expressions of generic parameters, role parameters and the variables of a request.
#pragma once

#include "project/expression/scope_values.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace headroom::project {

inline constexpr std::size_t longestExpression = 4000; ///< characters

/// An error in an expression, with its position.
class ExpressionError : public std::runtime_error
{
public:
    ExpressionError(const std::string& problem, std::size_t position) : std::runtime_error(problem), position_(position)
    {
    }
    std::size_t position() const { return position_; } ///< offset into the text
private:
    std::size_t position_;
};

/// The meaning of names in an expression. Cheap to copy, but for its variables.
struct Scope
{
    ScopeValues<double> constants; ///< parameters that are numbers or flags, in base units
    ScopeValues<double> symbols;   ///< choice values and component ids as numbers, equal text = equal number
    std::map<std::string, std::size_t> variables; ///< variable of the request → slot in its frame
    ScopeValues<std::string> units;               ///< base units of constants and slots, if known
    ScopeValues<double> nodes;                    ///< number of nodes, or instances, of each role
};

/// A compiled expression. Numbers may carry units ("3 ms + 0.6 ns * size"): they are converted to base units before the
/// arithmetic. Operators + - * / ^, comparisons, && || !, c ? a : b; functions min, max, abs, ceil, floor, round, sqrt,
/// exp, ln, log2, hash (a whole number below 2^52 made of several numbers), mod(a, b) = a - b * floor(a / b),
/// table(x; 1: 2.5, 4: 7), nodes(role). Choices compare as symbols, quoted if they contain blanks: FABRIC == "rack
/// fabric". A variable whose name is no identifier is quoted too: "disk data.used". Cheap to copy (shared, immutable);
/// evaluation is not thread-safe.
class Expression
{
public:
    Expression() = default; ///< the constant 0

    /// Throws ExpressionError on a syntax error or an unknown name (naming the nearest known one).
    static Expression compile(const std::string& text, const Scope& scope);
    static Expression constant(double value);

    bool isConstant() const { return !compiled_; }
    double value() const { return evaluate({}); } ///< requires a constant expression
    /// `frame` holds the request's variables, indexed as in the scope.
    double evaluate(std::span<const double> frame) const
    {
        if (!compiled_)
            return constant_;
        return variable_ < frame.size() ? frame[variable_] : evaluateCompiled(frame);
    }
    /// No value of it is larger, as far as its text says: that of a constant, the smallest constant among the operands
    /// of an expression that is one call of min; infinity for all others.
    double upperBound() const;
    /// Names of the variables it uses.
    std::vector<std::string> variables() const;

private:
    struct Compiled;
    double evaluateCompiled(std::span<const double> frame) const;
    std::shared_ptr<const Compiled> compiled_;
    union {
        double constant_ = 0;
        std::size_t variable_; ///< slot, if the expression is a single variable; otherwise larger than any slot
    };
};

/// The identifiers in an expression (not numbers, units, functions or quoted text), to find and rename uses.
std::vector<std::string> identifiersIn(const std::string& text);
/// The text with each identifier replaced by what `renamed` makes of it. A name with a dot is a figure of the
/// identifier before it: "PROCESSOR.cores".
std::string renameIdentifiers(const std::string& text, const std::function<std::string(const std::string&)>& renamed);
/// The text with one identifier replaced, also where a figure of it is named: "PROCESSOR.cores".
std::string renameIdentifier(const std::string& text, const std::string& from, const std::string& to);
/// The text with a role replaced in nodes(role).
std::string renameRole(const std::string& text, const std::string& from, const std::string& to);
/// True if a name is the identifier or a figure of it.
bool beginsWithIdentifier(const std::string& name, const std::string& identifier);

/// The text with each name, plain or quoted, replaced by what `renamed` makes of it; quoted where that is necessary.
std::string renameWords(const std::string& text, const std::function<std::string(const std::string&)>& renamed);

/// True if a text can be a name: letters, digits and underscores, not beginning with a digit.
bool isIdentifier(const std::string& name);

} // namespace headroom::project
