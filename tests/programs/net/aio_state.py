# Running loops and tasks: each thread has its own, and loops in two threads do not disturb each other.
import asyncio
import os
import threading
from asyncio import tasks

print(asyncio._get_running_loop())
try:
    asyncio.get_running_loop()
except RuntimeError as error:
    print(error)
try:
    asyncio.current_task()
except RuntimeError as error:
    print(error)


async def child(name, log):
    log.append((name, asyncio.current_task().get_name()))
    await asyncio.sleep(0)
    log.append((name, asyncio.current_task().get_name()))


async def main(name):
    log = []
    loop = asyncio.get_running_loop()
    children = [asyncio.create_task(child(n, log), name=f"{name} {n}") for n in range(3)]
    names = sorted(task.get_name() for task in asyncio.all_tasks())
    await asyncio.gather(*children)
    return name, names, log, asyncio.all_tasks() == {asyncio.current_task(loop)}


def in_thread(name, results):
    results.append(asyncio.run(main(name)))
    results.append((name, asyncio._get_running_loop()))


print(asyncio.run(main("first"))[2:])
results = []
threads = [threading.Thread(target=in_thread, args=(f"thread {n}", results)) for n in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
for result in sorted(results, key=lambda result: (result[0], len(result))):
    if len(result) == 4:
        result = result[0], [name for name in result[1] if not name.startswith("Task-")], *result[2:]
    print(result)


# Another thread asks for the tasks of a loop.
async def wait_for_question(inside, asked):
    inside.set()
    await asyncio.to_thread(asked.wait)
    return "answered"


inside, asked, loops = threading.Event(), threading.Event(), []


def run_loop():
    loop = asyncio.new_event_loop()
    loops.append(loop)
    loops.append(loop.run_until_complete(loop.create_task(wait_for_question(inside, asked), name="asked")))
    loops.append(asyncio.all_tasks(loop))
    loop.close()


thread = threading.Thread(target=run_loop)
thread.start()
inside.wait()
print([task.get_name() for task in asyncio.all_tasks(loops[0])])
asked.set()
thread.join()
print(loops[1:], asyncio.current_task(loops[0]))


# Tasks that are not asyncio's own.
class TaskLike:
    def __init__(self, loop, is_done):
        self.loop = loop
        self.is_done = is_done

    def get_loop(self):
        return self.loop

    def done(self):
        return self.is_done


loop = asyncio.new_event_loop()
others = [TaskLike(loop, False), TaskLike(loop, True), TaskLike(None, False)]
for other in others:
    tasks._register_task(other)
print(tasks.all_tasks(loop) == {others[0]})
for other in others:
    tasks._unregister_task(other)
print(tasks.all_tasks(loop))


# Entering and leaving.
async def enter():
    loop, own = asyncio.get_running_loop(), asyncio.current_task()
    for change in (tasks._enter_task, tasks._leave_task):
        try:
            change(loop, others[0])
        except RuntimeError:
            print(change.__name__, "refused", asyncio.current_task() is own)
    print(tasks._swap_current_task(loop, None) is own, asyncio.current_task())
    print(tasks._swap_current_task(loop, own))


asyncio.run(enter())


# A task that starts at once is a task while it runs, and stays one if it waits.
async def eager(value):
    before = asyncio.current_task().get_name()
    await asyncio.sleep(0)
    return before, asyncio.current_task().get_name(), value


async def start_eagerly():
    asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
    task = asyncio.create_task(eager(1), name="eager")
    print(task in asyncio.all_tasks(), asyncio.current_task() is not task)
    print(await task)
    print(task in asyncio.all_tasks())


asyncio.run(start_eagerly())


# The child of a fork has no running loop.
async def fork():
    child = os.fork()
    if child == 0:
        os._exit(0 if asyncio._get_running_loop() is None else 1)
    print(os.waitpid(child, 0)[1])


asyncio.run(fork())
loop.close()
