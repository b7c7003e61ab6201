// Results of load generators as tables of cases.
#include "record/measured/case_table.h"

#include <catch2/catch.hpp>

#include <string>

using namespace headroom::record;

namespace {

std::string cell(const CaseTable& table, std::size_t row, const char* column)
{
    INFO(column);
    const auto found = table.findColumn(column);
    REQUIRE(found);
    REQUIRE(row < table.rows.size());
    return table.rows[row].cells[*found];
}

const CaseColumn& columnOf(const CaseTable& table, const char* name)
{
    const auto found = table.findColumn(name);
    REQUIRE(found);
    return table.columns[*found];
}

} // namespace

TEST_CASE("runs of rados bench are cases, in MiB although it writes MB")
{
    const CaseTable table = readCaseTable("hints = 1\n"
                                          "  sec Cur ops   started  finished  avg MB/s\n"
                                          "    1      47        94        47   375.9\n"
                                          "Total time run:         10.284\n"
                                          "Total writes made:      491\n"
                                          "Write size:             8388608\n"
                                          "Object size:            8388608\n"
                                          "Bandwidth (MB/sec):     381.954\n"
                                          "Average IOPS:           47\n"
                                          "Average Latency(s):     0.946436\n"
                                          "Max latency(s):         3.81698\n"
                                          "Total time run:       60.5095\n"
                                          "Total reads made:     2379\n"
                                          "Read size:            4194304\n"
                                          "Bandwidth (MB/sec):   157.264\n");
    CHECK(table.writtenBy == "rados bench");
    REQUIRE(table.rows.size() == 2);
    CHECK(table.rows[0].line == 4);
    CHECK(cell(table, 0, "operation") == "write");
    CHECK(cell(table, 1, "operation") == "read");
    CHECK(cell(table, 0, "bandwidth") == "381.954");
    // 491 objects of 8 MiB in 10.284 s
    CHECK(std::stod(cell(table, 0, "bandwidth")) == Approx(491 * 8 / 10.284).epsilon(1e-4));
    CHECK(columnOf(table, "bandwidth").unit == "MiB/s");
    CHECK(cell(table, 1, "latency").empty());
    for (const CaseColumn& column : table.columns)
        CHECK_FALSE(column.meaning.empty());
}

TEST_CASE("reports of warp are cases, of the old form and of the new one")
{
    const CaseTable table =
        readCaseTable("Report: PUT. Concurrency: 512. Ran: 1m2s\n"
                      " * Average: 473.72 MiB/s, 496.73 obj/s\n"
                      " * Reqs: Avg: 1147.0ms, 50%: 1100.7ms, 90%: 1835.5ms, 99%: 2661.1ms, Fastest: 48.6ms, Slowest: "
                      "5431.3ms, StdDev: 528.4ms\n"
                      "\n"
                      "Throughput, split into 58 x 1s:\n"
                      " * Fastest: 844.6MiB/s, 885.67 obj/s\n"
                      "Report: GET (1815 reqs). Ran Duration: 12s, starting 12:16:20 UTC\n"
                      " * Objects per request: 1. Size: 1572864 bytes. Concurrency: 7.\n"
                      " * Average: 181.90 MiB/s, 121.27 obj/s (12s)\n"
                      "Report: DELETE. Concurrency: 64. Ran: 4m56s\n"
                      " * Average: 9.94 obj/s\n");
    CHECK(table.writtenBy == "warp");
    REQUIRE(table.rows.size() == 3);
    CHECK(cell(table, 0, "operation") == "PUT");
    CHECK(cell(table, 0, "concurrency") == "512");
    CHECK(cell(table, 0, "bandwidth") == "473.72 MiB/s");
    CHECK(cell(table, 0, "p99") == "2661.1ms");
    CHECK(cell(table, 1, "size") == "1572864");
    CHECK(cell(table, 1, "objects_per_s") == "121.27");
    CHECK(cell(table, 2, "bandwidth").empty());
}

TEST_CASE("a run of pgbench is a case, without the time of connecting")
{
    const CaseTable table = readCaseTable("pgbench (13.4)\n"
                                          "transaction type: <builtin: TPC-B (sort of)>\n"
                                          "scaling factor: 100\n"
                                          "number of clients: 16\n"
                                          "number of threads: 2\n"
                                          "duration: 60 s\n"
                                          "number of transactions actually processed: 53818\n"
                                          "latency average = 17.839 ms\n"
                                          "latency stddev = 9.1 ms\n"
                                          "tps = 896.9 (including connections establishing)\n"
                                          "tps = 897.4 (excluding connections establishing)\n");
    CHECK(table.writtenBy == "pgbench");
    REQUIRE(table.rows.size() == 1);
    CHECK(cell(table, 0, "clients") == "16");
    CHECK(cell(table, 0, "tps") == "897.4");
    CHECK(cell(table, 0, "latency") == "17.839");
    CHECK(columnOf(table, "latency").unit == "ms");
}

