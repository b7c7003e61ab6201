#include "project/expression/name_choice.h"

#include "project/expression/tokens.h"

#include <algorithm>
#include <utility>

namespace headroom::project {
namespace {

constexpr std::size_t deepestChoice = 64;

bool isSymbol(const Token& token, const char* symbol)
{
    return token.kind == Token::Kind::symbol && token.text == symbol;
}

} // namespace

/// Reads choices from tokens. A range of tokens is given by its first one and the one behind its last.
class NameChoice::Parser
{
public:
    Parser(const std::string& text, std::vector<Node>& nodes) : text_(text), nodes_(nodes)
    {
        if (text.size() > longestExpression)
            throw ExpressionError("The expression is longer than " + std::to_string(longestExpression) + " characters.",
                                  0);
        TokenFault fault;
        tokens_ = tokensOf(text, fault);
        if (!fault.problem.empty())
            throw ExpressionError(fault.problem, fault.position);
    }

    std::size_t parse() { return choice(0, tokens_.size(), 0); }

private:
    std::size_t choice(std::size_t from, std::size_t to, std::size_t depth)
    {
        if (depth > deepestChoice)
            fail("The choices are nested more than " + std::to_string(deepestChoice) + " deep.", from);
        const std::size_t question = find(from, to, "?");
        if (question == to)
            return name(from, to, depth);
        if (question == from)
            fail("There is no condition before \"?\".", question);
        const std::size_t colon = find(question + 1, to, ":");
        if (colon == to)
            fail("There is no \":\" with the name to use otherwise.", question);
        const std::size_t begin = tokens_[from].position;
        const std::size_t length = tokens_[question - 1].position + tokens_[question - 1].length - begin;
        const std::size_t place = nodes_.size();
        nodes_.push_back({.condition = text_.substr(begin, length), .position = begin, .length = length});
        const std::size_t then = choice(question + 1, colon, depth + 1);
        const std::size_t otherwise = choice(colon + 1, to, depth + 1);
        nodes_[place].then = then;
        nodes_[place].otherwise = otherwise;
        return place;
    }

    std::size_t name(std::size_t from, std::size_t to, std::size_t depth)
    {
        if (from < to && isSymbol(tokens_[from], "(") && isSymbol(tokens_[to - 1], ")"))
            return choice(from + 1, to - 1, depth + 1);
        if (to != from + 1 || (tokens_[from].kind != Token::Kind::name && tokens_[from].kind != Token::Kind::quoted))
            fail("Behind \"?\" and \":\" there must be a name; one with other characters than letters, digits and "
                 "underscores is quoted.",
                 from);
        nodes_.push_back(
            {.name = tokens_[from].text, .position = tokens_[from].position, .length = tokens_[from].length});
        return nodes_.size() - 1;
    }

    /// The place of a symbol outside of parentheses; of a colon, the one that belongs to the question mark before the
    /// range. The end of the range if there is none.
    std::size_t find(std::size_t from, std::size_t to, const char* symbol) const
    {
        int parentheses = 0, open = 0;
        for (std::size_t i = from; i < to; ++i) {
            const Token& token = tokens_[i];
            if (token.kind == Token::Kind::symbol)
                parentheses += token.text == "(" ? 1 : token.text == ")" ? -1 : 0;
            if (parentheses > 0)
                continue;
            if (open == 0 && isSymbol(token, symbol))
                return i;
            open += isSymbol(token, "?") ? 1 : isSymbol(token, ":") ? -1 : 0;
        }
        return to;
    }

    [[noreturn]] void fail(std::string problem, std::size_t token) const
    {
        throw ExpressionError(std::move(problem), token < tokens_.size() ? tokens_[token].position : text_.size());
    }

    const std::string& text_;
    std::vector<Node>& nodes_;
    std::vector<Token> tokens_;
};

bool NameChoice::chooses(const std::string& text)
{
    if (text.find('?') == std::string::npos)
        return false;
    TokenFault fault;
    return std::ranges::any_of(tokensOf(text, fault), [](const Token& token) { return isSymbol(token, "?"); });
}

NameChoice::NameChoice(const std::string& text) : text_(text)
{
    first_ = Parser(text_, nodes_).parse();
}

std::vector<std::string> NameChoice::names() const
{
    std::vector<std::string> names;
    for (const Node& node : nodes_)
        if (node.condition.empty() && std::ranges::find(names, node.name) == names.end())
            names.push_back(node.name);
    return names;
}

const std::string& NameChoice::chosen(const Scope& scope) const
{
    std::size_t at = first_;
    while (!nodes_[at].condition.empty()) {
        const Expression condition = Expression::compile(nodes_[at].condition, scope);
        if (!condition.isConstant())
            throw ExpressionError("The condition depends on a request's variable.", nodes_[at].position);
        at = condition.value() != 0 ? nodes_[at].then : nodes_[at].otherwise;
    }
    return nodes_[at].name;
}

void NameChoice::checkConditions(const Scope& scope) const
{
    for (const Node& node : nodes_)
        if (!node.condition.empty() && !Expression::compile(node.condition, scope).isConstant())
            throw ExpressionError("The condition depends on a request's variable.", node.position);
}

std::string NameChoice::withNames(const std::function<std::string(const std::string&)>& renamed) const
{
    std::vector<const Node*> names;
    for (const Node& node : nodes_)
        if (node.condition.empty())
            names.push_back(&node);
    std::ranges::sort(names, {}, &Node::position);
    std::string result;
    std::size_t copied = 0;
    for (const Node* node : names) {
        const std::string now = renamed(node->name);
        if (now == node->name)
            continue;
        const char quote = now.find('"') == std::string::npos ? '"' : '\'';
        result += text_.substr(copied, node->position - copied) + (isIdentifier(now) ? now : quote + now + quote);
        copied = node->position + node->length;
    }
    return result + text_.substr(copied);
}

std::vector<std::string> componentsNamedIn(const std::string& text)
{
    if (!NameChoice::chooses(text))
        return {text};
    try {
        return NameChoice(text).names();
    } catch (const ExpressionError&) {
        return {}; // the checks report it
    }
}

std::string withComponents(const std::string& text, const std::function<std::string(const std::string&)>& renamed)
{
    if (!NameChoice::chooses(text))
        return renamed(text);
    try {
        return NameChoice(text).withNames(renamed);
    } catch (const ExpressionError&) {
        return text;
    }
}

} // namespace headroom::project
