// GlusterFS on two clusters (Indian Institute of Science, "Modeling Storage Performance in a HPC System", 2013) as the
// projects gluster-fist and gluster-atom give it, beside what was published: a regression over features of the cluster,
// and which share of the variance the size of a record and that of the cache explain.
#pragma once

#include "accuracy/engine_child.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace headroom::accuracy {

/// A configuration of the FIST cluster, drawn from the space of the study.
struct FistPoint
{
    int infiniBand = 0, fastDisk = 0, xfs = 0; ///< 0 or 1
    int servers = 1, stripes = 0, replicas = 0, clients = 1;
    double gigabytes = 1; ///< workload of each client

    Settings settings(const std::string& operation) const;
    /// In the order of fistFeatures().
    std::vector<double> features() const;
};

const std::vector<std::string>& fistFeatures();
/// A Latin hypercube of `count` points; the same seed gives the same points everywhere.
std::vector<FistPoint> fistSample(int count, std::uint64_t seed);
/// MB/s of each client, by point. A run ends when every client has moved its workload, or after `duration`.
std::vector<double> simulateFist(const std::string& operation, const std::vector<FistPoint>& points,
                                 const std::string& duration);

struct Regression
{
    double intercept = 0, adjustedR2 = 0;
    std::map<std::string, double> coefficients, standardErrors; ///< by feature
};

/// Linear least squares over the features of the points.
Regression regress(const std::vector<FistPoint>& points, const std::vector<double>& values);
/// The published coefficients by operation; of the two disk speeds, which are 0, that for writing.
std::map<std::string, Regression> publishedRegressions();

/// A row of projects/gluster-atom/published.csv.
struct AtomFigure
{
    std::string figure, operation, opened, of;
    double value = 0;
};

std::vector<AtomFigure> publishedAtomFigures();

/// First-order sensitivities V(E(Y|X)) / V(Y) of the throughput, divided by their sum.
struct Importance
{
    double record = 0, cache = 0;
};

/// Over all pairs of the 13 sizes of a record and the 8 sizes of the cache that the study used, or of each `every`-th.
Importance atomImportance(const std::string& operation, const std::string& opened, const std::string& duration,
                          int every = 1);
double atomMegabytesPerS(const Settings& settings, const std::string& duration);

} // namespace headroom::accuracy
