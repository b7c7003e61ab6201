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
#include <limits>
#include <optional>
#include <unordered_map>

namespace headroom::project {
namespace {

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

/// With the sign of the divisor, so that a key below 0 also has its place among `divisor` ones.
double remainder(double value, double divisor)
{
    return value - divisor * std::floor(value / divisor);
}

/// Arguments: x, then the points. Linear between the points; beyond the ends the value of the end.
double interpolated(const double* values, int count)
{
    const double x = values[0];
    const double* const points = values + 1;
    const int last = count - 3; // index of the last point
    for (int i = 2; i <= last; i += 2)
        if (!(points[i] > points[i - 2]))
            throw std::domain_error("The points of table() must be in increasing order.");
    if (x <= points[0])
        return points[1];
    for (int i = 2; i <= last; i += 2)
        if (x <= points[i])
            return points[i - 1] + (points[i + 1] - points[i - 1]) * (x - points[i - 2]) / (points[i] - points[i - 2]);
    return points[last + 1];
}

double negated(double value)
{
    return value == 0 ? 1 : 0;
}

/// A parser with the functions of expressions. To copy it takes far less time than to define them anew.
mu::Parser parserWithFunctions()
{
    mu::Parser parser;
    parser.ClearFun();
    parser.ClearConst();
    parser.DefineInfixOprt("!", negated);
    parser.DefineFun("min", smallest);
    parser.DefineFun("max", largest);
    parser.DefineFun("hash", hashed);
    parser.DefineFun("mod", remainder);
    parser.DefineFun("table", interpolated);
    const std::pair<const char*, double (*)(double)> functions[] = {
        {"abs", std::fabs},  {"ceil", std::ceil}, {"floor", std::floor}, {"round", std::round},
        {"sqrt", std::sqrt}, {"exp", std::exp},   {"ln", std::log},      {"log2", std::log2},
    };
    for (const auto& [name, function] : functions)
        parser.DefineFun(name, function);
    return parser;
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
    for (const auto& [name, value] : scope.constants.sorted())
        names.emplace_back(name);
    for (const auto& [name, value] : scope.symbols.sorted())
        names.emplace_back(name);
    names.insert(names.end(), functionNames().begin(), functionNames().end());
    return names;
}

/// Names that an author may have meant: the request's variables, then parameters; not figures, of which there are many.
std::string listedNames(const Scope& scope)
{
    constexpr std::size_t most = 16;
    std::vector<std::string> names;
    for (const auto& [name, slot] : scope.variables)
        names.push_back(name);
    for (const auto& [name, value] : scope.constants.sorted())
        if (name.find('.') == std::string::npos && !scope.variables.contains(std::string(name)))
            names.emplace_back(name);
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
        list += (i > 0 ? ", " : "") + names[i];
    return names.size() > most ? list + " ..." : list;
}

[[noreturn]] void failUnknown(const Token& token, const Scope& scope)
{
    const std::string near = nearestName(token.text, knownNames(scope));
    const std::string what = token.kind == Token::Kind::quoted ? "No parameter has the value \"" : "Unknown name \"";
    const std::string known = token.kind == Token::Kind::quoted ? std::string() : listedNames(scope);
    const std::string hint = !near.empty()   ? "; did you mean \"" + near + "\"?"
                             : known.empty() ? "."
                                             : "; known here: " + known + '.';
    throw ExpressionError(what + token.text + "\"" + hint, token.position);
}

const ScopeValues<double>& truths()
{
    static const ScopeValues<double> values = {{"true", 1}, {"false", 0}};
    return values;
}

std::optional<double> constantOf(const Token& token, const Scope& scope)
{
    if (token.kind == Token::Kind::name) {
        for (const auto* values : {&scope.constants, &scope.symbols, &truths()})
            if (const double* const value = values->find(token.text))
                return *value;
        return std::nullopt;
    }
    const double* const value = scope.symbols.find(token.text);
    return value ? std::optional(*value) : std::nullopt;
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

bool is(const std::vector<Token>& tokens, std::size_t i, const char* symbol)
{
    return i < tokens.size() && tokens[i].kind == Token::Kind::symbol && tokens[i].text == symbol;
}

/// Replaces nodes(role) by the number of the role's nodes.
std::vector<Token> withNodeCounts(const std::vector<Token>& tokens, const Scope& scope)
{
    std::vector<Token> result;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != Token::Kind::function || tokens[i].text != "nodes") {
            result.push_back(tokens[i]);
            continue;
        }
        const bool named = i + 3 < tokens.size() && is(tokens, i + 3, ")") &&
                           (tokens[i + 2].kind == Token::Kind::name || tokens[i + 2].kind == Token::Kind::quoted);
        if (!named)
            throw ExpressionError("nodes() takes the name of a role; quote one that is not a single word: "
                                  "nodes(\"object-server\").",
                                  tokens[i].position);
        const double* const count = scope.nodes.find(tokens[i + 2].text);
        if (!count) {
            std::vector<std::string> roles;
            for (const auto& [role, unused] : scope.nodes.sorted())
                roles.emplace_back(role);
            const std::string near = nearestName(tokens[i + 2].text, roles);
            throw ExpressionError("There is no role \"" + tokens[i + 2].text + "\"" +
                                      (near.empty() ? "." : "; did you mean \"" + near + "\"?"),
                                  tokens[i + 2].position);
        }
        result.push_back(tokens[i]);
        result.back().kind = Token::Kind::number;
        result.back().value = *count;
        i += 3;
    }
    return result;
}

/// Replaces the separators of table(x; a: b, c: d) by commas, so that it is a call like others. `i` is its name.
void separateByCommas(std::vector<Token>& tokens, std::size_t i)
{
    const std::size_t position = tokens[i].position;
    const auto fail = [&] {
        throw ExpressionError("table() is written with a value and its points, which must not depend on a request: "
                              "table(x; 1: 2.5, 4: 7).",
                              position);
    };
    std::size_t depth = 0;
    std::size_t choices = 0; // ? whose : has not come yet
    std::size_t points = 0;
    bool atPoints = false;
    bool hasX = false;
    for (++i; i < tokens.size(); ++i) {
        Token& token = tokens[i];
        if (atPoints && token.kind == Token::Kind::name)
            fail();
        if (token.kind != Token::Kind::symbol)
            continue;
        if (token.text == "(") {
            ++depth;
        } else if (token.text == ")") {
            if (--depth == 0)
                break;
        } else if (depth > 1) {
            continue;
        } else if (token.text == "?") {
            ++choices;
        } else if (token.text == ":" && choices > 0) {
            --choices;
        } else if (token.text == ";" || token.text == "," || token.text == ":") {
            const char* const expected = !atPoints ? ";" : hasX ? "," : ":";
            if (token.text != expected)
                fail();
            hasX = token.text == ":";
            points += hasX ? 1 : 0;
            atPoints = true;
            token.text = ",";
        }
    }
    if (points == 0 || !hasX)
        fail();
}

/// A semicolon belongs into a table.
void checkSemicolons(const std::vector<Token>& tokens)
{
    const bool table = std::any_of(tokens.begin(), tokens.end(), [](const Token& token) {
        return token.kind == Token::Kind::function && token.text == "table";
    });
    for (std::size_t i = 0; !table && i < tokens.size(); ++i)
        if (is(tokens, i, ";"))
            throw ExpressionError("The \";\" at position " + std::to_string(tokens[i].position + 1) +
                                      " belongs into a table: table(x; 1: 2.5, 4: 7).",
                                  tokens[i].position);
}

std::vector<Token> withTables(std::vector<Token> tokens)
{
    for (std::size_t i = tokens.size(); i-- > 0;) // inner ones first
        if (tokens[i].kind == Token::Kind::function && tokens[i].text == "table")
            separateByCommas(tokens, i);
    return tokens;
}

/// Replaces every name that is no variable by its number; only numbers, variables and operators are left.
std::vector<Token> withConstants(std::vector<Token> tokens, const Scope& scope)
{
    for (Token& token : tokens) {
        if (token.kind != Token::Kind::name && token.kind != Token::Kind::quoted)
            continue;
        const bool mayBeVariable = token.kind == Token::Kind::name || !isIdentifier(token.text);
        if (mayBeVariable && scope.variables.contains(token.text)) {
            token.kind = Token::Kind::name;
            continue;
        }
        const std::optional<double> value = constantOf(token, scope);
        if (!value)
            failUnknown(token, scope);
        token.kind = Token::Kind::number;
        token.value = *value;
    }
    return tokens;
}

/// The smallest constant among the operands if the expression is one call of min; infinity for any other.
double leastOperandOfMin(const std::vector<Token>& tokens, const Scope& scope)
{
    constexpr double none = std::numeric_limits<double>::infinity();
    if (tokens[0].kind != Token::Kind::function || tokens[0].text != "min" || !is(tokens, 1, "("))
        return none;
    double least = none;
    std::size_t depth = 1;
    for (std::size_t begin = 2, i = begin; i < tokens.size(); ++i) {
        depth += is(tokens, i, "(") ? 1 : 0;
        depth -= is(tokens, i, ")") ? 1 : 0;
        if (depth > 1 || (depth == 1 && !is(tokens, i, ",")))
            continue;
        const std::vector<Token> operand(tokens.begin() + begin, tokens.begin() + i);
        if (const std::optional<Affine> value = affineOf(operand, scope.variables); value && !value->slot)
            least = std::min(least, value->at(0));
        if (depth == 0)
            return i + 1 == tokens.size() ? least : none;
        begin = i + 1;
    }
    return none;
}

} // namespace

