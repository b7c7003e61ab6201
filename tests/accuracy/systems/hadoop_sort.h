// TeraSort on Hadoop at Yahoo (2008 and 2009) as the project hadoop-terasort gives it, beside what was measured.
#pragma once

#include "accuracy/engine_child.h"

#include <string>
#include <vector>

namespace headroom::accuracy {

/// A measured sort of projects/hadoop-terasort/published.csv.
struct SortCase
{
    int year = 0, nodes = 0;
    std::string data;
    int maps = 0, reduces = 0;
    double seconds = 0; ///< as published
    std::string use;    ///< "fit": a value of the model was chosen by it, or "prediction"

    /// Those of 2009 had other processors, slots and a later Hadoop: the page of the project says which are assumed.
    Settings settings() const;
};

/// All cases of the file, in its order. Throws std::runtime_error if it cannot be read.
std::vector<SortCase> publishedSorts();

/// Returns the seconds that each takes.
std::vector<double> simulateSorts(const std::vector<Settings>& points);

} // namespace headroom::accuracy
