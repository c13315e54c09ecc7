"""A small operating system, simulated: tasks that send each other packets, by priority.

Martin Richards' benchmark of object-oriented dispatch, in Python's terms: an idle task counts down,
a worker fills packets with letters, handlers pass their contents to devices, character by
character. Each thread runs whole simulations of its own, as in the STM paper.
"""

from support.options import Benchmark
from support.workers import Tasks, in_threads

# How many simulations.
SIZES = {"T": 1, "S": 100, "W": 1000, "A": 10_000}
IDLE_TURNS = 1000
# What a simulation of so many idle turns has counted at its end; published with the benchmark.
PACKETS = 2322
HOLDS = 928

DEVICE_PACKET = 0
WORK_PACKET = 1
PACKET_BYTES = 4


class Packet:
    def __init__(self, link, target, kind):
        self.link = link
        self.target = target
        self.kind = kind
        self.number = 0
        self.letters = [0] * PACKET_BYTES

    def appended_to(self, queue):
        """The queue with this packet at its end."""
        self.link = None
        if queue is None:
            return self
        last = queue
        while last.link is not None:
            last = last.link
        last.link = self
        return queue


class Task:
    """What the scheduler knows of a task; a subclass says what it does."""

    def __init__(self, system, name, priority, queue, waiting):
        self.system = system
        self.name = name
        self.priority = priority
        self.queue = queue
        self.waiting = waiting
        self.held = False
        self.next = system.tasks
        system.tasks = self
        system.by_name[name] = self

    def is_runnable(self):
        return not self.held and (not self.waiting or self.queue is not None)

    def turn(self):
        """Runs once, with the first packet if it has been waiting for one."""
        packet = None
        if self.waiting:
            packet = self.queue
            self.queue = packet.link
            self.waiting = False
        return self.run(packet)

    def wait(self):
        self.waiting = True
        return self

    def hold(self):
        self.system.holds += 1
        self.held = True
        return self.next

    def release(self, name):
        other = self.system.by_name[name]
        other.held = False
        return other if other.priority > self.priority else self

    def send(self, packet):
        """To the packet's target; the more important of the two goes on."""
        target = self.system.by_name[packet.target]
        self.system.packets += 1
        packet.target = self.name
        had_none = target.queue is None
        target.queue = packet.appended_to(target.queue)
        if had_none and target.priority > self.priority:
            return target
        return self


class IdleTask(Task):
    def __init__(self, system, name, priority, turns):
        Task.__init__(self, system, name, priority, None, False)
        self.bits = 1
        self.turns = turns

    def run(self, packet):
        self.turns -= 1
        if self.turns == 0:
            return self.hold()
        if self.bits & 1:
            self.bits = self.bits >> 1 ^ 0xD008
            return self.release("device B")
        self.bits >>= 1
        return self.release("device A")


class WorkTask(Task):
    def __init__(self, system, name, priority, queue):
        Task.__init__(self, system, name, priority, queue, True)
        self.next_handler = "handler B"
        self.letter = 0

    def run(self, packet):
        if packet is None:
            return self.wait()
        packet.target = self.next_handler
        self.next_handler = "handler A" if self.next_handler == "handler B" else "handler B"
        packet.number = 0
        for place in range(PACKET_BYTES):
            self.letter = self.letter % 26 + 1
            packet.letters[place] = ord("A") + self.letter - 1
        return self.send(packet)


class HandlerTask(Task):
    def __init__(self, system, name, priority, queue, device):
        Task.__init__(self, system, name, priority, queue, True)
        self.device = device
        self.work = None
        self.free = None

    def run(self, packet):
        if packet is not None:
            if packet.kind == WORK_PACKET:
                self.work = packet.appended_to(self.work)
            else:
                self.free = packet.appended_to(self.free)
        work = self.work
        if work is not None:
            if work.number == PACKET_BYTES:
                self.work = work.link
                work.target = "worker"
                return self.send(work)
            if self.free is not None:
                free = self.free
                self.free = free.link
                free.letters[0] = work.letters[work.number]
                work.number += 1
                free.target = self.device
                return self.send(free)
        return self.wait()


class DeviceTask(Task):
    def __init__(self, system, name, priority):
        Task.__init__(self, system, name, priority, None, True)
        self.pending = None

    def run(self, packet):
        if packet is not None:
            self.pending = packet
            return self.hold()
        packet = self.pending
        if packet is None:
            return self.wait()
        self.pending = None
        # A device sends a packet back to the handler that it came from.
        return self.send(packet)


class System:
    def __init__(self):
        self.tasks = None
        self.by_name = {}
        self.packets = 0
        self.holds = 0
        IdleTask(self, "idle", 1, IDLE_TURNS)
        WorkTask(self, "worker", 1000, self.some_packets(2, "nobody", WORK_PACKET))
        for letter, priority in (("A", 2000), ("B", 3000)):
            device = "device " + letter
            queue = self.some_packets(3, device, DEVICE_PACKET)
            HandlerTask(self, "handler " + letter, priority, queue, device)
        DeviceTask(self, "device A", 4000)
        DeviceTask(self, "device B", 5000)

    def some_packets(self, count, target, kind):
        queue = None
        for _ in range(count):
            queue = Packet(queue, target, kind)
        return queue

    def run(self):
        task = self.tasks
        while task is not None:
            task = task.turn() if task.is_runnable() else task.next
        return self.packets, self.holds


def main():
    benchmark = Benchmark("richards", __doc__, SIZES)
    simulations = Tasks(benchmark.problem)

    def work(index):
        results = []
        while simulations.take() is not None:
            results.append(System().run())
        return results

    benchmark.start()
    parts = in_threads(benchmark.threads, work)
    benchmark.stop()
    count = 0
    for results in parts:
        for packets, holds in results:
            count += 1
            benchmark.equal("the number of packets", packets, PACKETS)
            benchmark.equal("the number of holds", holds, HOLDS)
    benchmark.equal("the number of simulations", count, benchmark.problem)
    benchmark.finish()


if __name__ == "__main__":
    main()
