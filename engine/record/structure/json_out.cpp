#include "record/structure/json_out.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace headroom::record {

using Json = nlohmann::ordered_json;

void JsonOut::number(double value) const
{
    *json_ = std::isfinite(value) ? Json(value) : Json();
}

void JsonOut::count(std::uint64_t value) const
{
    *json_ = value;
}

void JsonOut::flag(bool value) const
{
    *json_ = value;
}

void JsonOut::text(const std::string& value) const
{
    *json_ = value;
}

void JsonOut::nothing() const
{
    *json_ = nullptr;
}

void JsonOut::object() const
{
    *json_ = Json::object();
}

void JsonOut::list(std::size_t elements) const
{
    *json_ = Json::array();
    json_->get_ref<Json::array_t&>().reserve(elements);
}

JsonOut JsonOut::member(std::string_view key) const
{
    // The keys of an object differ, so that none has to be looked for.
    auto& members = json_->get_ref<Json::object_t&>();
    return JsonOut(members.emplace_back(std::string(key), Json()).second);
}

JsonOut JsonOut::element() const
{
    return JsonOut(json_->emplace_back(nullptr));
}

} // namespace headroom::record
