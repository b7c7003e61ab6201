"""Live progress: look at each sample while the run goes on, and end it early."""

import headroom


def look(progress: headroom.Progress) -> bool:
    print(f"{progress}, {progress.values['operation · page · throughput']:.0f} pages a second")
    return progress.requests < 5000  # False ends the run; its figures are those until then


with headroom.open("projects/first-steps").run(progress=look) as run:
    print("stopped" if run.summary["stopped"] else "done", "at", run.summary["simulated_s"], "s")
    print(run.operations)
