#include "study/analysis/analysis_json.h"

#include "record/structure/describing.h"
#include "record/structure/json_in.h"
#include "record/structure/json_out.h"
#include "record/structure/json_reading.h"
#include "study/analysis/analysis_text.h"

#include <optional>
#include <stdexcept>

namespace headroom::study {

using record::Describes;
using record::Written;

namespace {

/// Why something was not computed: null if it was.
void describeUnknown(auto& v, auto& unknown)
{
    std::optional<std::string> reason;
    if (!unknown.empty())
        reason = unknown;
    v.member({.key = "unknown"}, reason);
    if constexpr (std::remove_reference_t<decltype(v)>::reads)
        unknown = reason.value_or("");
}

} // namespace

/// An estimate with its interval.
template <class V, Describes<Cell> R>
void describe(V& v, R& cell)
{
    v.figure({.key = "value"}, cell.value);
    v.figure({.key = "low"}, cell.low);
    v.figure({.key = "high"}, cell.high);
}

template <class V, Describes<Level> R>
void describe(V& v, R& level)
{
    v.key({.key = "value"}, level.setting.text);
    v.figure({.key = "mean"}, level.mean);
}

template <class V, Describes<MainEffect> R>
void describe(V& v, R& effect)
{
    v.key({.key = "parameter"}, effect.parameter);
    v.figure({.key = "share", .unit = "share"}, effect.share);
    v.figure({.key = "importance", .unit = "share"}, effect.importance);
    v.figure({.key = "range"}, effect.range);
    v.member({.key = "levels"}, effect.levels);
}

template <class V, Describes<Interaction> R>
void describe(V& v, R& interaction)
{
    std::vector<std::string> parameters = {interaction.first, interaction.second};
    v.member({.key = "parameters"}, parameters);
    if constexpr (V::reads) {
        if (parameters.size() != 2)
            throw std::runtime_error("\"interactions.parameters\" is not a list of two parameters");
        interaction.first = parameters[0];
        interaction.second = parameters[1];
    }
    v.figure({.key = "share", .unit = "share"}, interaction.share);
}

template <class V, Describes<Effects> R>
void describe(V& v, R& effects)
{
    describeUnknown(v, effects.unknown);
    v.member({.key = "main"}, effects.main);
    v.member({.key = "interactions"}, effects.interactions);
    v.figure({.key = "rest", .unit = "share"}, effects.rest);
}

template <class V, Describes<SobolIndex> R>
void describe(V& v, R& index)
{
    v.key({.key = "parameter"}, index.parameter);
    v.part({.key = "first"}, index.first);
    v.part({.key = "total"}, index.total);
}

template <class V, Describes<SobolIndices> R>
void describe(V& v, R& sobol)
{
    describeUnknown(v, sobol.unknown);
    v.computed({.key = "estimator"}, [] { return std::string("Martinez"); });
    v.figure({.key = "size"}, sobol.size);
    v.member({.key = "indices"}, sobol.indices);
}

template <class V, Describes<MorrisEffect> R>
void describe(V& v, R& effect)
{
    v.key({.key = "parameter"}, effect.parameter);
    v.figure({.key = "mu"}, effect.mean);
    v.figure({.key = "mu_star"}, effect.absolute);
    v.figure({.key = "sigma"}, effect.sigma);
}

template <class V, Describes<MorrisScreening> R>
void describe(V& v, R& morris)
{
    describeUnknown(v, morris.unknown);
    v.figure({.key = "trajectories"}, morris.trajectories);
    v.member({.key = "effects"}, morris.effects);
}

template <class V, Describes<Coefficient> R>
void describe(V& v, R& coefficient)
{
    v.key({.key = "parameter"}, coefficient.parameter);
    v.member({.key = "level", .written = Written::ifSet}, coefficient.level);
    v.member({.key = "reference", .written = Written::ifSet}, coefficient.reference);
    describe(v, coefficient.effect);
    v.figure({.key = "standard_error"}, coefficient.standardError);
    v.figure({.key = "standardised"}, coefficient.standardised);
    v.figure({.key = "p"}, coefficient.p);
}

template <class V, Describes<CrossValidation> R>
void describe(V& v, R& validation)
{
    v.figure({.key = "r2"}, validation.r2);
    v.figure({.key = "rms_error"}, validation.rmsError);
    v.figure({.key = "divisions"}, validation.divisions);
}

template <class V, Describes<Regression> R>
void describe(V& v, R& regression)
{
    describeUnknown(v, regression.unknown);
    v.figure({.key = "points"}, regression.points);
    if (!regression.unknown.empty())
        return;
    v.figure({.key = "r2"}, regression.r2);
    v.figure({.key = "adjusted_r2"}, regression.adjustedR2);
    v.figure({.key = "intercept"}, regression.intercept);
    v.member({.key = "coefficients"}, regression.coefficients);
    v.member({.key = "cross_validation"}, regression.crossValidation);
}

template <class V, Describes<AnalysedFigure> R>
void describe(V& v, R& figure)
{
    auto& analysis = figure.analysis;
    v.key({.key = "name"}, analysis.figure.name);
    v.member({.key = "unit"}, analysis.figure.unit);
    v.figure({.key = "points"}, analysis.points);
    v.figure({.key = "known"}, analysis.known);
    describeUnknown(v, analysis.unknown);
    v.member({.key = "sentences"}, figure.sentences);
    if (!analysis.unknown.empty())
        return;
    v.member({.key = "effects", .written = Written::ifSet}, analysis.effects);
    v.member({.key = "sobol", .written = Written::ifSet}, analysis.sobol);
    v.member({.key = "morris", .written = Written::ifSet}, analysis.morris);
    v.part({.key = "regression"}, analysis.regression);
}

template <class V, Describes<AnalysedStudy> R>
void describe(V& v, R& study)
{
    v.member({.key = "project"}, study.project);
    v.member({.key = "study"}, study.study);
    v.member({.key = "design"}, study.design);
    v.figure({.key = "points"}, study.points);
    v.figure({.key = "done"}, study.done);
    v.figure({.key = "failed"}, study.failed);
    v.member({.key = "figures"}, study.figures);
}

AnalysedStudy analysedStudy(const Table& table, const std::vector<Analysis>& analyses)
{
    AnalysedStudy study{table.project,
                        table.study,
                        table.design,
                        table.rows.size(),
                        table.count(PointState::done),
                        table.count(PointState::failed),
                        {}};
    for (const Analysis& analysis : analyses)
        study.figures.push_back({analysis, sentencesOf(analysis)});
    return study;
}

nlohmann::ordered_json toJson(const AnalysedStudy& study)
{
    nlohmann::ordered_json json;
    record::writeJson(record::JsonOut(json), study);
    return json;
}

AnalysedStudy analysedStudyFromText(std::string_view text)
{
    const nlohmann::json json = record::parseBounded(text);
    return record::fromJson<AnalysedStudy>(record::JsonIn(json));
}

} // namespace headroom::study
