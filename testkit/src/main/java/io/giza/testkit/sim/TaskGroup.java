package io.giza.testkit.sim;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The tasks that live and crash together: those of one process. */
final class TaskGroup {
    final String name;

    /** Those that neither ended nor crashed, in the order of their start. */
    final Set<SimulatedTask> liveTasks = new LinkedHashSet<>();

    /** Those that wait until nobody lives here. */
    final List<SimulatedTask> joining = new ArrayList<>();

    /** How often a task of this group was picked. */
    long steps;

    /** The step at which it crashes, counted by {@link #steps}; never if negative. */
    long crashAtStep = -1;

    /** No task of it runs before. */
    long suspendedUntil = Long.MIN_VALUE;

    TaskGroup(String name) {
        this.name = name;
    }
}
