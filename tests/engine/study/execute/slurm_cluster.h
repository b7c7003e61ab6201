// A Slurm of the test's own: one node on this machine, with its own key, ports, state and no service of the system.
#pragma once

#include "child/process.h"

#include <arpa/inet.h>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <linux/magic.h>
#include <memory>
#include <netinet/in.h>
#include <pwd.h>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace headroom::study::test {

namespace fs = std::filesystem;

/// The path of a command or daemon; empty if it is not installed.
inline std::string installed(const std::string& program)
{
    const char* const listed = std::getenv("PATH");
    std::istringstream folders(std::string(listed ? listed : "") + ":/usr/sbin:/usr/bin:/sbin:/bin");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (const std::string path = folder + '/' + program; ::access(path.c_str(), X_OK) == 0)
            return path;
    return {};
}

/// True if slurmd finds out by the file systems below /sys/fs/cgroup which version of control groups there is.
/// Otherwise, as in a chroot without them, it ends at once.
inline bool hasControlGroups()
{
    const auto typeOf = [](const char* path) {
        struct statfs at = {};
        return ::statfs(path, &at) == 0 ? static_cast<unsigned long>(at.f_type) : 0UL;
    };
    const unsigned long all = typeOf("/sys/fs/cgroup"), ofSystemd = typeOf("/sys/fs/cgroup/systemd");
    return all == CGROUP2_SUPER_MAGIC ||
           (all == TMPFS_MAGIC && (ofSystemd == CGROUP_SUPER_MAGIC || ofSystemd == CGROUP2_SUPER_MAGIC));
}

/// Tells ctest that the test is skipped if no Slurm can be started on this machine (SKIP_REGULAR_EXPRESSION).
inline bool slurmCannotStart()
{
    for (const char* const program : {"munged", "slurmctld", "slurmd", "sbatch", "squeue", "scancel", "scontrol"})
        if (installed(program).empty()) {
            std::cout << "This test was skipped: " << program
                      << " is not installed (Debian packages slurm-wlm and munge).\n";
            return true;
        }
    if (!hasControlGroups()) {
        std::cout
            << "This test was skipped: no control groups are mounted in /sys/fs/cgroup, without which slurmd does "
               "not start (mount -t cgroup2 none /sys/fs/cgroup).\n";
        return true;
    }
    return false;
}

inline std::string textOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

inline void write(const fs::path& path, const std::string& text)
{
    std::ofstream(path, std::ios::binary) << text;
}

/// Its commands find it by the variable SLURM_CONF of this process. Its folder is also the test's.
class SlurmCluster
{
public:
    static constexpr int processors = 2, mostTasksOfArray = 4;

    SlurmCluster()
    {
        ::prctl(PR_SET_CHILD_SUBREAPER, 1); // so that the destructor finds whatever its daemons leave
        for (const char* const part : {"", "munge", "state", "spool"})
            fs::create_directories(folder / part);
        fs::permissions(folder, fs::perms(0755)); // others may pass, none may write
        fs::permissions(folder / "munge", fs::perms(0711));
        writeKey();
        write(folder / "slurm.conf", configuration());
        ::setenv("SLURM_CONF", (folder / "slurm.conf").c_str(), 1);
        try {
            start();
        } catch (...) {
            end();
            throw;
        }
    }
    ~SlurmCluster() { end(); }
    SlurmCluster(const SlurmCluster&) = delete;
    SlurmCluster& operator=(const SlurmCluster&) = delete;

    /// Output of one of its commands.
    static std::string said(const std::string& command)
    {
        return child::Process(child::Command{"/bin/sh", {"-c", command}}).wait().output;
    }

    const fs::path folder = fs::temp_directory_path() / ("headroom-slurm-test-" + std::to_string(::getpid()));

private:
    using Clock = std::chrono::steady_clock;

    void writeKey() const
    {
        std::random_device random;
        std::string key;
        for (int i = 0; i < 128; ++i)
            key += static_cast<char>(random());
        write(folder / "munge/key", key);
        fs::permissions(folder / "munge/key", fs::perms::owner_read);
    }

    /// A port of this machine that nobody uses now.
    static std::string freePort()
    {
        const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        ::bind(socket, reinterpret_cast<sockaddr*>(&address), size);
        ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
        ::close(socket);
        return std::to_string(ntohs(address.sin_port));
    }

