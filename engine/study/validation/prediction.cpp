#include "study/validation/prediction.h"

#include "project/vocabulary/figure_names.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <set>

namespace headroom::study {

namespace {

constexpr std::size_t enoughFigures = 20;
constexpr std::size_t enoughClusters = 2;
constexpr double enoughOwnFigures = 9; ///< the farthest of nine holds a further one with 9 / 10
/// Quantiles of the normal distribution: the half width of an interval of 90 % over that of one of 95 %.
constexpr double ninetyOf95 = 1.645 / 1.96;

double distanceOf(double ratio)
{
    return std::exp(std::fabs(std::log(ratio)));
}

std::optional<ModelDiscrepancy> discrepancyOfGroup(const std::vector<const SeenError*>& group)
{
    std::vector<double> ratios;
    std::set<std::string> clusters;
    for (const SeenError* each : group) {
        ratios.push_back(each->simulatedOverMeasured);
        clusters.insert(each->cluster);
    }
    const auto factor = conformalFactor(ratios);
    if (!factor || group.size() < enoughFigures || clusters.size() < enoughClusters)
        return {};
    return ModelDiscrepancy{.factor = *factor, .figures = group.size(), .clusters = clusters.size(), .family = {}};
}

double numberIn(const project::Validation& validation, const char* field)
{
    const auto found = validation.fields.find(field);
    return found != validation.fields.end() && found->is_number() ? found->get<double>()
                                                                  : std::numeric_limits<double>::quiet_NaN();
}

/// The measurement, of those that have enough figures of the family, whose farthest figure is farthest.
std::optional<ModelDiscrepancy> ownDiscrepancy(const project::Project& project, const std::string& family)
{
    std::optional<ModelDiscrepancy> own;
    for (const project::Measurement& measurement : project.measurements)
        for (const project::Validation& validation : project.validations) {
            const double count = numberIn(validation, "count");
            const double lowest = numberIn(validation, "lowest_error"), highest = numberIn(validation, "highest_error");
            if (validation.id != ownValidation(measurement.id, family) || !(count >= enoughOwnFigures) ||
                !(lowest > -1) || !(highest >= lowest) || validation.fields.value("use", project::Json()) == "fitted")
                continue;
            const double factor = std::max(distanceOf(1 + lowest), distanceOf(1 + highest));
            if (!own || own->factor < factor)
                own = ModelDiscrepancy{.factor = factor,
                                       .figures = static_cast<std::size_t>(std::min(count, 1e6)),
                                       .clusters = 1,
                                       .own = true,
                                       .sameFamily = true,
                                       .family = family};
        }
    return own;
}

/// True if a measurement of the project is there to fit parameters to.
bool isFitted(const project::Project& project)
{
    return std::ranges::any_of(project.measurements, [](const project::Measurement& each) {
        const auto use = each.fields.find("use");
        return use != each.fields.end() && *use == "fit";
    });
}

std::string figuresInWords(const std::string& family, std::size_t count)
{
    const std::string name = family == "rate"      ? "rate"
                             : family == "latency" ? "mean latencie"
                             : family == "tail"    ? "high quantile of latencie"
                             : family == "time"    ? "completion time"
                                                   : "figure";
    const std::string one = family == "latency" ? "mean latency"
                            : family == "tail"  ? "high quantile of latencies"
                                                : name;
    return std::to_string(count) + " predicted " +
           (count == 1         ? one
            : family == "tail" ? "high quantiles of latencies"
                               : name + 's');
}

} // namespace

SeenErrors readSeenErrors(const std::vector<std::filesystem::path>& libraries)
{
    SeenErrors seen;
    for (const std::filesystem::path& folder : libraries) {
        const std::filesystem::path path = folder / "accuracy" / "errors.json";
        std::ifstream file(path, std::ios::binary);
        if (!file)
            continue;
        const auto json = nlohmann::json::parse(file, nullptr, false);
        if (!json.is_object() || !json.contains("figures") || !json["figures"].is_array()) {
            seen.problem = "\"" + path.string() + "\" is not a list of predicted figures";
            return seen;
        }
        for (const auto& each : json["figures"]) {
            const auto text = [&](const char* key) {
                return each.is_object() && each.contains(key) && each[key].is_string() ? each[key].get<std::string>()
                                                                                       : std::string();
            };
            const auto flag = [&](const char* key) {
                return each.is_object() && each.contains(key) && each[key].is_boolean() && each[key].get<bool>();
            };
            const double ratio = each.is_object() && each.contains("simulated_over_measured") &&
                                         each["simulated_over_measured"].is_number()
                                     ? each["simulated_over_measured"].get<double>()
                                     : 0;
            if (!(ratio > 0) || !std::isfinite(ratio) || text("cluster").empty() || text("family").empty()) {
                seen.errors.clear();
                seen.problem = "\"" + path.string() + "\" has a figure without a cluster, a family or a ratio above 0";
                return seen;
            }
            seen.errors.push_back({text("system"), text("cluster"), text("figure"), text("family"), flag("published"),
                                   flag("fitted"), ratio});
        }
        return seen;
    }
    seen.problem = "no library has accuracy/errors.json";
    return seen;
}

std::string textOf(const std::vector<SeenError>& errors)
{
    std::string text = "{\n  \"figures\": [";
    for (std::size_t i = 0; i < errors.size(); ++i) {
        const SeenError& each = errors[i];
        nlohmann::ordered_json line = {{"system", each.system}, {"cluster", each.cluster},     {"figure", each.figure},
                                       {"family", each.family}, {"published", each.published}, {"fitted", each.fitted}};
        std::string cells;
        for (const auto& [key, value] : line.items())
            cells += "\"" + key + "\": " + value.dump(-1, ' ', false) + ", ";
        text += std::string(i == 0 ? "" : ",") + "\n    {" + cells + "\"simulated_over_measured\": " +
                nlohmann::json(std::round(each.simulatedOverMeasured * 1e4) / 1e4).dump() + "}";
    }
    return text + "\n  ]\n}\n";
}

std::optional<double> conformalFactor(std::vector<double> ratios)
{
    std::ranges::transform(ratios, ratios.begin(), distanceOf);
    std::ranges::sort(ratios);
    const double wanted = predictionConfidence * static_cast<double>(ratios.size() + 1);
    const auto rank = static_cast<std::size_t>(std::ceil(wanted - 1e-9));
    if (ratios.empty() || rank > ratios.size())
        return {};
    return ratios[rank - 1];
}

std::string ModelDiscrepancy::basis() const
{
    if (own)
        return figuresInWords(family, figures) + " of your own measurements";
    return figuresInWords(sameFamily ? family : std::string(), figures) + " on " + std::to_string(clusters) +
           (clusters == 1 ? " cluster" : " clusters") +
           (fitted       ? " of which other figures were fitted"
            : sameFamily ? " of which no figure was fitted"
                         : "");
}

std::string familyOfFigure(const std::string& figure)
{
    if (figure.ends_with(".completion") || figure.ends_with(".completion.max"))
        return "time";
    if (project::ownerOfFigure(figure).operation.empty())
        return {};
    if (figure.ends_with(".throughput") || figure.ends_with(".bytes"))
        return "rate";
    if (figure.ends_with(".latency.mean") || figure.ends_with(".latency.p50"))
        return "latency";
    if (figure.ends_with(".latency.p95") || figure.ends_with(".latency.p99"))
        return "tail";
    return {};
}

std::optional<ModelDiscrepancy> discrepancyOf(const std::vector<SeenError>& seen, const std::string& family,
                                              bool fitted, bool published)
{
    const auto group = [&](const auto& belongs) {
        std::vector<const SeenError*> found;
        for (const SeenError& each : seen)
            if (each.published == published && belongs(each))
                found.push_back(&each);
        return discrepancyOfGroup(found);
    };
    auto found = group([&](const SeenError& each) { return each.family == family && each.fitted == fitted; });
    const bool same = found.has_value();
    if (!found)
        found = group([&](const SeenError& each) { return each.fitted == fitted; });
    const bool alike = found.has_value();
    if (!found)
        found = group([](const SeenError&) { return true; });
    if (found) {
        found->sameFamily = same;
        found->fitted = alike && fitted;
        found->family = family;
    }
    return found;
}

std::optional<ModelDiscrepancy> discrepancyOf(const std::vector<SeenError>& seen, const project::Project& project,
                                              const std::string& figure)
{
    const std::string family = familyOfFigure(figure);
    if (family.empty())
        return {};
    if (auto own = ownDiscrepancy(project, family))
        return own;
    return discrepancyOf(seen, family, isFitted(project));
}

std::string ownValidation(const std::string& measurement, const std::string& family)
{
    return measurement + ' ' + family;
}

std::optional<PredictionInterval> predictionInterval(double value, double low95, double high95,
                                                     const ModelDiscrepancy& model)
{
    if (!(value > 0) || !std::isfinite(value))
        return {};
    PredictionInterval interval;
    const double half = std::max(high95 - value, value - low95) / value;
    interval.draws = std::isfinite(half) ? std::exp(ninetyOf95 * std::log1p(std::max(0.0, half)))
                                         : std::numeric_limits<double>::infinity();
    interval.model = model.factor;
    const double all =
        std::exp(std::hypot(std::log(interval.draws), std::log(interval.inputs), std::log(interval.model)));
    interval.low = value / all;
    interval.high = value * all;
    return interval;
}

std::string verdictOf(const PredictionInterval& interval, const std::optional<double>& atLeast,
                      const std::optional<double>& atMost)
{
    const bool met = (!atLeast || interval.low >= *atLeast) && (!atMost || interval.high <= *atMost);
    const bool missed = (atLeast && interval.high < *atLeast) || (atMost && interval.low > *atMost);
    return met ? "met" : missed ? "missed" : "open";
}

LeftOut leftOut(const std::vector<SeenError>& seen, const std::vector<SeenError>& scored)
{
    LeftOut result;
    std::vector<double> halfWidths;
    for (const SeenError& each : scored) {
        std::vector<SeenError> others;
        std::ranges::copy_if(seen, std::back_inserter(others),
                             [&](const SeenError& other) { return other.cluster != each.cluster; });
        const auto model = discrepancyOf(others, each.family, each.fitted, each.published);
        ++result.figures;
        halfWidths.push_back(model ? (model->factor - 1 / model->factor) / 2 : std::numeric_limits<double>::infinity());
        if (!model || distanceOf(each.simulatedOverMeasured) <= model->factor)
            ++result.inside;
    }
    std::ranges::sort(halfWidths);
    if (!halfWidths.empty())
        result.medianHalfWidth = halfWidths[halfWidths.size() / 2];
    return result;
}

} // namespace headroom::study
