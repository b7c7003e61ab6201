#include "study/analysis/analysis_json.h"

#include "record/structure/json_in.h"
#include "record/structure/json_out.h"
#include "record/structure/json_reading.h"
#include "study/analysis/analysis_text.h"

namespace headroom::study {

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
    v.member({.key = "tables"}, figure.tables);
    forEachMethod(analysis,
                  [&](const char* key, auto& method) { v.member({.key = key, .written = Written::ifSet}, method); });
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
        study.figures.push_back({analysis, sentencesOf(analysis), tablesOf(analysis, table)});
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
