// Prints the curves behind the published ratios, as a table for the README: ./headroom accuracy
#include "accuracy/swift_rack.h"

#include <cstdio>
#include <exception>

int main()
{
    using namespace headroom::accuracy;
    try {
        for (const Upgrade& upgrade : upgrades()) {
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
