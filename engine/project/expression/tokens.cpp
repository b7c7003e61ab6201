#include "project/expression/tokens.h"
#include "project/document/nearest.h"
#include "project/expression/quantity.h"
#include "project/expression/units.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>

namespace headroom::project {
namespace {

bool startsName(char c)
{
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}

bool inName(char c)
{
    return startsName(c) || std::isdigit(static_cast<unsigned char>(c));
}

bool startsNumber(std::string_view text, std::size_t at)
{
    const auto digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
    return digit(at) || (text[at] == '.' && digit(at + 1));
}

class Tokenizer
{
public:
    Tokenizer(std::string_view text, TokenFault& fault) : text_(text), fault_(fault) {}

    std::vector<Token> run()
    {
        for (at_ = skipBlanks(text_, 0); at_ < text_.size() && fault_.problem.empty(); at_ = skipBlanks(text_, at_))
            if (startsNumber(text_, at_))
                number();
            else if (startsName(text_[at_]))
                name();
            else if (text_[at_] == '"' || text_[at_] == '\'')
                quoted();
            else
                symbol();
        return std::move(tokens_);
    }

private:
    void fail(std::string problem, std::size_t position) { fault_ = {std::move(problem), position}; }

    void add(Token::Kind kind, std::string text, std::size_t length, double value = 0)
    {
        tokens_.push_back({kind, std::move(text), value, at_, length});
        at_ += length;
    }

    void number()
    {
        double value = 0;
        const char* const first = text_.data() + at_;
        const auto [end, error] = std::from_chars(first, text_.data() + text_.size(), value);
        if (error != std::errc()) {
            fail("The number is too large or too small.", at_);
            return;
        }
        std::size_t length = static_cast<std::size_t>(end - first);
        const std::size_t after = skipBlanks(text_, at_ + length);
        const std::string_view rest = text_.substr(after);
        // A bare "/s" would be ambiguous in "100/s" if s is a variable; "100 1/s" is not.
        const std::size_t unit = rest.starts_with('/') ? 0 : unitLength(rest);
        if (unit > 0) {
            value *= findUnit(rest.substr(0, unit))->value;
            length = after + unit - at_;
        } else if (!rest.empty() && startsName(rest.front())) {
            const auto stop = std::find_if_not(rest.begin(), rest.end(), inName);
            const std::string word(rest.begin(), stop);
            fail("\"" + word + "\" is not a known unit" + unitMeant(word), after);
            return;
        }
        if (!std::isfinite(value)) {
            fail("The number is too large.", at_);
            return;
        }
        add(Token::Kind::number, {}, length, value);
    }

    /// The end of the sentence: a prefix alone, as in "4K", says neither of what nor how much.
    static std::string unitMeant(const std::string& word)
    {
        if (word.size() == 1 && std::string_view("kKMGTP").find(word) != std::string_view::npos) {
            const std::string prefix(1, static_cast<char>(std::toupper(static_cast<unsigned char>(word.front()))));
            return "; write \"" + prefix + "B\" or \"" + prefix + "iB\" for bytes, else the number in full.";
        }
        std::vector<std::string> known = unitsOf({});
        std::erase(known, "%");
        const std::string near = nearestName(word, known);
        return near.empty() ? "." : "; did you mean \"" + near + "\"?";
    }

    void name()
    {
        std::size_t end = at_;
        while (end < text_.size() && (inName(text_[end]) || joinsNames(end)))
            ++end;
        const std::string word(text_.substr(at_, end - at_));
        const std::size_t after = skipBlanks(text_, end);
        const auto& functions = functionNames();
        const bool called = after < text_.size() && text_[after] == '(' &&
                            std::find(functions.begin(), functions.end(), word) != functions.end();
        add(called ? Token::Kind::function : Token::Kind::name, word, end - at_);
    }

    /// The dot in the name of a figure, as in PUT.latency.p99.
    bool joinsNames(std::size_t at) const
    {
        return text_[at] == '.' && at + 1 < text_.size() && startsName(text_[at + 1]);
    }

    void quoted()
    {
        const std::size_t close = text_.find(text_[at_], at_ + 1);
        if (close == std::string_view::npos) {
            fail("The quoted text has no closing quote.", at_);
            return;
        }
        add(Token::Kind::quoted, std::string(text_.substr(at_ + 1, close - at_ - 1)), close + 1 - at_);
    }

    void symbol()
    {
        static constexpr std::array<std::string_view, 20> symbols = {
            "&&", "||", "==", "!=", "<=", ">=", "+", "-", "*", "/", "^", "(", ")", ",", "<", ">", "?", ":", "!", ";"};
        for (const std::string_view candidate : symbols) {
            if (text_.substr(at_).starts_with(candidate)) {
                add(Token::Kind::symbol, std::string(candidate), candidate.size());
                return;
            }
        }
        if (text_[at_] == '=') {
            fail("A single \"=\" does not compare; write \"==\".", at_);
            return;
        }
        if (text_[at_] == '%') {
            fail("\"%\" is a unit after a number (50 %); the remainder of a / b is written mod(a, b).", at_);
            return;
        }
        fail("The character at position " + std::to_string(at_ + 1) + " has no meaning in an expression.", at_);
    }

    std::string_view text_;
    TokenFault& fault_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
};

} // namespace

const std::vector<std::string>& functionNames()
{
    static const std::vector<std::string> names = {"min", "max", "abs",  "ceil", "floor", "round", "sqrt",
                                                   "exp", "ln",  "log2", "hash", "mod",   "table", "nodes"};
    return names;
}

std::vector<Token> tokensOf(std::string_view text, TokenFault& fault)
{
    return Tokenizer(text, fault).run();
}

} // namespace headroom::project
