// Prints the curves behind the published ratios, as tables for the README: ./headroom accuracy [NUMBER]...
#include "accuracy/swift_rack.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

/// Arguments: numbers of tables, from 1; without any, all.
int main(int argc, char** argv)
{
    using namespace headroom::accuracy;
    const std::vector<std::string> wanted(argv + 1, argv + argc);
    int number = 0;
    try {
        for (const Upgrade& upgrade : upgrades()) {
            ++number;
            if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), std::to_string(number)) == wanted.end())
                continue;
            std::printf("\n### %s\nPublished: %s.\n\n", upgrade.title.c_str(), upgrade.published.c_str());
            std::printf(
                "| operation, size | workers | before, 1/s | after, 1/s | ratio |\n|---|---:|---:|---:|---:|\n");
            for (const char* operation : {"PUT", "GET", "MIX"})
                for (const char* size : {"16 KB", "1 MB", "16 MB"})
                    for (const Point& point : measure(upgrade, {operation}, {size}, {16, 64, 256, 1024}, "30 s")) {
                        std::printf("| %s %s | %d | %.1f | %.1f | %.2f ± %.2f |\n", operation, size, point.workers,
                                    point.before, point.after, point.ratio(), point.ratio() * point.confidence);
                        std::fflush(stdout);
                    }
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "accuracy: %s\n", error.what());
        return 2;
    }
    return 0;
}
