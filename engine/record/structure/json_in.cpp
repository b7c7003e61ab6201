#include "record/structure/json_in.h"

#include <nlohmann/json.hpp>

#include <limits>
#include <stdexcept>

namespace headroom::record {

double JsonIn::number() const
{
    if (json_->is_null())
        return std::numeric_limits<double>::quiet_NaN();
    if (!json_->is_number())
        fail("a number");
    return json_->get<double>();
}

std::uint64_t JsonIn::count(std::uint64_t most) const
{
    if (!json_->is_number_unsigned() && !(json_->is_number_integer() && json_->get<std::int64_t>() >= 0))
        fail("a whole number, zero or more");
    const auto value = json_->get<std::uint64_t>();
    if (value > most)
        fail("at most " + std::to_string(most));
    return value;
}

bool JsonIn::flag() const
{
    if (!json_->is_boolean())
        fail("true or false");
    return json_->get<bool>();
}

std::string JsonIn::text() const
{
    if (!json_->is_string())
        fail("a text");
    return json_->get<std::string>();
}

void JsonIn::checkObject() const
{
    if (!json_->is_object())
        throw std::runtime_error(place().empty() ? "not a JSON object" : "\"" + place() + "\" is not an object");
}

std::size_t JsonIn::elements() const
{
    if (!json_->is_array())
        fail("a list");
    return json_->size();
}

bool JsonIn::isNull() const
{
    return json_->is_null();
}

JsonIn JsonIn::element(std::size_t index) const
{
    return {(*json_)[index], *this, {}, index};
}

JsonIn JsonIn::member(const char* key) const
{
    if (const std::optional<JsonIn> found = find(key))
        return *found;
    const std::string outer = place();
    throw std::runtime_error("\"" + (outer.empty() ? key : outer + "." + key) + "\" is missing");
}

std::optional<JsonIn> JsonIn::find(const char* key) const
{
    checkObject();
    const auto found = json_->find(key);
    return found == json_->end() ? std::nullopt : std::optional(JsonIn(*found, *this, key));
}

void JsonIn::eachMember(const std::function<void(const std::string& key, const JsonIn& value)>& take) const
{
    checkObject();
    for (auto member = json_->begin(); member != json_->end(); ++member)
        take(member.key(), JsonIn(*member, *this, member.key()));
}

std::string JsonIn::place() const
{
    const std::string outer = outer_ ? outer_->place() : std::string();
    if (index_ != noIndex)
        return outer + '[' + std::to_string(index_) + ']';
    return outer.empty() ? std::string(key_) : outer + '.' + std::string(key_);
}

void JsonIn::fail(const std::string& expected) const
{
    throw std::runtime_error("\"" + place() + "\" is not " + expected);
}

} // namespace headroom::record