struct Expression::Compiled
{
    double upperBound = std::numeric_limits<double>::infinity();
    std::optional<Affine> affine;
    std::string formula; ///< without an affine form: the text for muParser
    double constant = 0; ///< value of a formula without variables
    /// Made when the formula is first evaluated: most expressions of a project are only checked.
    mutable std::optional<mu::Parser> parser;
    mutable std::vector<double> values; ///< muParser's variables point to these
    std::vector<std::size_t> slots;     ///< of `values`
    std::vector<std::string> names;     ///< of `values`

    void parse(const std::vector<Token>& tokens, const Scope& scope);
    void makeParser() const;
    double evaluate(std::span<const double> given) const;
};

namespace {

/// Formulas that muParser has understood, with their values while all variables are 0. It takes a hundred times as long
/// to read a formula as the rest of compiling it, and a project is checked before it is run, with the same formulas.
std::unordered_map<std::string, double>& understoodFormulas()
{
    constexpr std::size_t most = 10'000;
    thread_local std::unordered_map<std::string, double> values;
    if (values.size() > most)
        values.clear();
    return values;
}

} // namespace

void Expression::Compiled::makeParser() const
{
    static const mu::Parser prototype = parserWithFunctions();
    parser = prototype;
    for (std::size_t i = 0; i < names.size(); ++i)
        parser->DefineVar("v" + std::to_string(i), &values[i]);
    parser->SetExpr(formula);
}

