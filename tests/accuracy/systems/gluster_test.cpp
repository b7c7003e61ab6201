#include "accuracy/systems/gluster.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace headroom::accuracy;

namespace {

const std::string atomRun = "14 s"; // of the Atom cluster: 4 s after the first pass over a file

double atom(const Settings& settings)
{
    return atomMegabytesPerS(settings, atomRun);
}

/// The operation's rate in a run of the FIST cluster, and the use of the busiest resource of a kind.
struct FistRun
{
    double megabytesPerS = 0;
    std::map<std::string, double> used;
};

FistRun fist(const Settings& settings, const std::string& operation = "write")
{
    const auto summary = simulate("gluster-fist", settings, "10 s");
    FistRun run{summary.operations.at(operation).bytesPerSecond / 1e6, {}};
    for (const auto& row : summary.resources)
        run.used[row.nodeGroup + ' ' + row.resource] = row.utilisationMax;
    return run;
}

void checkLeadingFeatureAndSigns(const std::string& operation, int points)
{
    const auto sample = fistSample(points, 1);
    const Regression simulated = regress(sample, simulateFist(operation, sample, "5 s"));
    const Regression published = publishedRegressions().at(operation);
    for (const auto& [feature, coefficient] : simulated.coefficients) {
        CAPTURE(operation, feature, coefficient, simulated.standardErrors.at(feature));
        if (feature != "network")
            CHECK(std::abs(coefficient) < simulated.coefficients.at("network"));
        // Effects that are both clearly not zero have the same sign.
        if (feature != "base file system" && feature != "disk" &&
            std::abs(coefficient) > 2 * simulated.standardErrors.at(feature))
            CHECK(coefficient * published.coefficients.at(feature) > 0);
    }
    for (const char* feature : {"network", "servers", "replication"}) {
        CAPTURE(operation, feature);
        CHECK(simulated.coefficients.at(feature) * published.coefficients.at(feature) > 0);
    }
}

} // namespace

TEST_CASE("on Atom servers GlusterFS writes records of 2 KiB with O_DIRECT as fast as measured", "[accuracy][slow]")
{
    for (const AtomFigure& figure : publishedAtomFigures())
        if (figure.figure == "MB/s")
            CHECK(atom({{"OPERATION", figure.operation}, {"OPEN", figure.opened}, {"BLOCK_SIZE", figure.of}}) ==
                  Approx(figure.value).epsilon(0.1));
}

TEST_CASE("on Atom servers the record explains the throughput of GlusterFS, and of reads the cache a fifth",
          "[accuracy][slow]")
{
    std::map<std::string, Importance> simulated;
    for (const AtomFigure& figure : publishedAtomFigures()) {
        // With O_DIRECT all operations pass the caches in the same way: one is enough.
        if (figure.figure != "importance" || (figure.opened == "O_DIRECT" && figure.operation != "read"))
            continue;
        const std::string of = figure.operation + ' ' + figure.opened;
        if (!simulated.contains(of))
            simulated[of] = atomImportance(figure.operation, figure.opened, atomRun, 2);
        CAPTURE(of, figure.of);
        CHECK((figure.of == "record" ? simulated[of].record : simulated[of].cache) == Approx(figure.value).margin(0.1));
    }
}

TEST_CASE("small buffered writes to GlusterFS are fast because write-behind collects them", "[accuracy][slow]")
{
    const Settings small{{"BLOCK_SIZE", "2 KiB"}};
    Settings without = small;
    without.emplace_back("WRITE_BEHIND", "false");
    CHECK(atom(small) > 3 * atom(without));
}

TEST_CASE("GlusterFS's cache helps reads in order only if it holds the whole file", "[accuracy][slow]")
{
    const auto with = [](const char* cache) { return atom({{"OPERATION", "read"}, {"IO_CACHE_SIZE", cache}}); };
    const double none = with("2 MiB");
    CHECK(with("64 MiB") == Approx(none).epsilon(0.03));
    CHECK(with("128 MiB") > 1.6 * none);
}

TEST_CASE("without read-ahead the reads of GlusterFS wait for one page after another", "[accuracy][slow]")
{
    CHECK(atom({{"OPERATION", "read"}}) > 1.7 * atom({{"OPERATION", "read"}, {"READ_AHEAD", "false"}}));
}

