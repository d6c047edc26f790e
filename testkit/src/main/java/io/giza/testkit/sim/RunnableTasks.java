package io.giza.testkit.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** The tasks that may be picked; each knows its place here, so that leaving takes no search. */
final class RunnableTasks {
    private final List<SimulatedTask> tasks = new ArrayList<>();

    boolean isEmpty() {
        return tasks.isEmpty();
    }

    void add(SimulatedTask task) {
        task.place = tasks.size();
        tasks.add(task);
    }

    /** Removes the task if it is here; the last one gets its place. */
    void remove(SimulatedTask task) {
        if (task.place < 0) {
            return;
        }
        SimulatedTask last = tasks.removeLast();
        if (!last.equals(task)) {
            tasks.set(task.place, last);
            last.place = task.place;
        }
        task.place = -1;
    }

    /** Returns one of them, each as likely as the others. */
    SimulatedTask draw(RandomGenerator random) {
        return tasks.get(random.nextInt(tasks.size()));
    }
}
