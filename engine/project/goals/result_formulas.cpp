#include "project/goals/result_formulas.h"

#include "project/document/pointer.h"
#include "project/expression/quantity.h"
#include "project/expression/tokens.h"
#include "project/structure/describe_studies.h"
#include "project/vocabulary/figure_names.h"

#include <algorithm>

namespace headroom::project {

namespace {

std::string textOf(const DerivedResult& result, const char* field)
{
    const auto found = result.fields.find(field);
    return found != result.fields.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Puts results after those that they use.
class Ordering
{
public:
    Ordering(ResultFormulas& formulas, Resolver& resolver)
        : formulas_(formulas), resolver_(resolver), states_(formulas.formulas.size(), State::open)
    {
    }

    void run()
    {
        for (std::size_t i = 0; i < states_.size(); ++i)
            visit(i);
    }

private:
    enum class State
    {
        open,
        begun,
        done
    };

    void visit(std::size_t i)
    {
        if (states_[i] == State::begun)
            report(i);
        if (states_[i] != State::open)
            return;
        states_[i] = State::begun;
        path_.push_back(i);
        for (const std::size_t slot : formulas_.formulas[i].slots)
            if (slot >= formulas_.figures.size())
                visit(slot - formulas_.figures.size());
        path_.pop_back();
        states_[i] = State::done;
        formulas_.order.push_back(i);
    }

    void report(std::size_t i)
    {
        std::string way = formulas_.formulas[i].name;
        for (auto at = std::find(path_.begin(), path_.end(), i) + 1; at != path_.end(); ++at)
            way += " → " + formulas_.formulas[*at].name;
        resolver_.findings().push_back({Severity::error, "result.cycle", "/results" + below(i) + "/value",
                                        "result \"" + formulas_.formulas[i].name + '"',
                                        "It is computed from itself: " + way + " → " + formulas_.formulas[i].name + ".",
                                        "Compute one of them from figures of the run alone."});
    }

    ResultFormulas& formulas_;
    Resolver& resolver_;
    std::vector<State> states_;
    std::vector<std::size_t> path_;
};

} // namespace

std::vector<std::string> figureWordsIn(const std::string& expression)
{
    TokenFault fault;
    std::vector<std::string> words;
    const std::vector<Token> tokens = tokensOf(expression, fault);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Token& token = tokens[i];
        const bool role = i > 1 && tokens[i - 2].kind == Token::Kind::function && tokens[i - 2].text == "nodes";
        const bool word =
            token.kind == Token::Kind::name || (token.kind == Token::Kind::quoted && !isIdentifier(token.text));
        if (word && !role && std::find(words.begin(), words.end(), token.text) == words.end())
            words.push_back(token.text);
    }
    return words;
}

Scope scopeOfResults(const Project& project, const Resolver& resolver, std::vector<std::string>& figures)
{
    Scope scope = resolver.globalScope();
    const auto isResult = [&](const std::string& word) {
        return std::any_of(project.results.begin(), project.results.end(),
                           [&](const DerivedResult& other) { return other.id == word; });
    };
    for (const DerivedResult& result : project.results)
        for (const std::string& word : figureWordsIn(textOf(result, "value"))) {
            const bool dotted = word.find('.') != std::string::npos; // unknown figures have a message of their own
            const bool known = scope.symbols.contains(word) || scope.variables.contains(word) || isResult(word);
            if (known || !(dotted || unitOfFigure(word)))
                continue;
            scope.variables[word] = figures.size();
            figures.push_back(word);
        }
    for (std::size_t i = 0; i < project.results.size(); ++i)
        scope.variables[project.results[i].id] = figures.size() + i;
    return scope;
}

std::string figureUnitOf(const DerivedResult& result)
{
    const std::string unit = textOf(result, "unit");
    const auto known = unit.empty() ? std::nullopt : findUnit(unit);
    return unit == "%" ? unit : known ? known->unit : std::string();
}

Project withCondition(const Project& project)
{
    Project with = project;
    DerivedResult& condition = with.results.emplace_back();
    condition.id = conditionName;
    condition.fields["value"] = project.run.value("condition", Json());
    return with;
}

ResultFormulas conditionFormulas(const Project& project, Resolver& resolver)
{
    return resultFormulas(withCondition(project), resolver);
}

ResultFormulas resultFormulas(const Project& project, Resolver& resolver)
{
    ResultFormulas result;
    const Scope scope = scopeOfResults(project, resolver, result.figures);
    for (std::size_t i = 0; i < project.results.size(); ++i) {
        const DerivedResult& derived = project.results[i];
        ResultFormula formula;
        formula.name = derived.id;
        formula.unit = textOf(derived, "unit");
        formula.figureUnit = figureUnitOf(derived);
        if (const auto known = formula.unit.empty() ? std::nullopt : findUnit(formula.unit))
            formula.unitValue = known->value;
        formula.value = resolver.expression(resultFields(), "value", derived.fields, "/results" + below(i), scope);
        for (const std::string& variable : formula.value.variables())
            formula.slots.push_back(scope.variables.at(variable));
        result.formulas.push_back(std::move(formula));
    }
    Ordering(result, resolver).run();
    return result;
}

} // namespace headroom::project
