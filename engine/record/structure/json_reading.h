// Reads untrusted JSON: bounded parsing, and typed access with errors that name the key. Internal to record/ and
// study/.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::record {

/// Deeper than any record; nlohmann's copies recurse, so nesting must be limited before parsing.
inline constexpr int maxNesting = 32;

/// Parses one JSON text with sorted keys (the ordered kind takes quadratic time for an object of many keys). Throws
/// std::runtime_error with the problem.
nlohmann::json parseBounded(std::string_view text);

/// JSON as text: invalid UTF-8 is replaced, NaN and infinities become null, numbers are read back unchanged.
template <class J>
std::string dump(const J& json)
{
    return json.dump(-1, ' ', false, J::error_handler_t::replace);
}

/// Typed access to the members of an object. Every function throws std::runtime_error naming the key.
template <class J>
class ObjectReader
{
public:
    ObjectReader(const J& json, std::string place) : json_(json), place_(std::move(place))
    {
        if (!json.is_object())
            throw std::runtime_error(place_.empty() ? "not a JSON object" : "\"" + place_ + "\" is not an object");
    }

    bool has(const char* key) const { return json_.contains(key); }
    std::string placeOf(const std::string& key) const { return place_.empty() ? key : place_ + "." + key; }

    const J& member(const char* key) const
    {
        const auto found = json_.find(key);
        if (found == json_.end())
            throw std::runtime_error("\"" + placeOf(key) + "\" is missing");
        return *found;
    }
    const J& array(const char* key) const
    {
        const J& value = member(key);
        if (!value.is_array())
            fail(key, "a list");
        return value;
    }
    std::string text(const char* key) const
    {
        const J& value = member(key);
        if (!value.is_string())
            fail(key, "a text");
        return value.template get<std::string>();
    }
    bool flag(const char* key) const
    {
        const J& value = member(key);
        if (!value.is_boolean())
            fail(key, "true or false");
        return value.template get<bool>();
    }
    /// null means an undefined number (NaN).
    double number(const char* key) const { return numberOf(member(key), key); }
    double numberOf(const J& value, const char* key) const
    {
        if (value.is_null())
            return std::numeric_limits<double>::quiet_NaN();
        if (!value.is_number())
            fail(key, "a number");
        return value.template get<double>();
    }
    std::uint64_t count(const char* key) const { return countOf(member(key), key); }
    std::uint64_t countOf(const J& value, const char* key) const
    {
        const bool whole =
            value.is_number_unsigned() || (value.is_number_integer() && value.template get<std::int64_t>() >= 0);
        if (!whole)
            fail(key, "a whole number, zero or more");
        return value.template get<std::uint64_t>();
    }
    /// An id of a series.
    std::uint32_t identifierOf(const J& value, const char* key) const
    {
        const std::uint64_t number = countOf(value, key);
        if (number > std::numeric_limits<std::uint32_t>::max())
            fail(key, "a number of a series");
        return static_cast<std::uint32_t>(number);
    }
    std::vector<std::uint32_t> identifiers(const char* key) const
    {
        std::vector<std::uint32_t> result;
        const J& list = array(key);
        result.reserve(list.size());
        for (const J& value : list)
            result.push_back(identifierOf(value, key));
        return result;
    }
    std::vector<double> numbers(const char* key) const
    {
        std::vector<double> result;
        const J& list = array(key);
        result.reserve(list.size());
        for (const J& value : list)
            result.push_back(numberOf(value, key));
        return result;
    }
    std::vector<std::string> texts(const char* key) const
    {
        std::vector<std::string> result;
        for (const J& value : array(key)) {
            if (!value.is_string())
                fail(key, "a list of texts");
            result.push_back(value.template get<std::string>());
        }
        return result;
    }

    [[noreturn]] void fail(const char* key, const std::string& expected) const
    {
        throw std::runtime_error("\"" + placeOf(key) + "\" is not " + expected);
    }

private:
    const J& json_;
    std::string place_;
};

} // namespace headroom::record