TEST_CASE("only the totals of kafka-producer-perf-test are cases")
{
    const CaseTable table = readCaseTable(
        "499968 records sent, 99993.6 records/sec (9.54 MB/sec), 1.2 ms avg latency, 311.0 ms max latency.\n"
        "1000000 records sent, 99860.194 records/sec (9.52 MB/sec), 0.99 ms avg latency, 311.00 ms max latency, 0 ms "
        "50th, 2 ms 95th, 26 ms 99th, 61 ms 99.9th.\n");
    REQUIRE(table.rows.size() == 1);
    CHECK(table.rows[0].line == 2);
    CHECK(cell(table, 0, "records_per_s") == "99860.194");
    CHECK(cell(table, 0, "p99") == "26");
    CHECK(columnOf(table, "bandwidth").unit == "MiB/s");
}

TEST_CASE("each line of iozone's table is a case")
{
    const CaseTable table =
        readCaseTable("\tRun began: Mon\n"
                      "                                                              random    random\n"
                      "              kB  reclen    write  rewrite    read    reread    read     write\n"
                      "          102400       4   101234   102345   203456   204567    12345     6789\n"
                      "          102400      64   201234   202345   303456   304567    22345    16789\n"
                      "\n"
                      "iozone test complete.\n");
    REQUIRE(table.rows.size() == 2);
    CHECK(cell(table, 1, "record_size") == "64");
    CHECK(cell(table, 0, "random_write") == "6789");
    CHECK(columnOf(table, "write").unit == "KiB/s");
}

TEST_CASE("each job in results of fio is a case, with its options")
{
    const CaseTable table = readCaseTable(
        R"({"fio version": "fio-3.33", "global options": {"bs": "4k", "iodepth": "32"}, "jobs": [
  {"jobname": "a", "job options": {"rw": "randread", "iodepth": "1"},
   "read": {"total_ios": 10, "iops": 9000.5, "bw_bytes": 36866048, "lat_ns": {"mean": 110000.0},
            "clat_ns": {"percentile": {"99.000000": 200000}}}, "write": {"total_ios": 0, "iops": 0}},
  {"jobname": "b", "job options": {"rw": "randwrite"}, "read": {"total_ios": 0},
   "write": {"total_ios": 5, "iops": 100, "bw_bytes": 409600, "lat_ns": {"mean": 5e6}}}]})");
    CHECK(table.writtenBy == "fio");
    REQUIRE(table.rows.size() == 2);
    CHECK(cell(table, 0, "iodepth") == "1");
    CHECK(cell(table, 1, "iodepth") == "32");
    CHECK(cell(table, 0, "bs") == "4k");
    CHECK(std::stod(cell(table, 0, "read_latency")) == Approx(110e-6));
    CHECK(std::stod(cell(table, 0, "read_p99")) == Approx(200e-6));
    CHECK(cell(table, 0, "write_iops").empty());
    CHECK(std::stod(cell(table, 1, "write_latency")) == Approx(0.005));
}

TEST_CASE("columns of COSBench and elbencho have their meaning")
{
    const CaseTable cosbench = readCaseTable("Stage,Op-Name,Op-Type,Op-Count,Byte-Count,Avg-ResTime,Avg-ProcTime,"
                                             "99%-ResTime,Throughput,Bandwidth,Succ-Ratio\n"
                                             "main,read,read,4000,65536000,12.5,11.2,31,133.3,2184533,100%\n");
    CHECK(cosbench.writtenBy == "COSBench");
    CHECK(columnOf(cosbench, "Avg-ResTime").unit == "ms");
    CHECK(columnOf(cosbench, "Bandwidth").unit == "B/s");
    const CaseTable elbencho = readCaseTable("operation,threads,IOPS [first],IOPS [last],MiB/s [first],MiB/s [last],IO "
                                             "lat us [avg]\nWRITE,8,3494,2941,3494,2941,9383\n");
    CHECK(elbencho.writtenBy == "elbencho");
    CHECK(columnOf(elbencho, "IO lat us [avg]").unit == "us");
    CHECK_FALSE(columnOf(elbencho, "MiB/s [last]").meaning.empty());
}

TEST_CASE("texts that are cut off or are no results become tables with faults, never a crash")
{
    for (const char* text : {"", "{", "{\"fio version\": 3, \"jobs\": [", "Total time run:", "Report: PUT", "tps = x",
                             "\xff\xfe", "{\"a\": \"\\", "* Average: 1 obj/s"}) {
        const CaseTable table = readCaseTable(text);
        CHECK((table.rows.empty() || !table.columns.empty()));
        if (table.rows.empty())
            CHECK_FALSE(table.faults.empty());
    }
}
