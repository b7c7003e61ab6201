#include "study/run/study_stream.h"

#include "record/structure/describing.h"
#include "record/structure/json_in.h"
#include "record/structure/json_out.h"

#include <stdexcept>

namespace headroom::study {

using record::Describes;
using record::Written;

template <class V, Describes<Progress> R>
void describe(V& v, R& progress)
{
    v.figure({.key = "points"}, progress.points);
    v.figure({.key = "done"}, progress.done);
    v.figure({.key = "failed"}, progress.failed);
    v.figure({.key = "runs"}, progress.runs);
    v.figure({.key = "runs_done"}, progress.runsDone);
    v.figure({.key = "elapsed_s", .unit = "s"}, progress.elapsedS);
    v.figure({.key = "left_s", .unit = "s"}, progress.leftS);
    v.figure({.key = "processor_s", .unit = "s"}, progress.processorS);
}

template <class V, Describes<StudyAnswer> R>
void describe(V& v, R& answer)
{
    v.member({.key = "point"}, answer.point);
    v.member({.key = "sentence"}, answer.sentence);
    v.member({.key = "complete", .written = Written::later}, answer.complete);
}

template <class V, Describes<StudyRefused> R>
void describe(V& v, R& refused)
{
    v.member({.key = "reason"}, refused.reason);
    v.member({.key = "replaceable"}, refused.replaceable);
}

namespace {

template <class T>
Json describedRecord(const char* name, const T& described)
{
    Json members;
    record::writeJson(record::JsonOut(members), described);
    Json json = {{"record", name}};
    json.update(members);
    return json;
}

} // namespace

Json beginRecord(const Table& table, const std::string& file, std::uint64_t runs)
{
    Json head = columnsToJson(table);
    head["record"] = "study";
    head["file"] = file;
    head["runs"] = runs;
    head["points"] = table.rows.size();
    return head;
}

Json pointsRecord(const Table& table, std::size_t first, std::size_t count)
{
    return {{"record", "points"}, {"points", rowsToJson(table, first, count)}};
}

Json pointRecord(const Table& table, const Row& row)
{
    Json point = toJson(table, row);
    point["record"] = "point";
    return point;
}

Json progressRecord(const Progress& progress)
{
    return describedRecord("progress", progress);
}

Json answerRecord(Json decision)
{
    decision["record"] = "answer";
    return decision;
}

Json endRecord(Json decision, bool complete)
{
    decision["record"] = "end";
    decision["complete"] = complete;
    return decision;
}

Json refusedRecord(const StudyRefused& refused)
{
    return describedRecord("refused", refused);
}

StudyRecord studyRecordFromText(std::string_view text, const Table& columns)
{
    try {
        const Json json = Json::parse(text);
        const auto kind = json.at("record").get<std::string>();
        if (kind == "study")
            return StudyBegun{columnsFromJson(json), json.at("file").get<std::string>(),
                              json.at("runs").get<std::uint64_t>(), json.at("points").get<std::size_t>()};
        if (kind == "point")
            return PointsArrived{{rowFromJson(columns, json)}};
        if (kind == "points") {
            PointsArrived arrived;
            for (const Json& row : json.at("points"))
                arrived.rows.push_back(rowFromJson(columns, row));
            return arrived;
        }
        const nlohmann::json sorted(json);
        if (kind == "progress")
            return record::fromJson<Progress>(record::JsonIn(sorted));
        if (kind == "refused")
            return record::fromJson<StudyRefused>(record::JsonIn(sorted));
        auto answer = record::fromJson<StudyAnswer>(record::JsonIn(sorted));
        answer.last = kind == "end";
        return answer;
    } catch (const nlohmann::json::exception& error) {
        throw std::runtime_error(std::string("this is no record of a study: ") + error.what());
    }
}

} // namespace headroom::study
