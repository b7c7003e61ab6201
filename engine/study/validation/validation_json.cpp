#include "study/validation/validation_json.h"

#include "record/structure/describing.h"
#include "record/structure/json_in.h"
#include "record/structure/json_out.h"
#include "record/structure/json_reading.h"

#include <stdexcept>
#include <string>

namespace headroom::study {

using record::Describes;

template <class V, Describes<ComparedFigure> R>
void describe(V& v, R& figure)
{
    v.figure({.key = "measured"}, figure.measured);
    v.figure({.key = "simulated"}, figure.simulated);
    v.figure({.key = "low"}, figure.low);
    v.figure({.key = "high"}, figure.high);
    v.figure({.key = "error", .unit = "share"}, figure.error);
    v.member({.key = "why", .written = record::Written::ifSet}, figure.why);
}

template <class V, Describes<ComparedCase> R>
void describe(V& v, R& compared)
{
    v.member({.key = "lines"}, compared.lines);
    v.member({.key = "values"}, compared.values);
    v.member({.key = "figures"}, compared.figures);
    v.member({.key = "problem", .written = record::Written::ifSet}, compared.problem);
    v.member({.key = "remarks", .written = record::Written::ifSet}, compared.remarks);
}

template <class V, Describes<MetricAccuracy> R>
void describe(V& v, R& accuracy)
{
    v.member({.key = "metric"}, accuracy.metric);
    v.member({.key = "unit"}, accuracy.unit);
    v.figure({.key = "count"}, accuracy.count);
    v.figure({.key = "bias", .unit = "share"}, accuracy.bias);
    v.figure({.key = "mean_error", .unit = "share"}, accuracy.meanError);
    v.figure({.key = "worst", .unit = "share"}, accuracy.worst);
    v.figure({.key = "worst_case"}, accuracy.worstCase);
    v.figure({.key = "within_draws"}, accuracy.withinDraws);
}

template <class V, Describes<Validation> R>
void describe(V& v, R& validation)
{
    v.member({.key = "project"}, validation.project);
    v.member({.key = "measurement"}, validation.measurement);
    v.member({.key = "file"}, validation.file);
    v.member({.key = "fit"}, validation.fit);
    v.computed({.key = "sentence"}, [&] { return sentenceOf(validation); });
    v.member({.key = "settings"}, validation.settings);
    v.member({.key = "parameters"}, validation.parameters);
    v.member({.key = "accuracy"}, validation.accuracy);
    v.part({.key = "total"}, validation.total);
    v.member({.key = "cases"}, validation.cases);
    v.figure({.key = "seeds"}, validation.seeds);
    v.figure({.key = "simulated_s", .unit = "s"}, validation.simulatedS);
    v.member({.key = "complete"}, validation.complete);
}

nlohmann::ordered_json toJson(const Validation& validation)
{
    nlohmann::ordered_json json;
    record::writeJson(record::JsonOut(json), validation);
    return json;
}

Validation validationFromText(std::string_view text)
{
    try {
        const nlohmann::json json = record::parseBounded(text);
        return record::fromJson<Validation>(record::JsonIn(json));
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(std::string("this is no answer of headroom-engine validate: ") + error.what());
    }
}

} // namespace headroom::study
