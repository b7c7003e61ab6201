// Reads structs from JSON that nobody has checked, by their description (describe.h). Another struct of results, in any
// namespace, needs only its description beside it; figure_row.h explains the rows:
//
//     template <class V, record::Describes<Growth> R>
//     void describe(V& v, R& growth)
//     {
//         v.member({.key = "study"}, growth.study);              // anything else
//         v.figure({.key = "load", .unit = "1/s"}, growth.load); // numbers; null: unknown
//         v.member({.key = "limits", .written = Written::ifSet}, growth.limits);
//     }
//
//     Growth growth = record::fromJson<Growth>(record::JsonIn(json));  // json: nlohmann::json, from parseBounded(text)
//     writeJson(record::JsonOut(json), growth);                        // json: record::Json (json_out.h)
//
// Every error is a std::runtime_error that names the key: "operations.PUT.latency_ms.p95" is missing. The JSON library
// is seen by json_in.cpp alone.
#pragma once

#include "record/structure/figure_row.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace headroom::record {

/// A value in JSON and where it stands. Parts refer to the value in which they are, which must outlive them.
class JsonIn
{
public:
    /// `place`: what errors call it; empty for the whole.
    explicit JsonIn(const nlohmann::json& json, std::string_view place = {}) : json_(&json), key_(place) {}

    // Each throws if the value is of another kind.
    double number() const; ///< null is an undefined number: NaN
    std::uint64_t count(std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) const;
    bool flag() const;
    std::string text() const;
    void checkObject() const;
    std::size_t elements() const; ///< of a list

    bool isNull() const;
    JsonIn element(std::size_t index) const;           ///< of a list
    JsonIn member(const char* key) const;              ///< throws if it is missing
    std::optional<JsonIn> find(const char* key) const; ///< nothing if it is missing
    void eachMember(const std::function<void(const std::string& key, const JsonIn& value)>& take) const;

    /// "operations.PUT.count"
    std::string place() const;
    [[noreturn]] void fail(const std::string& expected) const;

private:
    JsonIn(const nlohmann::json& json, const JsonIn& outer, std::string_view key, std::size_t index = noIndex)
        : json_(&json), outer_(&outer), key_(key), index_(index)
    {
    }

    static constexpr std::size_t noIndex = static_cast<std::size_t>(-1);
    const nlohmann::json* json_;
    const JsonIn* outer_ = nullptr;
    std::string_view key_;
    std::size_t index_ = noIndex;
};

/// Numbers, texts, flags, lists, sets, maps, values that may be missing, and anything that is described.
template <class T>
void readJson(const JsonIn& in, T& value);

/// The visitor that reads the members of an object.
class ReadJson
{
public:
    static constexpr bool reads = true;
    explicit ReadJson(const JsonIn& object) : in_(object) { in_.checkObject(); }

    void key(const FigureRow& row, auto& value)
    {
        take(row, [&](const JsonIn& in) { readJson(in, value); });
    }
    void figure(const FigureRow& row, auto& value) { key(row, value); }
    void member(const FigureRow& row, auto& value) { key(row, value); }
    void part(const FigureRow& row, auto& value) { key(row, value); }
    template <class T>
    void flat(const FigureRow& row, std::vector<T>& values);
    void group(const FigureRow& row, bool, const auto& inside)
    {
        take(row, [&](const JsonIn& in) {
            ReadJson inner(in);
            inside(inner);
        });
    }
    void converted(const FigureRow& row, const auto&, const auto& set)
    {
        take(row, [&](const JsonIn& in) { set(in.text()); });
    }
    void computed(const FigureRow&, const auto&) {}
    void derived(const FigureRow&, const auto&) {}

private:
    void take(const FigureRow& row, const auto& read)
    {
        if (row.written == Written::always)
            read(in_.member(row.key));
        else if (const std::optional<JsonIn> found = in_.find(row.key))
            read(*found);
    }

    const JsonIn& in_;
};

/// The visitor that reads the values of a list one after the other.
class ReadFlat
{
public:
    static constexpr bool reads = true;
    explicit ReadFlat(const JsonIn& list) : in_(list) {}
    void figure(const FigureRow&, auto& value)
    {
        if (next_ < in_.elements())
            readJson(in_.element(next_), value);
        ++next_;
    }
    std::size_t wanted() const { return next_; }

private:
    const JsonIn& in_;
    std::size_t next_ = 0;
};

template <class T>
void readJson(const JsonIn& in, T& value)
{
    if constexpr (std::is_same_v<T, bool>) {
        value = in.flag();
    } else if constexpr (std::is_integral_v<T>) {
        value = static_cast<T>(in.count(std::numeric_limits<T>::max()));
    } else if constexpr (std::is_floating_point_v<T>) {
        value = in.number();
    } else if constexpr (std::is_same_v<T, std::string>) {
        value = in.text();
    } else if constexpr (requires { value.has_value(); }) {
        if (in.isNull())
            value.reset();
        else
            readJson(in, value.emplace());
    } else if constexpr (requires { typename T::mapped_type; }) {
        value.clear();
        in.eachMember([&](const std::string& key, const JsonIn& each) { readJson(each, value[key]); });
    } else if constexpr (requires { typename T::key_type; }) {
        std::vector<typename T::value_type> list;
        readJson(in, list);
        value = T(list.begin(), list.end());
    } else if constexpr (requires { typename T::value_type; }) {
        value.assign(in.elements(), {});
        for (std::size_t i = 0; i < value.size(); ++i)
            readJson(in.element(i), value[i]);
    } else {
        ReadJson reader(in);
        describe(reader, value);
    }
}

template <class T>
void ReadJson::flat(const FigureRow& row, std::vector<T>& values)
{
    take(row, [&](const JsonIn& in) {
        const std::size_t count = in.elements();
        values.assign(count, T());
        for (std::size_t i = 0; i < count; ++i) {
            const JsonIn element = in.element(i);
            ReadFlat reader(element);
            describe(reader, values[i]);
            if (element.elements() != reader.wanted())
                in.fail("a list of lists of " + std::to_string(reader.wanted()) + " numbers");
        }
    });
}

/// Reads the whole. Throws std::runtime_error naming the key that is wrong.
template <class T>
T fromJson(const JsonIn& in)
{
    T value{};
    readJson(in, value);
    return value;
}

} // namespace headroom::record