void Expression::Compiled::parse(const std::vector<Token>& tokens, const Scope& scope)
{
    std::string& text = formula;
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
    values.assign(names.size(), 0);
    for (const std::string& name : names)
        slots.push_back(scope.variables.at(name));
    if (const auto known = understoodFormulas().find(formula); known != understoodFormulas().end()) {
        constant = known->second;
        return;
    }
    try {
        makeParser();
        constant = parser->Eval();
        if (parser->GetNumResults() != 1)
            throw ExpressionError("There is a comma outside a function.", 0);
        understoodFormulas().emplace(formula, constant);
    } catch (const std::domain_error& error) {
        throw ExpressionError(error.what(), 0);
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
    if (slots.empty())
        return constant;
    if (!parser)
        makeParser();
    for (std::size_t i = 0; i < slots.size(); ++i)
        values[i] = at(slots[i]);
    return parser->Eval();
}

Expression Expression::compile(const std::string& text, const Scope& scope)
{
    if (text.size() > longestExpression)
        throw ExpressionError("The expression is longer than " + std::to_string(longestExpression) + " characters.", 0);
    TokenFault fault;
    std::vector<Token> tokens = tokensOf(text, fault);
    if (!fault.problem.empty())
        throw ExpressionError(fault.problem, fault.position);
    if (tokens.empty())
        throw ExpressionError("The expression is empty.", 0);
    checkNesting(tokens);
    checkSemicolons(tokens);
    tokens = withTables(withConstants(withNodeCounts(tokens, scope), scope));

    auto compiled = std::make_shared<Compiled>();
    for (const Token& token : tokens) {
        if (token.kind == Token::Kind::name &&
            std::find(compiled->names.begin(), compiled->names.end(), token.text) == compiled->names.end()) {
            compiled->names.push_back(token.text);
        }
    }
    compiled->upperBound = leastOperandOfMin(tokens, scope);
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

double Expression::upperBound() const
{
    return compiled_ ? compiled_->upperBound : constant_;
}

double Expression::evaluateCompiled(std::span<const double> frame) const
{
    return compiled_->evaluate(frame);
}

std::vector<std::string> Expression::variables() const
{
    return compiled_ ? compiled_->names : std::vector<std::string>();
}

namespace {

/// True if the token is the role in nodes(role).
bool isRole(const std::vector<Token>& tokens, std::size_t i)
{
    return i > 1 && tokens[i - 2].kind == Token::Kind::function && tokens[i - 2].text == "nodes";
}

/// The text with each token for which `renamed` gives a text replaced by that.
template <typename Renamed>
std::string replaceTokens(const std::string& text, const Renamed& renamed)
{
    TokenFault fault;
    std::string result;
    std::size_t copied = 0;
    const std::vector<Token> tokens = tokensOf(text, fault);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::optional<std::string> now = renamed(tokens, i);
        if (!now)
            continue;
        result += text.substr(copied, tokens[i].position - copied) + *now;
        copied = tokens[i].position + tokens[i].length;
    }
    return result + text.substr(copied);
}

bool isWord(const Token& token)
{
    return token.kind == Token::Kind::name || token.kind == Token::Kind::quoted;
}

std::string inQuotes(const std::string& name)
{
    const char quote = name.find('"') == std::string::npos ? '"' : '\'';
    return quote + name + quote;
}

} // namespace

std::vector<std::string> identifiersIn(const std::string& text)
{
    TokenFault fault;
    std::vector<std::string> names;
    const std::vector<Token> tokens = tokensOf(text, fault);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const Token& token = tokens[i];
        const bool named = token.kind == Token::Kind::name && !isRole(tokens, i) && !truths().contains(token.text);
        if (named && std::find(names.begin(), names.end(), token.text) == names.end())
            names.push_back(token.text);
    }
    return names;
}

