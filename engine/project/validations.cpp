#include "project/validations.h"

#include "project/document/document.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace headroom::project {

namespace {

double numberIn(const Json& fields, const char* key)
{
    const auto found = fields.find(key);
    return found != fields.end() && found->is_number() ? found->get<double>() : std::nan("");
}

std::string wordsIn(const Json& fields, const char* key)
{
    const auto found = fields.find(key);
    return found != fields.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string percent(double share)
{
    return std::to_string(std::lround(share * 100)) + " %";
}

std::string rangeOf(double lowest, double highest)
{
    return percent(lowest) + " to " + percent(highest);
}

} // namespace

std::vector<ModelError> modelErrorsOf(const Project& project)
{
    std::vector<ModelError> errors;
    for (const Validation& validation : project.validations) {
        const Json& fields = validation.fields;
        const double count = numberIn(fields, "count");
        ModelError error{wordsIn(fields, "figures"),
                         wordsIn(fields, "cluster"),
                         std::isfinite(count) ? static_cast<int>(std::clamp(count, 0.0, 1e6)) : 0,
                         wordsIn(fields, "use") != "fitted",
                         numberIn(fields, "lowest_error"),
                         numberIn(fields, "highest_error"),
                         numberIn(fields, "mean_error")};
        if (error.count > 0 && std::isfinite(error.lowest) && std::isfinite(error.highest) && std::isfinite(error.mean))
            errors.push_back(std::move(error));
    }
    return errors;
}

std::string inShort(const std::vector<ModelError>& errors)
{
    if (errors.empty())
        return "never compared with a measurement";
    const bool predicted = std::any_of(errors.begin(), errors.end(), [](const auto& error) { return error.predicted; });
    ModelError all{{}, {}, 0, predicted, 0, 0, 0};
    for (const ModelError& error : errors) {
        if (error.predicted != predicted)
            continue;
        all.lowest = all.count ? std::min(all.lowest, error.lowest) : error.lowest;
        all.highest = all.count ? std::max(all.highest, error.highest) : error.highest;
        all.count += error.count;
    }
    return rangeOf(all.lowest, all.highest) + " (" + std::to_string(all.count) +
           (predicted ? " predicted" : " fitted") + (all.count == 1 ? " figure)" : " figures)");
}

std::string sentenceOf(const std::vector<ModelError>& errors)
{
    return errors.empty() ? "This model was never compared with a measurement."
                          : "Compared with measurements, this model was off by " + inShort(errors) + ".";
}

std::string sentenceOf(const ModelError& error)
{
    std::string figures = error.figures;
    if (!figures.empty())
        figures[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(figures[0])));
    const bool one = error.count == 1;
    return figures + ", " + error.cluster + ": " + std::to_string(error.count) +
           (error.predicted ? " predicted" : " fitted") + (one ? " figure was" : " figures were") + " missed by " +
           (one ? percent(error.highest)
                : rangeOf(error.lowest, error.highest) + ", by " + percent(error.mean) + " on average") +
           ".";
}

} // namespace headroom::project
