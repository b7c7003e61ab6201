// The library of seen errors is that of the tables, and the intervals that follow from it hold.
#include "accuracy/seen_errors.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

using namespace headroom;

namespace {

std::string contentOf(const std::string& path)
{
    std::ifstream file(std::string(HEADROOM_SOURCE_DIR) + path, std::ios::binary);
    INFO(path);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<study::SeenError> seen()
{
    return accuracy::seenErrorsIn(contentOf("/tests/accuracy/RESULTS.md"));
}

} // namespace

TEST_CASE("the library of seen errors holds the predicted figures of the tables")
{
    const auto errors = seen();
    INFO("./headroom accuracy --write 23 writes it anew");
    CHECK(contentOf("/libraries/accuracy/errors.json") == study::textOf(errors));
    const auto isThere = [&](const char* cluster, const char* figure, const char* family, bool fitted, double ratio) {
        return std::ranges::any_of(errors, [&](const study::SeenError& each) {
            return each.cluster == cluster && each.figure == figure && each.family == family && each.fitted == fitted &&
                   std::abs(each.simulatedOverMeasured / ratio - 1) < 0.02;
        });
    };
    CHECK(isThere("Kafka 2014", "2014, 1, 0, 3, all, produced", "rate", true, 1.96));
    CHECK(isThere("Hadoop 2009", "2009, 1460 nodes, 1 TB", "time", false, 1.82));
    CHECK(isThere("Ceph 2023", "2023, copies, GET 4 KiB, 12800", "rate", false, 1.855));
    CHECK(std::ranges::none_of(errors, [](const auto& each) { return each.figure == "40 read, depth 64"; }));
}

TEST_CASE("of all predicted figures nine of ten lie in the interval that other clusters give")
{
    const auto errors = seen();
    const study::LeftOut all = study::leftOut(errors, errors);
    CHECK(all.figures > 150);
    const double share = static_cast<double>(all.inside) / static_cast<double>(all.figures);
    CHECK(share > 0.85);
    CHECK(share < 0.95);
    CHECK(all.medianHalfWidth < 0.45);
}

TEST_CASE("a page without the tables is refused")
{
    CHECK_THROWS_AS(accuracy::seenErrorsIn("# Results\n"), std::runtime_error);
}
