// The derived results of a project, compiled.
#pragma once

#include "project/document/document.h"
#include "project/resolve/resolver.h"

#include <string>
#include <vector>

namespace headroom::project {

/// A derived result as an expression over figures of the run and other derived results, in base units.
struct ResultFormula
{
    std::string name;
    std::string unit;       ///< as it is shown
    double unitValue = 1;   ///< of `unit` in its base unit
    std::string figureUnit; ///< as that of a figure (figure_names.h): the base unit, or "%"
    Expression value;
    std::vector<std::size_t> slots; ///< those that it uses
};

struct ResultFormulas
{
    std::vector<std::string> figures;    ///< of the run; the first slots of the expressions
    std::vector<ResultFormula> formulas; ///< in the order of the project; the slots after the figures
    std::vector<std::size_t> order;      ///< of computation: each after those that it uses
};

/// The names in an expression over figures: plain ones and quoted ones that are no identifiers.
std::vector<std::string> figureWordsIn(const std::string& expression);

/// The scope of derived results: parameters, the figures that they name, and each other. Adds the figures.
Scope scopeOfResults(const Project& project, const Resolver& resolver, std::vector<std::string>& figures);

/// The unit of a derived result as that of a figure; empty for a plain number.
std::string figureUnitOf(const DerivedResult& result);

/// A project with one more derived result: the condition that ends its run. Its name is `conditionName`.
Project withCondition(const Project& project);
inline constexpr const char* conditionName = "the condition of the run";

/// The formulas of the derived results and, as the last one, that of the condition that ends the run.
ResultFormulas conditionFormulas(const Project& project, Resolver& resolver);

/// Reports results that are computed from themselves; their expressions are the constant 0.
ResultFormulas resultFormulas(const Project& project, Resolver& resolver);

} // namespace headroom::project