    std::string configuration() const
    {
        const passwd* const user = ::getpwuid(::geteuid());
        const std::string name = user ? user->pw_name : std::to_string(::geteuid());
        const std::string at = folder.string(), port = freePort();
        return "ClusterName=test\nSlurmctldHost=localhost(127.0.0.1)\nSlurmctldPort=" + freePort() +
               "\nSlurmdPort=" + port + "\nSlurmUser=" + name + "\nSlurmdUser=" + name +
               "\nAuthType=auth/munge\nCryptoType=crypto/munge\nAuthInfo=socket=" + at + "/munge/socket" +
               "\nStateSaveLocation=" + at + "/state\nSlurmdSpoolDir=" + at + "/spool\nSlurmctldPidFile=" + at +
               "/slurmctld.pid\nSlurmdPidFile=" + at + "/slurmd.pid\nPlugStackConfig=" + at +
               "/none\nProctrackType=proctrack/linuxproc\nTaskPlugin=task/none\nSelectType=select/cons_tres"
               "\nSelectTypeParameters=CR_Core\nSchedulerParameters=sched_interval=1,sched_min_interval=0"
               "\nAccountingStorageType=accounting_storage/none\nJobAcctGatherType=jobacct_gather/none"
               "\nMpiDefault=none\nReturnToService=2\nKillWait=1\nMailProg=/bin/true\nMaxArraySize=" +
               std::to_string(mostTasksOfArray) +
               "\nSlurmdParameters=config_overrides\nNodeName=node1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=" +
               port + " CPUs=" + std::to_string(processors) +
               "\nPartitionName=all Nodes=ALL Default=YES State=UP MaxTime=INFINITE\n";
    }

    void start()
    {
        const std::string at = folder.string();
        startDaemon("munged", "--foreground --force --socket=" + at + "/munge/socket --key-file=" + at +
                                  "/munge/key --pid-file=" + at + "/munge/pid --seed-file=" + at +
                                  "/munge/seed --log-file=" + at + "/munge/log");
        await("munged", [&] { return fs::exists(folder / "munge/socket"); });
        startDaemon("slurmctld", "-D -c -f " + at + "/slurm.conf");
        startDaemon("slurmd", "-D -N node1 -f " + at + "/slurm.conf");
        await("slurmd", [] { return said("sinfo --noheader --format=%t 2>/dev/null") == "idle\n"; });
    }

    /// It ends with this process, however that ends.
    void startDaemon(const std::string& program, const std::string& arguments)
    {
        const std::string command = "exec setpriv --pdeathsig KILL '" + installed(program) + "' " + arguments + " >'" +
                                    (folder / program).string() + ".out' 2>&1";
        daemons_.push_back(std::make_unique<child::Process>(child::Command{"/bin/sh", {"-c", command}}));
    }

    template <class Condition>
    void await(const std::string& what, Condition condition)
    {
        for (const auto until = Clock::now() + std::chrono::minutes(2); !condition();) {
            for (const auto& daemon : daemons_)
                if (daemon->listen(std::chrono::milliseconds(20)) || Clock::now() > until)
                    throw std::runtime_error("Slurm does not start (" + what + "): " + textOf(folder / "munged.out") +
                                             textOf(folder / "slurmctld.out") + textOf(folder / "slurmd.out"));
        }
    }

    /// The last to be started ends first. Processes that they have left behind are killed: these have become children
    /// of this one.
    void end()
    {
        if (daemons_.size() == 3)
            said("scancel --quiet --user=$(id -un)");
        for (; !daemons_.empty(); daemons_.pop_back()) {
            daemons_.back()->stop();
            daemons_.back()->wait();
        }
        for (std::vector<pid_t> left = children(); !left.empty(); left = children())
            for (const pid_t process : left) {
                ::kill(process, SIGKILL);
                ::waitpid(process, nullptr, 0);
            }
        std::error_code error;
        fs::remove_all(folder, error);
    }

    static std::vector<pid_t> children()
    {
        const std::string self = std::to_string(::getpid());
        std::ifstream file("/proc/self/task/" + self + "/children");
        std::vector<pid_t> processes;
        for (pid_t process = 0; file >> process;)
            processes.push_back(process);
        return processes;
    }

    std::vector<std::unique_ptr<child::Process>> daemons_;
};

} // namespace headroom::study::test
