#include "project/expression/expression.h"
#include "project/document/nearest.h"
#include "project/expression/affine.h"
#include "project/expression/tokens.h"

#include <muParser.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

namespace headroom::project {
namespace {

constexpr std::size_t longestText = 4000;
constexpr std::size_t deepestNesting = 64;

/// muParser allows a call of a variadic function without arguments.
void requireArguments(int count)
{
    if (count < 1)
        throw mu::ParserError(mu::ecTOO_FEW_PARAMS);
}

double smallest(const double* values, int count)
{
    requireArguments(count);
    return *std::min_element(values, values + count);
}

double largest(const double* values, int count)
{
    requireArguments(count);
    return *std::max_element(values, values + count);
}

/// A whole number below 2^52 for several numbers: a key made of them. The last step of SplitMix64 (Steele, Lea and
/// Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014) mixes the bits of each.
double hashed(const double* values, int count)
{
    requireArguments(count);
    std::uint64_t bits = 0x9e3779b97f4a7c15;
    for (int i = 0; i < count; ++i) {
        bits ^= std::bit_cast<std::uint64_t>(values[i] + 0.0); // -0 becomes 0
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
        bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
        bits = (bits ^ (bits >> 31)) + 0x9e3779b97f4a7c15;
    }
    return static_cast<double>(bits >> 12);
}

double negated(double value)
{
    return value == 0 ? 1 : 0;
}

void defineFunctions(mu::Parser& parser)
{
    parser.ClearFun();
    parser.ClearConst();
    parser.DefineInfixOprt("!", negated);
    parser.DefineFun("min", smallest);
    parser.DefineFun("max", largest);
    parser.DefineFun("hash", hashed);
    const std::pair<const char*, double (*)(double)> functions[] = {
        {"abs", std::fabs},  {"ceil", std::ceil}, {"floor", std::floor}, {"round", std::round},
        {"sqrt", std::sqrt}, {"exp", std::exp},   {"ln", std::log},      {"log2", std::log2},
    };
    for (const auto& [name, function] : functions)
        parser.DefineFun(name, function);
}

std::string literal(double value)
{
    // Not printf: a graphical program sets a locale, and many locales write a comma.
    std::array<char, 40> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return std::string(buffer.data(), end);
}

std::vector<std::string> knownNames(const Scope& scope)
{
    std::vector<std::string> names;
    for (const auto& [name, slot] : scope.variables)
        names.push_back(name);
    for (const auto& [name, value] : scope.constants)
        names.push_back(name);
    for (const auto& [name, value] : scope.symbols)
        names.push_back(name);
    names.insert(names.end(), functionNames().begin(), functionNames().end());
    return names;
}

[[noreturn]] void failUnknown(const Token& token, const Scope& scope)
{
    const std::string near = nearestName(token.text, knownNames(scope));
    const std::string what = token.kind == Token::Kind::quoted ? "No parameter has the value \"" : "Unknown name \"";
    throw ExpressionError(what + token.text + "\"" + (near.empty() ? "." : "; did you mean \"" + near + "\"?"),
                          token.position);
}

const std::map<std::string, double>& truths()
{
    static const std::map<std::string, double> values = {{"true", 1}, {"false", 0}};
    return values;
}

std::optional<double> constantOf(const Token& token, const Scope& scope)
{
    if (token.kind == Token::Kind::name) {
        for (const auto* values : {&scope.constants, &scope.symbols, &truths()})
            if (const auto found = values->find(token.text); found != values->end())
                return found->second;
        return std::nullopt;
    }
    const auto found = scope.symbols.find(token.text);
    return found == scope.symbols.end() ? std::nullopt : std::optional(found->second);
}

void checkNesting(const std::vector<Token>& tokens)
{
    std::size_t depth = 0;
    for (const Token& token : tokens) {
        if (token.kind != Token::Kind::symbol)
            continue;
        if (token.text == "(" || token.text == "?") {
            if (++depth > deepestNesting)
                throw ExpressionError("The expression is nested too deeply.", token.position);
        } else if ((token.text == ")" || token.text == ":") && depth > 0) {
            --depth;
        }
    }
}

/// Replaces every name that is no variable by its number; only numbers, variables and operators are left.
std::vector<Token> withConstants(std::vector<Token> tokens, const Scope& scope)
{
    for (Token& token : tokens) {
        const bool slot = token.kind == Token::Kind::name && scope.variables.contains(token.text);
        if (slot || (token.kind != Token::Kind::name && token.kind != Token::Kind::quoted))
            continue;
        const std::optional<double> value = constantOf(token, scope);
        if (!value)
            failUnknown(token, scope);
        token.kind = Token::Kind::number;
        token.value = *value;
    }
    return tokens;
}

} // namespace

struct Expression::Compiled
{
    std::optional<Affine> affine;
    mu::Parser parser;                  ///< used without an affine form
    mutable std::vector<double> values; ///< muParser's variables point to these
    std::vector<std::size_t> slots;     ///< of `values`
    std::vector<std::string> names;     ///< of `values`

