// The tokens of an expression, used to compile it, to find names and to rename them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headroom::project {

/// A number, name (with dots: of a figure), function, quoted text or operator of an expression.
struct Token
{
    enum class Kind
    {
        number,
        name,
        function,
        quoted,
        symbol
    };
    Kind kind = Kind::symbol;
    std::string text;         ///< the name, the quoted text without its quotes, the operator
    double value = 0;         ///< of a number, in its base unit
    std::size_t position = 0; ///< offset in the expression
    std::size_t length = 0;   ///< as written
};

struct TokenFault
{
    std::string problem; ///< empty: no problem
    std::size_t position = 0;
};

/// Splits an expression into tokens. If there is a fault, the tokens before it are returned.
std::vector<Token> tokensOf(std::string_view text, TokenFault& fault);

/// Functions that expressions may call (expression.h).
const std::vector<std::string>& functionNames();

} // namespace headroom::project
