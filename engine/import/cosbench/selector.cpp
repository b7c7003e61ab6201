#include "import/cosbench/selector.h"

#include "import/import.h"
#include "import/starting_point.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <map>

namespace headroom::import::cosbench {

namespace {

double unitOf(const std::string& unit, const std::string& what)
{
    static const std::map<std::string, double> units = {
        {"", 1},      {"B", 1},      {"KB", 1e3},      {"MB", 1e6},           {"GB", 1e9},
        {"TB", 1e12}, {"KiB", 1024}, {"MiB", 1048576}, {"GiB", 1073741824.0}, {"TiB", 1099511627776.0}};
    const auto found = std::ranges::find_if(units, [&](const auto& known) {
        return std::ranges::equal(known.first, unit,
                                  [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
    });
    if (found == units.end())
        throw ImportError(what + ": the unit \"" + unit.substr(0, 20) +
                          "\" is not known. Known are B, KB to TB and KiB to TiB.");
    return found->second;
}

double numberOf(const std::string& text, const std::string& whole, const std::string& what)
{
    try {
        return numberIn(text, what);
    } catch (const ImportError&) {
        throw ImportError(what + "=" + whole.substr(0, 60) + ": \"" + text.substr(0, 40) +
                          "\" is not a number. A template's placeholder has to be replaced first.");
    }
}

/// 1-100, 64KB, 1-64KB: as the first versions of COSBench wrote them.
Selector readOldForm(const std::string& text, const std::string& what)
{
    const std::size_t letter = std::min(text.find_first_not_of("0123456789.- "), text.size());
    if (letter == 0)
        throw ImportError(what + ": \"" + text.substr(0, 60) + "\" is not a selector such as u(1,100).");
    const double unit = unitOf(trimmed(text.substr(letter)), what);
    const auto ends = splitAt(trimmed(text.substr(0, letter)), '-');
    if (ends.size() > 2)
        throw ImportError(what + ": \"" + text.substr(0, 60) + "\" is not a range such as 1-100.");
    const double from = numberOf(ends.front(), text, what), to = numberOf(ends.back(), text, what);
    return {ends.size() > 1 ? 'u' : 'c', {{from * unit, to * unit, 1}}};
}

} // namespace

double Selector::first() const
{
    return std::ranges::min(ranges, {}, &Range::from).from;
}

double Selector::last() const
{
    return std::ranges::max(ranges, {}, &Range::to).to;
}

double Selector::count() const
{
    return kind == 'c' ? 1 : std::max(1.0, last() - first() + 1);
}

double Selector::mean() const
{
    double sum = 0, weights = 0;
    for (const Range& range : ranges) {
        sum += range.weight * (kind == 'c' ? range.from : (range.from + range.to) / 2);
        weights += range.weight;
    }
    return weights > 0 ? sum / weights : 0;
}

Selector readSelector(const std::string& text, const std::string& what)
{
    const std::size_t open = text.find('('), close = text.rfind(')');
    if (open == std::string::npos)
        return readOldForm(text, what);
    if (open != 1 || close == std::string::npos || close < open || !std::strchr("cursh", text[0]))
        throw ImportError(what + ": \"" + text.substr(0, 60) + "\" is not a selector such as u(1,100).");
    Selector selector;
    selector.kind = text[0];
    const double unit = unitOf(trimmed(text.substr(close + 1)), what);
    const auto parts = splitAt(text.substr(open + 1, close - open - 1), ',');
    if (selector.kind == 'h') {
        for (const std::string& part : parts) {
            const auto range = splitAt(part, '|');
            if (range.size() != 3)
                throw ImportError(what + ": \"" + part.substr(0, 40) + "\" is not a range with a weight.");
            selector.ranges.push_back({numberOf(range[0], text, what) * unit, numberOf(range[1], text, what) * unit,
                                       numberOf(range[2], text, what)});
        }
    } else {
        const double from = numberOf(parts.front(), text, what) * unit;
        const bool constant = selector.kind == 'c' || parts.size() < 2; // of c(a,b) only a counts
        selector.ranges.push_back({from, constant ? from : numberOf(parts[1], text, what) * unit, 1});
    }
    for (const Selector::Range& range : selector.ranges)
        if (range.to < range.from)
            throw ImportError(what + "=" + text.substr(0, 60) + ": a range ends below its beginning.");
    return selector;
}

} // namespace headroom::import::cosbench
