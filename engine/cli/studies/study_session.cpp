#include "cli/studies/study_session.h"

#include "cli/commands/program.h"
#include "cli/studies/search_command.h"
#include "cli/support/interruption.h"
#include "cli/support/study_text.h"
#include "record/stream/stream.h"
#include "study/run/study_stream.h"

#include <stdexcept>
#include <unistd.h>
#include <utility>

namespace headroom::cli {

using study::Json;

namespace {

constexpr std::size_t rowsInRecord = 100; // a reader takes in each record at once

} // namespace

StudySession::StudySession(const study::Table& table, bool stream)
    : table_(table), stream_(stream), line_(!stream), input_(STDIN_FILENO)
{
}

void StudySession::begin(const std::filesystem::path& file, std::uint64_t runs)
{
    if (!stream_)
        return;
    print(jsonLine(study::beginRecord(table_, file.string(), runs)));
    for (std::size_t first = 0; first < table_.rows.size(); first += rowsInRecord)
        print(jsonLine(study::pointsRecord(table_, first, rowsInRecord)));
}

void StudySession::changed(const study::Progress& progress, const study::Row* row)
{
    line_.show([&] { return progressText(progress); });
    if (!stream_)
        return;
    print(jsonLine(row ? study::pointRecord(table_, *row) : study::progressRecord(progress)));
}

void StudySession::answer(Json decision)
{
    if (stream_)
        print(jsonLine(study::answerRecord(std::move(decision))));
}

void StudySession::end(bool complete, Json decision)
{
    line_.erase();
    if (stream_)
        print(jsonLine(study::endRecord(std::move(decision), complete)));
}

StudySession::Wish StudySession::wish()
{
    if (stream_ && !input_.ended())
        for (const std::string& line : input_.lines(std::chrono::milliseconds(0)))
            obey(line);
    if (interrupted())
        wish_ = Wish::stop;
    return wish_;
}

void StudySession::obey(const std::string& line)
{
    try {
        switch (record::parseCommand(line).kind) {
        case record::CommandKind::pause:
            wish_ = Wish::pause;
            break;
        case record::CommandKind::resume:
            wish_ = Wish::goOn;
            break;
        case record::CommandKind::stop:
            wish_ = Wish::stop;
            break;
        default:
            reportError("A study knows the commands pause, resume and stop.");
        }
    } catch (const std::runtime_error& error) {
        reportError(error.what());
    }
}

} // namespace headroom::cli
