#include "cli/support/progress_bar.h"

#include "cli/support/text_table.h"
#include "project/expression/quantity.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>
#include <vector>

namespace headroom::cli {

namespace {

constexpr std::size_t barCells = 24;

std::string bar(double share)
{
    const auto full = static_cast<std::size_t>(share * barCells);
    std::string text;
    for (std::size_t i = 0; i < barCells; ++i)
        text += i < full ? "█" : "░";
    return text;
}

/// 75 s as 1:15, an hour as 1:00:00.
std::string clockTime(double seconds)
{
    const auto whole = static_cast<long long>(std::ceil(std::min(seconds, 359999.0)));
    char text[32];
    if (whole >= 3600)
        std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
    else
        std::snprintf(text, sizeof text, "%lld:%02lld", whole / 60, whole % 60);
    return text;
}

std::size_t terminalColumns()
{
    winsize size = {};
    return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

void writeToTerminal(const std::string& text)
{
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fflush(stderr);
}

} // namespace

std::string steadyText(const record::Steady& steady)
{
    const double percent = std::ceil(steady.relative * 1000) / 10;
    return "steady: " + project::formatNumber(steady.perSecond) + " /s ± " + project::formatNumber(percent) + " %";
}

std::string progressLine(const Progress& progress, std::size_t columns)
{
    const double share = progress.durationS > 0 ? std::clamp(progress.simulatedS / progress.durationS, 0.0, 1.0) : 0.0;
    char percentage[8];
    std::snprintf(percentage, sizeof percentage, "%3d %%", static_cast<int>(share * 100));
    std::vector<std::string> parts{bar(share) + " " + percentage};
    if (progress.steady)
        parts.push_back(steadyText(*progress.steady));
    parts.push_back(project::formatQuantity(progress.simulatedS, "s") + " of " +
                    project::formatQuantity(progress.durationS, "s"));
    if (progress.wallS > 0 && progress.simulatedS > 0) {
        const double speed = progress.simulatedS / progress.wallS;
        parts.push_back(clockTime((progress.durationS - progress.simulatedS) / speed) + " left");
        parts.push_back(project::formatNumber(speed) + " × real time");
        parts.push_back(project::formatNumber(std::round(static_cast<double>(progress.events) / progress.wallS)) +
                        " events/s");
    }
    std::string line;
    for (const std::string& part : parts) {
        const std::string longer = line + (line.empty() ? "" : "  ") + part;
        if (widthOf(longer) >= columns)
            break;
        line = longer;
    }
    return line;
}

void ProgressBar::begin(double durationS)
{
    durationS_ = durationS;
    start_ = lastDrawing_ = Clock::now();
}

void ProgressBar::update(double simulatedS, std::uint64_t events)
{
    const Clock::time_point now = Clock::now();
    if (now - lastDrawing_ < std::chrono::milliseconds(100))
        return;
    lastDrawing_ = now;
    const double wallS = std::chrono::duration<double>(now - start_).count();
    writeToTerminal(progressLine({simulatedS, durationS_, wallS, events, steady_}, terminalColumns()).insert(0, "\r") +
                    "\033[K");
    drawn_ = true;
}

void ProgressBar::say(const std::string& sentence)
{
    writeToTerminal('\r' + sentence + "\033[K");
    drawn_ = true;
}

void ProgressBar::erase()
{
    if (drawn_)
        writeToTerminal("\r\033[K");
    drawn_ = false;
}

} // namespace headroom::cli
