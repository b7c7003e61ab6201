#!/usr/bin/env python3
"""Measures a PostgreSQL under pgbench on this machine, and writes a CSV of a row for each run, and the facts of the machine.

    sudo tests/accuracy/measure/postgresql.py --out postgresql.csv
    tests/accuracy/measure/postgresql.py --out postgresql.csv --folder /mnt/disk      # without root

As root it makes a file system (ext4) on a loop device over a file of 8 GiB in the folder and runs the servers as the
user `postgres`; otherwise all is in the folder. Everything is removed at the end, also after Ctrl-C. Needs Debian's
postgresql and postgresql-contrib (pgbench).

Each case is run --repeats times in rounds, so that the repeats of a case lie minutes apart. Before each run a checkpoint
is made, so that a run shows the time after one. A fixed loop is timed before and after each run; `probe_ms` says how fast
the machine was (smaller is faster), `foreign_cores` how many cores others had, the kernel's threads among them. With
--first (as root) the measured programs go before others on a machine that is not free; the kernel's threads of a loop
device do not, so it needs --no-loop.

    tests/accuracy/measure/postgresql.py --medians postgresql.csv

writes reads.csv and writes.csv beside the file: the medians of the runs of each case without a standby, as
`headroom-engine validate` and `calibrate` read them.
"""
import argparse
import csv
import glob
import json
import os
import platform
import pwd
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

SCALE = 50
SETTINGS = {
    "listen_addresses": "''",
    "shared_buffers": "1GB",
    "checkpoint_timeout": "1h",
    "max_wal_size": "4GB",
    "autovacuum": "off",
    "max_connections": "50",
    "wal_keep_size": "64MB",
}
COLUMNS = ["operation", "clients", "synchronous_commit", "sync_standbys", "repeat", "seconds", "transactions", "per_s",
           "latency_mean_ms", "latency_sd_ms", "client_cpu_us", "server_cpu_us", "busy_cores", "foreign_cores", "probe_ms",
           "flushes_per_s", "written_B_per_s"]


def cases(quick):
    clients = [1, 8] if quick else [1, 2, 4, 8, 16, 32]
    rows = [("read", each, "on", 0) for each in clients]
    for commit in ("on", "off"):
        rows += [("write", each, commit, 0) for each in clients]
    return rows + [("write", each, "on", 1) for each in (clients if quick else [1, 4, 16, 32])]


class Machine:
    """A place for the servers, which is removed at the end."""

    def __init__(self, folder, loop):
        self.root = os.geteuid() == 0
        self.base = tempfile.mkdtemp(prefix="headroom-postgresql-", dir=folder)
        self.device = None
        self.data = self.base
        self.servers = []
        os.chmod(self.base, 0o755)
        if self.root and loop:
            image, mounted = self.base + "/image", self.base + "/mounted"
            os.mkdir(mounted)
            with open(image, "wb") as file:
                os.posix_fallocate(file.fileno(), 0, 8 << 30)
            self.device = output("losetup", "--find", "--show", "--direct-io=on", image)
            output("mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0", self.device)
            output("mount", "-o", "noatime", self.device, mounted)
            self.data = mounted
        if self.root:
            user = pwd.getpwnam("postgres")
            os.chown(self.data, user.pw_uid, user.pw_gid)

        number = os.stat(self.data).st_dev
        self.number = f"{os.major(number)}:{os.minor(number)}"

    def user(self, *command):
        """The command as the user of the servers."""
        return ["runuser", "-u", "postgres", "--", *command] if self.root else list(command)

    def remove(self):
        for server in reversed(self.servers):
            subprocess.run(self.user(program("pg_ctl"), "-D", server, "-m", "immediate", "stop"), capture_output=True)
        if self.device:
            subprocess.run(["umount", self.data], capture_output=True)
            subprocess.run(["losetup", "--detach", self.device], capture_output=True)
        shutil.rmtree(self.base, ignore_errors=True)


def output(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed: {done.stderr.strip()}")
    return done.stdout.strip()


def program(name):
    found = sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), key=lambda path: float(path.split("/")[4]))
    path = found[-1] if found else shutil.which(name)
    if not path:
        sys.exit(f"There is no {name}: install Debian's postgresql and postgresql-contrib.")
    return path


def query(machine, server, text):
    return output(*machine.user(program("psql"), "-h", socket_of(server), "-U", "postgres", "-d", "postgres", "-Atqc", text))


def socket_of(server):
    return server + "-socket"


