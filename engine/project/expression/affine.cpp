#include "project/expression/affine.h"

namespace headroom::project {
namespace {

class AffineParser
{
public:
    AffineParser(const std::vector<Token>& tokens, const std::map<std::string, std::size_t>& variables)
        : tokens_(tokens), variables_(variables)
    {
    }

    std::optional<Affine> run()
    {
        const std::optional<Affine> result = sum();
        return at_ == tokens_.size() ? result : std::nullopt;
    }

private:
    bool take(const char* symbol)
    {
        if (at_ < tokens_.size() && tokens_[at_].kind == Token::Kind::symbol && tokens_[at_].text == symbol) {
            ++at_;
            return true;
        }
        return false;
    }

    std::optional<Affine> sum()
    {
        std::optional<Affine> left = product();
        while (left) {
            const bool plus = take("+");
            if (!plus && !take("-"))
                break;
            const std::optional<Affine> right = product();
            if (!right || (left->slot && right->slot && left->slot != right->slot) || !left->isSum() || !right->isSum())
                return std::nullopt;
            const double sign = plus ? 1 : -1;
            left->offset += sign * right->offset;
            left->factor += sign * right->factor;
            left->slot = left->slot ? left->slot : right->slot;
        }
        return left;
    }

    std::optional<Affine> product()
    {
        std::optional<Affine> left = term();
        while (left) {
            const bool times = take("*");
            if (!times && !take("/"))
                break;
            const std::optional<Affine> right = term();
            if (!right || (times ? left->slot && right->slot : right->slot.has_value()) || !left->isSum() ||
                !right->isSum()) {
                return std::nullopt;
            }
            if (!times && left->slot) {
                left->divisor = right->offset;
            } else if (!times) {
                left->offset /= right->offset;
            } else if (right->slot) {
                left = Affine{left->offset * right->offset, left->offset * right->factor, right->slot};
            } else {
                left->offset *= right->offset;
                left->factor *= right->offset;
            }
        }
        return left;
    }

    std::optional<Affine> term()
    {
        if (take("(")) {
            const std::optional<Affine> inner = sum();
            return take(")") ? inner : std::nullopt;
        }
        if (at_ >= tokens_.size())
            return std::nullopt;
        const Token& token = tokens_[at_++];
        if (token.kind == Token::Kind::function && token.text == "floor")
            return floored();
        if (token.kind == Token::Kind::number)
            return Affine{token.value, 0, std::nullopt};
        if (token.kind != Token::Kind::name)
            return std::nullopt;
        if (const auto slot = variables_.find(token.text); slot != variables_.end())
            return Affine{0, 1, slot->second};
        return std::nullopt;
    }

    std::optional<Affine> floored()
    {
        std::optional<Affine> inner = take("(") ? sum() : std::nullopt;
        if (!inner || !take(")"))
            return std::nullopt;
        if (inner->slot)
            inner->roundedDown = true;
        else
            inner->offset = std::floor(inner->offset);
        return inner;
    }

    const std::vector<Token>& tokens_;
    const std::map<std::string, std::size_t>& variables_;
    std::size_t at_ = 0;
};

} // namespace

std::optional<Affine> affineOf(const std::vector<Token>& tokens, const std::map<std::string, std::size_t>& variables)
{
    return AffineParser(tokens, variables).run();
}

} // namespace headroom::project
