#include "study/analysis/effects.h"

#include "project/expression/quantity.h"
#include "study/analysis/known_points.h"
#include "study/table/decision_text.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace headroom::study {

namespace {

/// The table of a full design, with the number of the level of each parameter at each point.
class Factorial
{
public:
    Factorial(const Table& table, std::size_t figure) : rows_(knownRows(table, figure))
    {
        for (const Row* row : rows_)
            values_.push_back(row->figures[figure].value);
        for (std::size_t i = 0; i < table.parameters.size(); ++i)
            addParameter(i);
    }

    std::string fault(const Table& table) const
    {
        if (rows_.size() < table.rows.size())
            return "Main effects need the figure at all points; " + std::to_string(table.rows.size() - rows_.size()) +
                   " of " + std::to_string(table.rows.size()) + " do not have it.";
        double combinations = 1;
        for (const auto& settings : settings_)
            combinations *= static_cast<double>(settings.size());
        std::set<std::vector<std::size_t>> different;
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            std::vector<std::size_t> combination;
            for (const auto& of : levels_)
                combination.push_back(of[row]);
            different.insert(std::move(combination));
        }
        if (different.size() != rows_.size() || combinations != static_cast<double>(rows_.size()))
            return "Main effects need all combinations of the values (the design \"full\" without constraints).";
        if (variance() == 0)
            return "The figure is the same at all points.";
        return {};
    }

    double variance() const { return varianceOf(values_); }
    const std::vector<Setting>& settings(std::size_t parameter) const { return settings_[parameter]; }

    /// The mean over the points of each level.
    std::vector<double> means(std::size_t parameter) const
    {
        return meansBy([&](std::size_t row) { return levels_[parameter][row]; });
    }
    /// The mean over the points of each pair of levels.
    std::vector<double> means(std::size_t first, std::size_t second) const
    {
        return meansBy(
            [&](std::size_t row) { return levels_[first][row] * settings_[second].size() + levels_[second][row]; });
    }

private:
    void addParameter(std::size_t parameter)
    {
        std::map<std::string, std::size_t> known;
        std::vector<Setting>& settings = settings_.emplace_back();
        std::vector<std::size_t>& levels = levels_.emplace_back();
        for (const Row* row : rows_) {
            const Setting& setting = row->settings[parameter];
            const auto [level, isNew] = known.emplace(setting.text, settings.size());
            if (isNew)
                settings.push_back(setting);
            levels.push_back(level->second);
        }
    }

    template <typename GroupOf>
    std::vector<double> meansBy(GroupOf groupOf) const
    {
        std::map<std::size_t, std::vector<double>> groups;
        for (std::size_t row = 0; row < rows_.size(); ++row)
            groups[groupOf(row)].push_back(values_[row]);
        std::vector<double> means;
        for (const auto& [group, values] : groups)
            means.push_back(averageOf(values));
        return means;
    }

    std::vector<const Row*> rows_;
    std::vector<double> values_;
    std::vector<std::vector<Setting>> settings_;   ///< of each parameter, by level
    std::vector<std::vector<std::size_t>> levels_; ///< of each parameter, by row
};

MainEffect mainEffect(const Factorial& factorial, const Column& column, std::size_t parameter)
{
    MainEffect effect;
    effect.parameter = column.name;
    effect.column = parameter;
    const std::vector<double> means = factorial.means(parameter);
    for (std::size_t i = 0; i < means.size(); ++i)
        effect.levels.push_back({factorial.settings(parameter)[i], means[i]});
    const auto [least, most] = std::minmax_element(means.begin(), means.end());
    effect.range = *most - *least;
    effect.share = varianceOf(means) / factorial.variance();
    return effect;
}

} // namespace

Effects effectsOf(const Table& table, std::size_t figure)
{
    const Factorial factorial(table, figure);
    Effects effects;
    effects.unknown = factorial.fault(table);
    if (!effects.unknown.empty())
        return effects;
    std::vector<std::size_t> varied;
    double sum = 0;
    for (std::size_t i = 0; i < table.parameters.size(); ++i)
        if (factorial.settings(i).size() > 1) {
            varied.push_back(i);
            effects.main.push_back(mainEffect(factorial, table.parameters[i], i));
            sum += effects.main.back().share;
        }
    for (MainEffect& effect : effects.main)
        effect.importance = sum > 0 ? effect.share / sum : 0;
    for (std::size_t i = 0; i < varied.size(); ++i)
        for (std::size_t k = i + 1; k < varied.size(); ++k)
            effects.interactions.push_back({effects.main[i].parameter, effects.main[k].parameter,
                                            varianceOf(factorial.means(varied[i], varied[k])) / factorial.variance() -
                                                effects.main[i].share - effects.main[k].share});
    effects.rest = 1 - sum;
    for (const Interaction& interaction : effects.interactions)
        effects.rest -= interaction.share;
    std::stable_sort(effects.interactions.begin(), effects.interactions.end(),
                     [](const Interaction& one, const Interaction& other) { return one.share > other.share; });
    return effects;
}

std::string sentenceOf(const Effects& effects, const Column& figure, std::size_t points)
{
    if (!effects.unknown.empty())
        return effects.unknown;
    const auto largest = std::max_element(effects.main.begin(), effects.main.end(),
                                          [](const auto& one, const auto& other) { return one.share < other.share; });
    std::string text = largest->parameter + " explains " + percent(largest->share) + " of the variance of " +
                       figure.name + " (main effects over all " + std::to_string(points) + " combinations).";
    if (!effects.interactions.empty()) {
        const Interaction& first = effects.interactions.front();
        text += " The largest interaction is that of " + first.first + " and " + first.second + ": " +
                percent(first.share) + '.';
    }
    return text;
}

std::vector<MethodTable> tablesOf(const Effects& effects, const Column& figure, const Table& table)
{
    MethodTable shares{"Main effects and interactions",
                       {{"parameter", "share of variance", "importance", "range of means"}}};
    MethodTable means{"", {{"parameter", "value", "mean of " + figure.name}}, 2};
    for (const MainEffect& effect : effects.main) {
        shares.rows.push_back({effect.parameter, shareInWords(effect.share), project::formatNumber(effect.importance),
                               inWords(effect.range, figure.unit)});
        for (const Level& level : effect.levels)
            means.rows.push_back({&level == effect.levels.data() ? effect.parameter : "",
                                  inWords(table.parameters[effect.column], level.setting),
                                  inWords(level.mean, figure.unit)});
    }
    constexpr std::size_t mostInteractions = 5;
    for (std::size_t i = 0; i < std::min(effects.interactions.size(), mostInteractions); ++i) {
        const Interaction& interaction = effects.interactions[i];
        shares.rows.push_back({interaction.first + " × " + interaction.second, shareInWords(interaction.share)});
    }
    if (effects.interactions.size() > mostInteractions)
        shares.rows.push_back({"and " + std::to_string(effects.interactions.size() - mostInteractions) + " smaller"});
    if (effects.main.size() > 2)
        shares.rows.push_back({"three parameters or more", shareInWords(effects.rest)});
    return {std::move(shares), std::move(means)};
}

MethodBars barsOf(const Effects& effects, const Column&)
{
    MethodBars bars{"share", "share of the variance", "", {}};
    for (const MainEffect& effect : effects.main)
        bars.rows.push_back({effect.parameter, {.value = effect.share}, {}});
    sortByFirst(bars);
    return bars;
}

} // namespace headroom::study
