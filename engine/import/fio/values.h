// The values of fio's options (parse.c of fio 3.33).
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace headroom::import::fio {

/// In small letters.
std::string lower(std::string text);

/// How fio reads sizes. By default k is 1024 bytes and KiB 1000; with kb_base=1000 it is the other way round.
struct Units
{
    double kbBase = 1024;
};

/// 4k, 1m, 16MiB, 8kb, 1Ki, 0x1000. Throws ImportError, naming `what`.
double bytesOf(const std::string& text, Units units, const std::string& what);
/// 30, 30s, 5m, 100ms ... `bare`: seconds in the unit of a bare number.
double secondsOf(const std::string& text, double bare, const std::string& what);
/// A whole number, decimal or 0x...; also with k, m ... as of sizes.
double numberOf(const std::string& text, const std::string& what);
/// "4k-16k" or "4k:16k" (a colon, as fio also takes it); the two are equal for a single value.
std::pair<std::string, std::string> rangeIn(const std::string& text);
/// The values for reads, writes and trims: an empty or missing one of writes is empty.
std::vector<std::string> sidesOf(const std::string& text);
/// A switch: empty or "1" is on, "0" off. Throws ImportError for anything else, as fio refuses it.
bool isOn(const std::string& text, const std::string& what);

} // namespace headroom::import::fio
