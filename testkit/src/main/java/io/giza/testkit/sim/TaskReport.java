package io.giza.testkit.sim;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Words for the tasks that are left when a run cannot go on. */
final class TaskReport {
    private static final int MOST_TASKS = 20;
    private static final int MOST_FRAMES = 4;

    private static final Set<String> INNER =
            Stream.of(
                            Scheduler.class,
                            Simulation.class,
                            SimulatedTask.class,
                            SimulatedInbox.class,
                            SimulatedTime.class,
                            TaskReport.class)
                    .map(Class::getName)
                    .collect(Collectors.toSet());

    private TaskReport() {}

    static String of(Map<String, TaskGroup> groups) {
        StringBuilder text = new StringBuilder("living tasks:");
        groups.values().stream()
                .map(group -> group.liveTasks)
                .flatMap(Collection::stream)
                .limit(MOST_TASKS)
                .forEach(
                        task ->
                                text.append(System.lineSeparator())
                                        .append("  ")
                                        .append(task.name)
                                        .append(' ')
                                        .append(task.state)
                                        .append(", ")
                                        .append(task.reason)
                                        .append(where(task)));
        return text.toString();
    }

    /** Returns where the task is, in frames outside the JDK and the simulator. */
    static String where(SimulatedTask task) {
        StringBuilder text = new StringBuilder();
        int frames = 0;
        for (StackTraceElement frame : task.stack()) {
            if (isInner(frame.getClassName())) {
                continue;
            }
            if (frames++ == MOST_FRAMES) {
                break;
            }
            text.append(frames == 1 ? " at " : " < ").append(frame);
        }
        return text.toString();
    }

    private static boolean isInner(String type) {
        String outermost = type.replaceFirst("[$].*", "");
        return type.startsWith("java.") || type.startsWith("jdk.") || INNER.contains(outermost);
    }
}
