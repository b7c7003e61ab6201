#include "record/structure/json_reading.h"

#include <stdexcept>

namespace headroom::record {

namespace {

bool tooDeep(std::string_view text)
{
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            if (++depth > maxNesting)
                return true;
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}

} // namespace

nlohmann::json parseBounded(std::string_view text)
{
    if (tooDeep(text))
        throw std::runtime_error("it is nested more than " + std::to_string(maxNesting) + " levels deep");
    try {
        return nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        throw std::runtime_error("it is not JSON (error at byte " + std::to_string(error.byte) + ")");
    } catch (const nlohmann::json::exception&) {
        throw std::runtime_error("it holds a number beyond the range of numbers");
    }
}

} // namespace headroom::record