def start(machine, server, first_in_line):
    output(*machine.user("mkdir", "-p", socket_of(server)))
    command = first_in_line + machine.user(program("pg_ctl"), "-D", server, "-w", "-t", "60", "-l", server + "/log", "-o",
                           f"-k {socket_of(server)}", "start")
    # Its output would keep a pipe open for as long as the server runs.
    if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
        raise RuntimeError("The server does not start. Its log ends with:\n" + open(server + "/log").read()[-2000:])


def children(process):
    found = [process]
    for path in glob.glob(f"/proc/{process}/task/*/children"):
        for child in open(path).read().split():
            found += children(int(child))
    return found


def make_servers(machine, first_in_line):
    first, second = machine.data + "/primary", machine.data + "/standby"
    output(*machine.user(program("initdb"), "-D", first, "-A", "trust", "-U", "postgres", "--no-sync"))
    with open(first + "/postgresql.auto.conf", "a") as file:
        for name, value in SETTINGS.items():
            file.write(f"{name} = {value}\n")
    machine.servers.append(first)
    start(machine, first, first_in_line)
    output(*machine.user(program("pgbench"), "-h", socket_of(first), "-U", "postgres", "-i", "-q", "-s", str(SCALE), "postgres"))
    query(machine, first, "vacuum analyze")
    query(machine, first, "create extension if not exists pg_prewarm")
    return first, second


def make_standby(machine, first, second, first_in_line):
    output(*machine.user(program("pg_basebackup"), "-h", socket_of(first), "-U", "postgres", "-D", second, "-R", "-X", "stream",
                         "-c", "fast"))
    machine.servers.append(second)
    # libpq's application_name of the standby is the name in synchronous_standby_names.
    start(machine, second, first_in_line)
    for _ in range(100):
        if query(machine, first, "select count(*) from pg_stat_replication where state = 'streaming'") == "1":
            return
        time.sleep(0.1)
    raise RuntimeError("The standby does not stream; see " + second + "/log.")


def loop_ms():
    """Time of a fixed piece of work on one core, in milliseconds of processor time: the lowest of some."""
    best = 1e9
    for _ in range(15):
        begun = time.process_time()
        total = 0
        for number in range(8000):
            total += number * number % 7
        best = min(best, time.process_time() - begun)
    return 1000 * best


def processor():
    fields = [int(text) for text in open("/proc/stat").readline().split()[1:]]
    user, nice, system, idle, wait, irq, soft, steal = fields[:8]
    return {"busy": user + nice + system + irq + soft, "all": sum(fields[:8])}


def server_time(machine):
    """Processor time of all processes of the servers so far, also of those that have ended."""
    total = 0
    for server in machine.servers:
        for process in children(int(open(server + "/postmaster.pid").readline())):
            try:
                fields = open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()
            except OSError:
                continue  # it has ended, and counts among those of its parent
            total += sum(int(text) for text in fields[11:15])
    return total / os.sysconf("SC_CLK_TCK")


def disk(device):
    fields = [int(text) for text in open(f"/sys/dev/block/{device}/stat").read().split()]
    return (fields[15] if len(fields) > 15 else 0), 512 * fields[6]


def measure(machine, first, case, seconds, first_in_line):
    operation, clients, commit, standbys = case
    query(machine, first, f"alter system set synchronous_commit = {commit}")
    query(machine, first, "alter system set synchronous_standby_names = " + ("'*'" if standbys else "''"))
    query(machine, first, "select pg_reload_conf()")
    query(machine, first, "checkpoint")
    time.sleep(0.5)
    probe = loop_ms()
    command = first_in_line + machine.user(program("pgbench"), "-h", socket_of(first), "-U", "postgres", "-n", "-c", str(clients), "-T", str(seconds),
                           "-P", "1000", *(["-S"] if operation == "read" else []), "postgres")
    before, disk_before, server_before = processor(), disk(machine.number), server_time(machine)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = output(*command)
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    after, disk_after, server_after = processor(), disk(machine.number), server_time(machine)
    probe = (probe + loop_ms()) / 2

    def figure(pattern):
        found = re.search(pattern, text)
        if not found:
            raise RuntimeError(f"pgbench printed no line like \"{pattern}\":\n{text}")
        return float(found.group(1))

    count = figure(r"number of transactions actually processed: (\d+)")
    client_s = ended.ru_utime + ended.ru_stime - used.ru_utime - used.ru_stime
    ticks = after["all"] - before["all"]
    busy = os.cpu_count() * (after["busy"] - before["busy"]) / ticks
    server_s = server_after - server_before
    return {
        "operation": operation, "clients": clients, "synchronous_commit": commit, "sync_standbys": standbys,
        "seconds": seconds, "transactions": int(count), "per_s": round(figure(r"tps = ([\d.]+)"), 2),
        "latency_mean_ms": figure(r"latency average = ([\d.]+) ms"),
        "latency_sd_ms": figure(r"latency stddev = ([\d.]+) ms"),
        "client_cpu_us": round(1e6 * client_s / count, 2),
        "server_cpu_us": round(1e6 * server_s / count, 2),
        "busy_cores": round(busy, 3),
        "foreign_cores": round(busy - (client_s + server_s) / seconds, 3),
        "probe_ms": round(probe, 4),
        "flushes_per_s": round((disk_after[0] - disk_before[0]) / seconds, 1),
        "written_B_per_s": round((disk_after[1] - disk_before[1]) / seconds),
    }