TEST_CASE("small random reads of GlusterFS are faster without the translators that fetch whole pages",
          "[accuracy][slow]")
{
    const Settings random{{"OPERATION", "read"}, {"ACCESS", "random"}, {"BLOCK_SIZE", "2 KiB"}};
    Settings without = random;
    without.insert(without.end(), {{"IO_CACHE", "false"}, {"READ_AHEAD", "false"}});
    CHECK(atom(without) > 1.15 * atom(random));
}

TEST_CASE("eager locks spare a replicated write of GlusterFS round trips", "[accuracy][slow]")
{
    const Settings copies{{"NETWORK", "InfiniBand"}, {"COPIES", "2"}};
    Settings eager = copies;
    eager.emplace_back("EAGER_LOCK", "true");
    CHECK(fist(eager).megabytesPerS > 1.15 * fist(copies).megabytesPerS);
}

TEST_CASE("a GlusterFS client sends every copy itself, so copies divide what its link carries", "[accuracy][slow]")
{
    const FistRun one = fist({}), two = fist({{"COPIES", "2"}}), four = fist({{"COPIES", "4"}});
    CHECK(two.megabytesPerS == Approx(one.megabytesPerS / 2).epsilon(0.1));
    CHECK(four.megabytesPerS == Approx(one.megabytesPerS / 4).epsilon(0.1));
    CHECK(fist({{"NETWORK", "InfiniBand"}}).megabytesPerS > 3 * one.megabytesPerS);
}

TEST_CASE("the files of several GlusterFS clients are spread over the servers, which then carry more together",
          "[accuracy][slow]")
{
    const auto rate = [](const std::string& servers) {
        const Settings five{{"CLIENTS", "5"}, {"NODES", servers}, {"OPERATION", "read"}};
        return simulate("gluster-fist", five, "5 s").operations.at("read").bytesPerSecond;
    };
    const double one = rate("1");
    CHECK(rate("2") == Approx(2 * one).epsilon(0.05));
    CHECK(rate("4") == Approx(3 * one).epsilon(0.05));
}

TEST_CASE("a GlusterFS mount on a server reads the copy that lies there, if it chooses the local one",
          "[accuracy][slow]")
{
    const auto megabytesPerS = [](const char* local) {
        return fist({{"OPERATION", "read"},
                     {"NODES", "2"},
                     {"COPIES", "2"},
                     {"CLIENTS", "2"},
                     {"READ_COPY", "first"},
                     {"CLIENTS_ON", "storage nodes"},
                     {"CHOOSE_LOCAL", local}},
                    "read");
    };
    const FistRun local = megabytesPerS("true"), first = megabytesPerS("false");
    CHECK(local.megabytesPerS > 1.5 * first.megabytesPerS);
    CHECK(local.used.at("link servers-switch servers→switch") < 0.01);
    CHECK(first.used.at("link servers-switch servers→switch") > 0.5);
}

TEST_CASE("TLS costs a GlusterFS client on old processors half of what its link carries", "[accuracy][slow]")
{
    const double plain = fist({}).megabytesPerS;
    CHECK(fist({{"TLS", "true"}}).megabytesPerS < 0.6 * plain);
    CHECK(fist({{"TLS", "true"}, {"PROCESSOR", "Intel_Xeon_Gold_6230"}, {"CLIENT_PROCESSOR", "Intel_Xeon_Gold_6230"}})
              .megabytesPerS > 0.9 * plain);
}

TEST_CASE("a file on two GlusterFS copies takes a transaction to create, on one none", "[accuracy][slow]")
{
    const auto perS = [](const char* copies) {
        return simulate("gluster-fist", {{"OPERATION", "create"}, {"FILE_SIZE", "11 kB"}, {"COPIES", copies}}, "5 s")
            .operations.at("create")
            .perSecond;
    };
    CHECK(perS("1") > 2 * perS("2"));
    CHECK(perS("2") > 100);
}

TEST_CASE("in the regression over GlusterFS clusters the network leads, with the published signs", "[accuracy][slow]")
{
    checkLeadingFeatureAndSigns("write", 50);
    checkLeadingFeatureAndSigns("random read", 50);
}
