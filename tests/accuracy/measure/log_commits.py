#!/usr/bin/env python3
"""Counts what fsync of a new file of 4 KiB writes to a device, with 1 to 32 threads at it.

    sudo tests/accuracy/measure/log_commits.py ext4
    sudo tests/accuracy/measure/log_commits.py xfs

Makes the file system on a loop device over a file of 2 GiB in the temporary folder, and removes both at the end. The
counts come from /sys/block/*/stat; they do not depend on how fast the machine is, unlike the rate, which is not printed.
"""
import os
import subprocess
import sys
import tempfile
import threading


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def counts(device):
    """Writes, bytes written and flushes so far (Documentation/block/stat)."""
    fields = [int(text) for text in open(f"/sys/block/{os.path.basename(device)}/stat").read().split()]
    return fields[4], 512 * fields[6], fields[15]


def make_files(folder, files):
    for number in range(files):
        file = os.open(f"{folder}-{number}", os.O_CREAT | os.O_WRONLY | os.O_EXCL)
        os.write(file, b"x" * 4096)
        os.fsync(file)
        os.close(file)


def measure(mounted, device, threads):
    files = 400 // threads
    os.sync()
    before = counts(device)
    workers = [threading.Thread(target=make_files, args=(f"{mounted}/{threads}-{i}", files)) for i in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    writes, written, flushes = (after - at for after, at in zip(counts(device), before))
    total = threads * files
    print(f"| {threads} | {writes / total:.2f} | {written / total / 1024:.1f} KiB | {flushes / total:.2f} |")


def main():
    kind = sys.argv[1] if len(sys.argv) == 2 else ""
    if kind not in ("ext4", "xfs"):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        image, mounted = f"{folder}/image", f"{folder}/mounted"
        os.mkdir(mounted)
        run("truncate", "-s", "2G", image)
        device = run("losetup", "--find", "--show", image)
        try:
            run(f"mkfs.{kind}", "-q", device)
            run("mount", device, mounted)
            try:
                print("| threads | writes | bytes | flushes |\n|---:|---:|---:|---:|")
                for threads in (1, 2, 4, 8, 16, 32):
                    measure(mounted, device, threads)
            finally:
                run("umount", mounted)
        finally:
            run("losetup", "-d", device)


main()