def facts(machine):
    text = open("/proc/cpuinfo").read()
    memory = int(re.search(r"MemTotal:\s+(\d+)", open("/proc/meminfo").read()).group(1)) * 1024
    return {
        "processor": re.search(r"model name\s*: (.*)", text).group(1),
        "cores": os.cpu_count(),
        "clock_MHz": float(re.search(r"cpu MHz\s*: ([\d.]+)", text).group(1)),
        "memory_B": memory,
        "kernel": platform.release(),
        "postgresql": output(program("postgres"), "--version"),
        "scale": SCALE,
        "settings": SETTINGS,
        "device": "loop device with direct I/O, ext4 noatime" if machine.device else "ext4 on the disk of the machine",
        "connections": "Unix sockets; clients, server and standby on the same machine",
    }


def write_medians(path):
    with open(path, newline="") as file:
        runs = [row for row in csv.DictReader(file) if row["sync_standbys"] == "0"]
    for operation in ("read", "write"):
        found = {}
        for run in runs:
            if run["operation"] == operation:
                found.setdefault((run["clients"], run["synchronous_commit"]), []).append(run)
        with open(os.path.join(os.path.dirname(path), operation + "s.csv"), "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["operation", "clients", "synchronous_commit", "per_s", "latency_mean_ms"])
            for (clients, commit), same in found.items():
                rate, latency = (statistics.median(float(run[name]) for run in same)
                                 for name in ("per_s", "latency_mean_ms"))
                writer.writerow([operation, clients, commit, f"{rate:.6g}", f"{latency:.4g}"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", help="the CSV; facts of the machine go to the same name with .json")
    parser.add_argument("--folder", default=tempfile.gettempdir(), help="where the servers lie")
    parser.add_argument("--seconds", type=int, default=6)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--first", action="store_true", help="the measured programs go before all others")
    parser.add_argument("--no-loop", action="store_true", help="no loop device: the servers lie in the folder itself")
    parser.add_argument("--quick", action="store_true", help="one and eight clients only")
    parser.add_argument("--medians", help="only write the medians of this CSV")
    options = parser.parse_args()
    if options.medians:
        return write_medians(options.medians)
    if not options.out:
        parser.error("--out is missing")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    # Real-time scheduling: a process of higher niceness alone would wait for the end of a time slice of others.
    first_in_line = ["chrt", "--rr", "1"] if options.first else []
    machine = Machine(options.folder, not options.no_loop)
    try:
        first, second = make_servers(machine, first_in_line)
        json.dump(facts(machine), open(os.path.splitext(options.out)[0] + ".json", "w"), indent=2)
        wanted = cases(options.quick)
        with open(options.out, "w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            # Those with a standby come last: while it is there, the primary sends it its log in the other cases, too.
            for with_standby in (False, True):
                if with_standby:
                    make_standby(machine, first, second, first_in_line)
                for repeat in range(1, options.repeats + 1):
                    for case in wanted:
                        if (case[3] > 0) != with_standby:
                            continue
                        row = measure(machine, first, case, options.seconds, first_in_line)
                        row["repeat"] = repeat
                        writer.writerow(row)
                        file.flush()
                        print(f"{case[0]:5} {case[1]:3} clients, commit {case[2]:3}, {case[3]} standbys: "
                              f"{row['per_s']:9.1f} /s, {row['latency_mean_ms']:7.3f} ms, {row['busy_cores']:.2f} cores, "
                              f"others {row['foreign_cores']:.2f}, probe {row['probe_ms']:.3f} ms", flush=True)
    finally:
        machine.remove()


if __name__ == "__main__":
    main()
