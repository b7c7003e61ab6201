#include "study/table/load_cases.h"

#include "study/table/decision_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace headroom::study {

namespace {

constexpr std::size_t mostListed = 8;

/// Orders numbers before names.
using Value = std::pair<double, std::string>;

Value valueOf(const Setting& setting)
{
    return std::isfinite(setting.number) ? Value(setting.number, {}) : Value(HUGE_VAL, setting.text);
}

bool changesLoad(const Column& parameter)
{
    return parameter.changesLoad;
}

/// "NODES = 4, DISK = X": the parameters that are part of the load, or the others.
std::string settingsInWords(const Table& table, const Row& row, bool ofLoad)
{
    std::string text;
    for (std::size_t i = 0; i < row.settings.size(); ++i)
        if (table.parameters[i].changesLoad == ofLoad)
            text += (text.empty() ? "" : ", ") + table.parameters[i].name + " = " +
                    inWords(table.parameters[i], row.settings[i]);
    return text;
}

} // namespace

std::vector<LoadCase> loadCases(const Table& table)
{
    std::map<std::vector<Value>, LoadCase> byLoad;
    LoadCase all;
    for (const Row& row : table.rows) {
        std::vector<Value> load;
        for (std::size_t i = 0; i < row.settings.size(); ++i)
            if (table.parameters[i].changesLoad)
                load.push_back(valueOf(row.settings[i]));
        byLoad[load].points.push_back(row.number);
        all.points.push_back(row.number);
    }
    const bool apart = byLoad.size() == 1 || byLoad.size() * 2 <= table.rows.size();
    if (!apart || table.rows.empty() || std::ranges::none_of(table.parameters, changesLoad))
        return {all};
    std::vector<LoadCase> cases;
    for (auto& [load, each] : byLoad) {
        each.load = settingsInWords(table, table.rows[each.points.front()], true);
        cases.push_back(std::move(each));
    }
    return cases;
}

std::optional<std::uint64_t> hardestOf(const std::vector<std::optional<std::uint64_t>>& best,
                                       const std::function<double(std::uint64_t)>& costOf)
{
    std::optional<std::uint64_t> hardest;
    for (const auto& point : best)
        if (point && (!hardest || costOf(*point) >= costOf(*hardest)))
            hardest = point;
    return hardest;
}

std::string inWords(const Table& table, const std::vector<LoadCase>& cases,
                    const std::vector<std::optional<std::uint64_t>>& best,
                    const std::function<std::string(const Row&)>& cost,
                    const std::function<std::string(const LoadCase&)>& none)
{
    std::string text;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        text += i == 0 ? "" : "; ";
        if (cases.size() > mostListed && i == mostListed - 1) { // the last is listed, too
            text += "…; ";
            i = cases.size() - 1;
        }
        text += cases[i].load + ": ";
        if (best[i]) {
            const Row& row = table.rows[*best[i]];
            text +=
                "point " + std::to_string(row.number) + " (" + settingsInWords(table, row, false) + "), " + cost(row);
        } else {
            text += none(cases[i]);
        }
    }
    return text;
}

std::string warningOf(const Table& table, const std::vector<LoadCase>& cases)
{
    if (!cases.front().load.empty())
        return {};
    std::string names;
    for (const Column& parameter : table.parameters)
        if (parameter.changesLoad)
            names += (names.empty() ? "" : " and ") + parameter.name;
    if (names.empty())
        return {};
    return names + (names.find(' ') == std::string::npos ? " changes" : " change") +
           " the load: a cheaper point may only have less to do.";
}

} // namespace headroom::study
