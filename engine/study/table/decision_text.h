// The answer of a study, its points and its figures in words.
#pragma once

#include "study/table/decision.h"

#include <string>

namespace headroom::study {

/// Names the point with its figure, and how many points are not told apart from it, that is, have intervals that
/// overlap with its own; of the point that is nearest to the goals also what it lacks.
std::string sentenceOf(const Table& table, const Decision& decision);

/// The point that comes nearest to the goals, and what it lacks.
std::string nearestInWords(const Table& table, const Decision& decision);
/// "1 point is", "3 points are".
std::string counted(std::size_t count, const char* one, const char* many);
/// "capacity.usable is 96 TB for at least 400 TB".
std::string lackInWords(const GoalColumn& column, const GoalCell& goal);
/// The goals that the point is not known to meet, with figures and limits: "PUT.latency.p99 is 1.20 s (1.10 s to 1.30
/// s) for at most 1 s".
std::string lacksOf(const Table& table, const Row& row);
/// "WORKERS = 256, DISK = Some_SSD"
std::string inWords(const Table& table, const Row& row);
/// The value of a parameter, in its unit: "Some_SSD", "4.10 KB".
std::string inWords(const Column& parameter, const Setting& setting);
/// A figure or a limit in its unit, with three digits: "12.3 ms", "40 %".
std::string inWords(double value, const std::string& unit);

} // namespace headroom::study