bool beginsWithIdentifier(const std::string& name, const std::string& identifier)
{
    return name.starts_with(identifier) && (name.size() == identifier.size() || name[identifier.size()] == '.');
}

std::string renameIdentifiers(const std::string& text, const std::function<std::string(const std::string&)>& renamed)
{
    return replaceTokens(text, [&](const std::vector<Token>& tokens, std::size_t i) -> std::optional<std::string> {
        if (tokens[i].kind != Token::Kind::name || isRole(tokens, i))
            return {};
        return renamed(tokens[i].text);
    });
}

std::string renameIdentifier(const std::string& text, const std::string& from, const std::string& to)
{
    return renameIdentifiers(text, [&](const std::string& name) {
        return beginsWithIdentifier(name, from) ? to + name.substr(from.size()) : name;
    });
}

std::string renameRole(const std::string& text, const std::string& from, const std::string& to)
{
    return replaceTokens(text, [&](const std::vector<Token>& tokens, std::size_t i) -> std::optional<std::string> {
        if (!isWord(tokens[i]) || !isRole(tokens, i) || tokens[i].text != from)
            return {};
        return isIdentifier(to) ? to : inQuotes(to);
    });
}

std::string renameWords(const std::string& text, const std::function<std::string(const std::string&)>& renamed)
{
    return replaceTokens(text, [&](const std::vector<Token>& tokens, std::size_t i) -> std::optional<std::string> {
        const std::string now = isWord(tokens[i]) && !isRole(tokens, i) ? renamed(tokens[i].text) : tokens[i].text;
        if (now == tokens[i].text)
            return {};
        TokenFault fault;
        const std::vector<Token> alone = tokensOf(now, fault);
        const bool plain = alone.size() == 1 && alone.front().kind == Token::Kind::name;
        return plain ? now : inQuotes(now);
    });
}

bool isIdentifier(const std::string& name)
{
    const auto plain = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
    return !name.empty() && !std::isdigit(static_cast<unsigned char>(name.front())) &&
           std::all_of(name.begin(), name.end(), plain);
}

} // namespace headroom::project
