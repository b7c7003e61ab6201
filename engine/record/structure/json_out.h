// Writes values as JSON by their description (describe.h): Json json; writeJson(JsonOut(json), value); or toJson(value)
// in a source that knows the JSON library. The library itself is seen by json_out.cpp alone.
#pragma once

#include "record/structure/figure_row.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace headroom::record {

/// A place in JSON that gets a value. A place stays valid until its object or list gets the next one.
class JsonOut
{
public:
    explicit JsonOut(nlohmann::ordered_json& json) : json_(&json) {}

    void number(double value) const; ///< null if it is not finite
    void count(std::uint64_t value) const;
    void flag(bool value) const;
    void text(const std::string& value) const;
    void nothing() const; ///< null
    void object() const;  ///< an empty one, that gets members
    void list(std::size_t elements) const;
    JsonOut member(std::string_view key) const;
    JsonOut element() const;

private:
    nlohmann::ordered_json* json_;
};

/// Numbers, texts, flags, lists, maps, values that may be missing, and anything that is described.
template <class T>
void writeJson(const JsonOut& out, const T& value);

/// The visitor that writes the members of an object.
class WriteJson
{
public:
    static constexpr bool reads = false;
    explicit WriteJson(const JsonOut& object) : out_(object) { out_.object(); }

    void key(const FigureRow& row, const auto& value)
    {
        if (row.written != Written::ifSet || isSet(value))
            writeJson(out_.member(row.key), value);
    }
    void figure(const FigureRow& row, const auto& value) { key(row, value); }
    void member(const FigureRow& row, const auto& value) { key(row, value); }
    void part(const FigureRow& row, const auto& value) { writeJson(out_.member(row.key), value); }
    template <class T>
    void flat(const FigureRow& row, const std::vector<T>& values);
    void group(const FigureRow& row, bool present, const auto& inside)
    {
        if (!present)
            return;
        WriteJson inner(out_.member(row.key));
        inside(inner);
    }
    void computed(const FigureRow& row, const auto& value) { key(row, value()); }
    void converted(const FigureRow& row, const auto& get, const auto&) { key(row, get()); }
    void derived(const FigureRow&, const auto&) {}

private:
    template <class T>
    static bool isSet(const T& value)
    {
        if constexpr (std::is_arithmetic_v<T>)
            return value != 0;
        else if constexpr (requires { value.has_value(); })
            return value.has_value();
        else
            return !value.empty();
    }

    JsonOut out_;
};

/// The visitor that writes an element as a list of its values.
class WriteFlat
{
public:
    static constexpr bool reads = false;
    explicit WriteFlat(const JsonOut& list) : out_(list) { out_.list(0); }
    void figure(const FigureRow&, const auto& value) { writeJson(out_.element(), value); }

private:
    JsonOut out_;
};

template <class T>
void writeJson(const JsonOut& out, const T& value)
{
    if constexpr (std::is_same_v<T, bool>) {
        out.flag(value);
    } else if constexpr (std::is_integral_v<T>) {
        out.count(static_cast<std::uint64_t>(value));
    } else if constexpr (std::is_floating_point_v<T>) {
        out.number(value);
    } else if constexpr (std::is_same_v<T, std::string>) {
        out.text(value);
    } else if constexpr (requires { value.has_value(); }) {
        if (value)
            writeJson(out, *value);
        else
            out.nothing();
    } else if constexpr (requires { typename T::mapped_type; }) {
        out.object();
        for (const auto& [key, each] : value)
            writeJson(out.member(key), each);
    } else if constexpr (requires { typename T::value_type; }) {
        out.list(value.size());
        for (const auto& each : value)
            writeJson(out.element(), each);
    } else {
        WriteJson writer(out);
        describe(writer, value);
    }
}

template <class T>
void WriteJson::flat(const FigureRow& row, const std::vector<T>& values)
{
    const JsonOut list = out_.member(row.key);
    list.list(values.size());
    for (const T& value : values) {
        WriteFlat writer(list.element());
        describe(writer, value);
    }
}

} // namespace headroom::record