    void parse(const std::vector<Token>& tokens, const Scope& scope);
    double evaluate(std::span<const double> given) const;
};

void Expression::Compiled::parse(const std::vector<Token>& tokens, const Scope& scope)
{
    std::string text;
    std::vector<std::pair<std::size_t, std::size_t>> origins; // position in `text` → position in the original
    for (const Token& token : tokens) {
        origins.emplace_back(text.size(), token.position);
        if (token.kind == Token::Kind::number) {
            // In parentheses, because the number may be negative.
            text += '(' + literal(token.value) + ')';
        } else if (token.kind == Token::Kind::name) {
            const auto known = std::find(names.begin(), names.end(), token.text);
            text += "v" + std::to_string(known - names.begin());
        } else {
            text += token.text;
        }
        if (token.kind != Token::Kind::function) // muParser requires the parenthesis directly after the name
            text += ' ';
    }
    try {
        defineFunctions(parser);
        values.assign(names.size(), 0);
        for (std::size_t i = 0; i < names.size(); ++i) {
            slots.push_back(scope.variables.at(names[i]));
            parser.DefineVar("v" + std::to_string(i), &values[i]);
        }
        parser.SetExpr(text);
        parser.Eval();
        if (parser.GetNumResults() != 1)
            throw ExpressionError("There is a comma outside a function.", 0);
    } catch (const mu::ParserError& error) {
        std::size_t position = tokens.back().position;
        for (const auto& [at, origin] : origins)
            if (at <= static_cast<std::size_t>(std::max(0, static_cast<int>(error.GetPos()))))
                position = origin;
        throw ExpressionError("The expression cannot be understood near position " + std::to_string(position + 1) + ".",
                              position);
    }
}

double Expression::Compiled::evaluate(std::span<const double> given) const
{
    const auto at = [given](std::size_t slot) { return slot < given.size() ? given[slot] : 0.0; };
    if (affine)
        return affine->slot ? affine->at(at(*affine->slot)) : affine->offset;
    for (std::size_t i = 0; i < slots.size(); ++i)
        values[i] = at(slots[i]);
    return parser.Eval();
}

Expression Expression::compile(const std::string& text, const Scope& scope)
{
    if (text.size() > longestText)
        throw ExpressionError("The expression is longer than " + std::to_string(longestText) + " characters.", 0);
    TokenFault fault;
    std::vector<Token> tokens = tokensOf(text, fault);
    if (!fault.problem.empty())
        throw ExpressionError(fault.problem, fault.position);
    if (tokens.empty())
        throw ExpressionError("The expression is empty.", 0);
    checkNesting(tokens);
    tokens = withConstants(std::move(tokens), scope);

    auto compiled = std::make_shared<Compiled>();
    for (const Token& token : tokens) {
        if (token.kind == Token::Kind::name &&
            std::find(compiled->names.begin(), compiled->names.end(), token.text) == compiled->names.end()) {
            compiled->names.push_back(token.text);
        }
    }
    compiled->affine = affineOf(tokens, scope.variables);
    if (!compiled->affine)
        compiled->parse(tokens, scope);
    if (!compiled->names.empty()) {
        Expression expression;
        const auto& affine = compiled->affine;
        const bool variable = affine && affine->slot && affine->offset == 0 && affine->factor == 1 &&
                              affine->divisor == 1 && !affine->roundedDown;
        expression.variable_ = variable ? *affine->slot : std::numeric_limits<std::size_t>::max();
        expression.compiled_ = std::move(compiled);
        return expression;
    }
    const double value = compiled->evaluate({});
    if (!std::isfinite(value))
        throw ExpressionError("The expression has no finite value.", 0);
    return constant(value);
}

Expression Expression::constant(double value)
{
    Expression expression;
    expression.constant_ = value;
    return expression;
}

double Expression::evaluateCompiled(std::span<const double> frame) const
{
    return compiled_->evaluate(frame);
}

std::vector<std::string> Expression::variables() const
{
    return compiled_ ? compiled_->names : std::vector<std::string>();
}

std::vector<std::string> identifiersIn(const std::string& text)
{
    TokenFault fault;
    std::vector<std::string> names;
    for (const Token& token : tokensOf(text, fault)) {
        const bool named = token.kind == Token::Kind::name && !truths().contains(token.text);
        if (named && std::find(names.begin(), names.end(), token.text) == names.end())
            names.push_back(token.text);
    }
    return names;
}

std::string renameIdentifier(const std::string& text, const std::string& from, const std::string& to)
{
    TokenFault fault;
    std::string result;
    std::size_t copied = 0;
    for (const Token& token : tokensOf(text, fault)) {
        if (token.kind == Token::Kind::name && token.text == from) {
            result += text.substr(copied, token.position - copied) + to;
            copied = token.position + token.length;
        }
    }
    return result + text.substr(copied);
}

bool isIdentifier(const std::string& name)
{
    const auto plain = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
    return !name.empty() && !std::isdigit(static_cast<unsigned char>(name.front())) &&
           std::all_of(name.begin(), name.end(), plain);
}

} // namespace headroom::project
