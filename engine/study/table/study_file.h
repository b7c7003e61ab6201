// The file of a study: an SQLite database that fills while the study runs. STUDY.md documents its schema.
#pragma once

#include "study/table/study_table.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headroom::study {

/// One run of a point.
struct RunRecord
{
    std::uint64_t point = 0, replication = 0;
    std::string under; ///< id of the goal under whose conditions it ran; empty: as the project is
    std::uint64_t seed = 0;
    std::string problem; ///< why it failed; empty if it did not
    double processorS = 0, wallS = 0, simulatedS = 0;
    std::uint64_t events = 0;
    std::vector<Cell> figures; ///< in the order of the table's; none of a failed run
};

/// Identifies a study: two files with the same definition hold the same study, so that one can be continued.
struct Definition
{
    std::string projectText; ///< with all settings that are common to all points
    std::string study;       ///< the element of the document as JSON, and everything else that decides the figures
    std::string engine;      ///< version of the program
    bool operator==(const Definition&) const = default;
};

/// Each finished point is kept at once, and stays when the process is killed. Throws std::runtime_error naming the
/// path and the reason; of a damaged file that is the place, as in `table "points", row 3`.
class StudyFile
{
public:
    /// The kind of file at a path.
    enum class At
    {
        nothing,
        begun, ///< a file of a study that was ended before it held anything
        study, ///< also one that is damaged
        foreign
    };
    static At at(const std::filesystem::path& path);

    /// A new file with the columns and the points of `table`. It replaces what is there once it is complete.
    static StudyFile create(const std::filesystem::path& path, const Definition& definition, const Table& table);
    /// Opens a file to go on with it, or to read it only.
    static StudyFile open(const std::filesystem::path& path, bool toWrite);

    StudyFile(StudyFile&&) noexcept;
    StudyFile& operator=(StudyFile&&) noexcept;
    ~StudyFile();

    Definition definition() const;
    /// Points that are not finished are waiting.
    Table table() const;
    std::vector<RunRecord> runs() const;
    /// Adds a finished point and its runs.
    void add(const Row& row, const std::vector<RunRecord>& runs);

private:
    struct State;
    explicit StudyFile(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

} // namespace headroom::study
