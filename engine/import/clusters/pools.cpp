// Pools: how they keep their data, how much, and what clients ask of them.
#include "import/clusters/daemon_list.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

namespace headroom::import {

namespace {

Pool* poolOf(std::vector<Pool>& pools, double number, const std::string& name)
{
    const auto found = std::ranges::find_if(
        pools, [&](const Pool& pool) { return pool.number == number || (!name.empty() && pool.name == name); });
    return found == pools.end() ? nullptr : &*found;
}

/// Seconds since 1970 of "2024-03-01T10:20:30.123456+0000", or with a blank between date and time; 0 if it is none.
double moment(const std::string& text)
{
    int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0;
    constexpr int whole = 6;
    if (std::sscanf(text.c_str(), "%d-%d-%d%*[T ]%d:%d:%d", &year, &month, &day, &hour, &minute, &second) != whole)
        return 0;
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok())
        return 0;
    constexpr double dayS = 86400, hourS = 3600, minuteS = 60;
    return std::chrono::sys_days(date).time_since_epoch().count() * dayS + hour * hourS + minute * minuteS + second;
}

void readRate(const Value& rate, Pool& pool)
{
    pool.reads = rate["read_op_per_sec"].numberOr(0);
    pool.writes = rate["write_op_per_sec"].numberOr(0);
    pool.readBytes = rate["read_bytes_sec"].numberOr(0);
    pool.writeBytes = rate["write_bytes_sec"].numberOr(0);
    pool.seconds = 0;
}

} // namespace

std::vector<Pool> poolsIn(const ClusterFiles& files)
{
    std::vector<Pool> pools;
    std::map<double, double> begun;
    const auto map = partOrFile(files, "osdmap", "map");
    double mapBegun = 0;
    if (map) {
        mapBegun = moment((*map)["created"].text());
        for (const Value& entry : (*map)["pools"].elements()) {
            Pool pool;
            pool.number = entry["pool"].numberOr(0);
            pool.name = entry["pool_name"].text();
            constexpr double erasure = 3; // 1: copies
            pool.erasureCoded = entry["type"].numberOr(1) == erasure;
            pool.copies = entry["size"].numberOr(0);
            pool.groups = entry["pg_num"].numberOr(0);
            pool.profile = entry["erasure_code_profile"].text();
            pool.rule =
                entry["crush_rule"].isThere() ? entry["crush_rule"].numberOr(-1) : entry["crush_ruleset"].numberOr(-1);
            begun[pool.number] = moment(entry["create_time"].text());
            pools.push_back(std::move(pool));
        }
    }
    if (const auto report = files.tree("report")) {
        // Counters since the pool began; a report has no rates.
        const double now = moment((*report)["timestamp"].text());
        for (const Value& entry : (*report)["pool_stats"].elements())
            if (Pool* pool = poolOf(pools, entry["poolid"].numberOr(-1), "")) {
                const Value sum = entry["stat_sum"];
                pool->storedBytes = sum["num_bytes"].numberOr(0);
                const double start = begun[pool->number] > 0 ? begun[pool->number] : mapBegun;
                const double seconds = now - start;
                constexpr double hour = 3600;
                if (start == 0 || seconds < hour)
                    continue;
                pool->reads = sum["num_read"].numberOr(0) / seconds;
                pool->writes = sum["num_write"].numberOr(0) / seconds;
                pool->readBytes = sum["num_read_kb"].numberOr(0) * kibibyte / seconds;
                pool->writeBytes = sum["num_write_kb"].numberOr(0) * kibibyte / seconds;
                pool->seconds = seconds;
            }
    }
    if (const auto stored = files.tree("pools"))
        for (const Value& entry : (*stored)["pools"].elements())
            if (Pool* pool = poolOf(pools, entry["id"].numberOr(-1), entry["name"].text())) {
                const Value stats = entry["stats"];
                pool->storedBytes =
                    stats["stored"].isThere() ? stats["stored"].numberOr(0) : stats["bytes_used"].numberOr(0);
            }
    if (const auto rates = files.tree("rates"))
        for (const Value& entry : rates->elements())
            if (Pool* pool = poolOf(pools, entry["pool_id"].numberOr(-1), entry["pool_name"].text()))
                readRate(entry["client_io_rate"], *pool);
    if (const auto status = files.tree("status"); status && !files.tree("rates") && pools.size() == 1)
        readRate((*status)["pgmap"], pools.front());
    return pools;
}

} // namespace headroom::import
