"""The mini object store as SimPy is commonly written: a process for each client and each replica, resources with
a capacity for what serves.

    store_simpy.py NODES SECONDS [SEED]     prints what store_plain prints
"""
import random
import sys
import time

import simpy

# As in store_model.h; times are means, in seconds.
PROCESSOR_SERVERS, DISKS_PER_NODE = 14, 14
NODES_PER_GROUP, PROXIES_PER_GROUP, CLIENTS_PER_GROUP = 4, 2, 64
PROXY_SERVERS = 28
REPLICAS, QUORUM = 3, 2
PROXY_S, PROCESSOR_S, DISK_S = 0.001, 0.0004, 0.008


class Store:
    def __init__(self, nodes, seconds, seed):
        self.env = simpy.Environment()
        self.random = random.Random(seed)
        self.warm_up = seconds / 10
        self.completions = self.writes = 0
        groups = nodes // NODES_PER_GROUP
        self.proxies = self.resources(groups * PROXIES_PER_GROUP, PROXY_SERVERS)
        self.processors = self.resources(nodes, PROCESSOR_SERVERS)
        self.disks = self.resources(nodes * DISKS_PER_NODE, 1)
        for client in range(groups * CLIENTS_PER_GROUP):
            self.env.process(self.client(client))

    def resources(self, count, capacity):
        return [simpy.Resource(self.env, capacity) for _ in range(count)]

    def serve(self, resource, mean):
        with resource.request() as turn:
            yield turn
            yield self.env.timeout(self.random.expovariate(1 / mean))
        self.completions += 1

    def client(self, client):
        group = client // CLIENTS_PER_GROUP * PROXIES_PER_GROUP
        while True:
            proxy = self.proxies[group + self.random.randrange(PROXIES_PER_GROUP)]
            yield from self.serve(proxy, PROXY_S)
            write = Write(self.env)
            for node in self.random.sample(range(len(self.processors)), REPLICAS):
                self.env.process(self.replica(node, write))
            yield write.answered
            self.writes += self.env.now >= self.warm_up

    def replica(self, node, write):
        yield from self.serve(self.processors[node], PROCESSOR_S)
        disk = node * DISKS_PER_NODE + self.random.randrange(DISKS_PER_NODE)
        yield from self.serve(self.disks[disk], DISK_S)
        write.stored()


class Write:
    def __init__(self, env):
        self.answered = env.event()
        self.done = 0

    def stored(self):
        self.done += 1
        if self.done == QUORUM:
            self.answered.succeed()


def main():
    nodes, seconds = int(sys.argv[1]), float(sys.argv[2])
    store = Store(nodes, seconds, int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    began = time.process_time()
    store.env.run(until=seconds)
    processor = time.process_time() - began
    print(f"{store.writes / (seconds - store.warm_up):.1f} {store.completions / processor:.0f}")


if __name__ == "__main__":
    main()
