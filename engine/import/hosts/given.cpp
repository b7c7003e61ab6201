#include "import/hosts/given.h"

#include "project/document/pointer.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <sstream>

namespace headroom::import {

using project::Json;

namespace {

constexpr std::size_t mostSentences = 20;

std::optional<double> numberOf(const std::string& text)
{
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return {};
    return value;
}

} // namespace

void Faults::add(const std::string& file, const std::string& place, const std::string& sentence)
{
    ++count_;
    if (first_.size() < mostSentences)
        first_.push_back(file + (place.empty() ? "" : ", " + place) + ": " + sentence);
}

std::vector<std::string> Faults::sentences() const
{
    std::vector<std::string> all = first_;
    if (count_ > first_.size())
        all.push_back(std::to_string(count_ - first_.size()) + " more faults of this kind.");
    return all;
}

Value Value::operator[](const char* key) const
{
    const Json* member = nullptr;
    if (isObject()) {
        const auto found = value_->find(key);
        member = found == value_->end() ? nullptr : &*found;
    }
    return {member, *file_, pointer_ + project::below(key), *faults_};
}

std::vector<Value> Value::elements() const
{
    std::vector<Value> all;
    if (isArray())
        for (std::size_t n = 0; n < value_->size(); ++n)
            all.emplace_back(&(*value_)[n], *file_, pointer_ + project::below(n), *faults_);
    else if (isObject())
        for (const auto& [key, value] : value_->items())
            all.emplace_back(&value, *file_, pointer_ + project::below(key), *faults_);
    else if (isThere())
        fault("A list is expected here.");
    return all;
}

std::vector<std::string> Value::keys() const
{
    std::vector<std::string> all;
    if (isObject())
        for (const auto& [key, value] : value_->items())
            all.push_back(key);
    return all;
}

std::string Value::text() const
{
    if (!isThere())
        return {};
    if (value_->is_string())
        return value_->get<std::string>();
    if (value_->is_number() || value_->is_boolean())
        return value_->dump();
    fault("A text is expected here.");
    return {};
}

std::optional<double> Value::number() const
{
    if (!isThere())
        return {};
    std::optional<double> value;
    if (value_->is_number())
        value = value_->get<double>();
    else if (value_->is_string())
        value = numberOf(value_->get<std::string>());
    if (value && std::isfinite(*value) && *value >= 0)
        return value;
    fault("A number that is not negative is expected here.");
    return {};
}

bool Value::truth() const
{
    if (!isThere())
        return false;
    if (value_->is_boolean())
        return value_->get<bool>();
    const std::string word = lowered(text());
    return word == "1" || word == "true" || word == "yes";
}

std::optional<double> sizeIn(const std::string& text)
{
    std::string compact;
    for (const char c : text)
        if (c != ' ')
            compact += c == ',' ? '.' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const std::size_t end = std::min(compact.find_first_not_of("0123456789."), compact.size());
    const auto number = numberOf(compact.substr(0, end));
    if (!number)
        return {};
    std::string unit = compact.substr(end);
    constexpr double decimal = 1000;
    const bool bits = unit.find("bit") != std::string::npos || unit.ends_with("b/s");
    static const std::string prefixes = "kmgtp";
    const std::size_t power = unit.empty() ? std::string::npos : prefixes.find(unit[0]);
    if (power == std::string::npos)
        return unit.empty() || unit == "b" ? number : std::nullopt;
    return *number * std::pow(bits ? decimal : kibibyte, static_cast<double>(power + 1));
}

std::string numbered(std::size_t count, const std::string& word)
{
    return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::vector<std::string> wordsOf(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t to = std::min(text.find('\n', from), text.size());
        std::string line = text.substr(from, to - from);
        if (line.ends_with('\r'))
            line.pop_back();
        lines.push_back(std::move(line));
        from = to + 1;
    }
    return lines;
}

} // namespace headroom::import
