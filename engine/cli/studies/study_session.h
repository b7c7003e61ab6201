// Reports a study while it runs, and takes commands for it.
#pragma once

#include "cli/stream/command_input.h"
#include "cli/support/progress_line.h"
#include "study/run/study_run.h"
#include "study/table/study_table.h"

#include <filesystem>
#include <string>

namespace headroom::cli {

/// Prints records with --stream, else the progress on a terminal (engine/study/STUDY.md).
class StudySession
{
public:
    using Wish = study::Wish;

    /// `table` is that of the study while it fills.
    StudySession(const study::Table& table, bool stream);

    void begin(const std::filesystem::path& file, std::uint64_t runs);
    /// `row` is a point that was finished, or null.
    void changed(const study::Progress& progress, const study::Row* row);
    /// Reports the result so far, with the keys of `end`.
    void answer(study::Json decision);
    /// `decision` has the keys "point" and "sentence".
    void end(bool complete, study::Json decision);
    /// Wish of signals and commands.
    Wish wish();

private:
    void obey(const std::string& line);

    const study::Table& table_;
    bool stream_;
    ProgressLine line_;
    CommandInput input_;
    Wish wish_ = Wish::goOn;
};

} // namespace headroom::cli
