package io.giza.testkit.sim;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/**
 * Lets one task run at a time. A task that waits picks the next one itself and hands it the baton,
 * so all state here belongs to whoever holds the baton and needs no lock: the hand-over is a
 * volatile write and read.
 *
 * <p>The executor is made per run because it, unlike {@code Thread.ofVirtual().start}, does not
 * make the JVM remember its threads: those never resumed are garbage together with the run.
 */
final class Scheduler {
    static final long NEVER = Long.MAX_VALUE;

    final long seed;
    final EventTrace trace;

    private final SplittableRandom random;
    private final SimulationLimits limits;
    private final long longestStepNanos;
    private final RunOutcome outcome;
    private final Executor threads = Executors.newThreadPerTaskExecutor(taskThreads());
    private final Map<String, TaskGroup> groups = new LinkedHashMap<>();
    private final RunnableTasks runnable = new RunnableTasks();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private long timersMade;
    private long now;
    private volatile long steps;
    private volatile @Nullable SimulatedTask current;
    private @Nullable SimulatedTask main;

    private record Timer(long at, long number, SimulatedTask task, long turn)
            implements Comparable<Timer> {
        @Override
        public int compareTo(Timer other) {
            int order = Long.compare(at, other.at);
            return order != 0 ? order : Long.compare(number, other.number);
        }
    }

    Scheduler(long seed, SimulationLimits limits, RunOutcome end) {
        this.seed = seed;
        this.limits = limits;
        this.outcome = end;
        this.trace = new EventTrace(limits.traceEvents());
        this.random = new SplittableRandom(seed);
        // Work takes time, so that timeouts can strike while others still run; how long is part
        // of the seed, because a fast and a slow machine meet different races.
        this.longestStepNanos = new long[] {1_000, 20_000, 500_000}[random.nextInt(3)];
    }

    private static ThreadFactory taskThreads() {
        return Thread.ofVirtual().name("simulated").factory();
    }

    // ---------------------------------------------------------------- tasks

    /** Starts the first task, with which the run ends; the calling thread is outside the run. */
    void start(String group, String name, Runnable body) {
        SimulatedTask first = add(group, name, body);
        runnable.remove(first);
        main = first;
        current = first;
        trace.add(now, first.name, first.reason);
        first.resume(threads);
    }

    void fork(String group, String name, Runnable body) {
        SimulatedTask me = running();
        SimulatedTask forked = add(group, name, body);
        trace.add(now, me.name, "forks " + forked.name);
        reschedule("forked");
    }

    private SimulatedTask add(String groupName, String name, Runnable body) {
        TaskGroup group = group(groupName);
        SimulatedTask[] self = new SimulatedTask[1];
        SimulatedTask task =
                new SimulatedTask(groupName + "/" + name, group, () -> runToEnd(self, body));
        self[0] = task;
        group.liveTasks.add(task);
        makeRunnable(task, "starts");
        return task;
    }

    private void runToEnd(SimulatedTask[] self, Runnable body) {
        SimulatedTask me = self[0];
        try {
            body.run();
        } catch (Throwable bug) {
            fail("task " + me.name + " failed: " + bug, bug);
            return;
        }
        me.state = SimulatedTask.State.ENDED;
        trace.add(now, me.name, "ends");
        leave(me);
        if (me.equals(main)) {
            outcome.succeeded();
        } else {
            handOver(me);
        }
    }

    /** Returns the running task; the only way in for calls from tasks. */
    SimulatedTask running() {
        SimulatedTask task = current;
        if (task == null || !task.isCurrentThread()) {
            throw new IllegalStateException(
                    "seed "
                            + seed
                            + ": the simulation was called by a thread that is not its running"
                            + " task");
        }
        return task;
    }

    TaskGroup group(String name) {
        return groups.computeIfAbsent(name, TaskGroup::new);
    }

    private void leave(SimulatedTask task) {
        TaskGroup group = task.group;
        group.liveTasks.remove(task);
        if (group.liveTasks.isEmpty()) {
            wakeAll(group.joining, "joined " + group.name);
        }
    }

    // -------------------------------------------------------------- waiting

    long now() {
        return now;
    }

    /** Lets any runnable task, this one included, run next. */
    void reschedule(String reason) {
        SimulatedTask me = running();
        makeRunnable(me, reason);
        handOver(me);
    }

    /**
     * Waits until {@code at} on the virtual clock or until woken by {@link #wakeAll}, whichever is
     * first. The caller looks itself which of the two it was.
     */
    void waitUntil(long at, String reason) {
        SimulatedTask me = running();
        me.state = SimulatedTask.State.WAITING;
        me.reason = reason;
        me.waits++;
        if (at != NEVER) {
            timers.add(new Timer(at, timersMade++, me, me.waits));
        }
        handOver(me);
    }

    void wakeAll(List<SimulatedTask> waiting, String reason) {
        for (SimulatedTask task : waiting) {
            if (task.state == SimulatedTask.State.WAITING) {
                makeRunnable(task, reason);
            }
        }
        waiting.clear();
    }

    void join(TaskGroup group) {
        SimulatedTask me = running();
        while (!group.liveTasks.isEmpty()) {
            group.joining.add(me);
            waitUntil(NEVER, "joins " + group.name);
        }
    }

    /** Has no task of a group run for a while. */
    void suspend(TaskGroup group, Duration duration) {
        group.suspendedUntil = Math.max(group.suspendedUntil, now + duration.toNanos());
    }

    void crash(TaskGroup group) {
        SimulatedTask me = running();
        abandon(group);
        if (me.state == SimulatedTask.State.ABANDONED) {
            handOver(me);
        }
    }

    // ----------------------------------------------------------- scheduling

    private void handOver(SimulatedTask me) {
        SimulatedTask next = pick();
        if (next == null) {
            me.state = SimulatedTask.State.ABANDONED;
        } else if (next.equals(me)) {
            return;
        } else {
            next.resume(threads);
        }
        if (me.state != SimulatedTask.State.ENDED) {
            me.awaitBaton();
        }
    }

    /** Picks the next task and makes it the current one; null when the run is over. */
    private @Nullable SimulatedTask pick() {
        while (true) {
            if (steps >= limits.steps()) {
                fail("no end after " + limits.steps() + " steps; " + TaskReport.of(groups), null);
                return null;
            }
            now += 1 + random.nextLong(longestStepNanos);
            fireTimers();
            if (runnable.isEmpty() && !advance()) {
                fail("deadlock: " + TaskReport.of(groups), null);
                return null;
            }
            SimulatedTask next = runnable.draw(random);
            TaskGroup group = next.group;
            if (group.suspendedUntil > now) {
                postpone(next);
                continue;
            }
            if (group.steps++ == group.crashAtStep) {
                abandon(group);
                continue;
            }
            runnable.remove(next);
            next.state = SimulatedTask.State.RUNNABLE;
            current = next;
            steps = steps + 1;
            trace.add(now, next.name, next.reason);
            return next;
        }
    }

    private void postpone(SimulatedTask task) {
        runnable.remove(task);
        task.state = SimulatedTask.State.WAITING;
        task.waits++;
        timers.add(new Timer(task.group.suspendedUntil, timersMade++, task, task.waits));
    }

    private void fireTimers() {
        for (Timer timer = timers.peek();
                timer != null && (timer.at <= now || isVoid(timer));
                timer = timers.peek()) {
            timers.poll();
            if (!isVoid(timer)) {
                makeRunnable(timer.task, timer.task.reason);
            }
        }
    }

    /** Moves the clock to the next timer; false if there is none. */
    private boolean advance() {
        Timer timer = timers.peek();
        if (timer == null) {
            return false;
        }
        now = timer.at;
        fireTimers();
        return true;
    }

    private static boolean isVoid(Timer timer) {
        return timer.task.state != SimulatedTask.State.WAITING || timer.task.waits != timer.turn;
    }

    private void abandon(TaskGroup group) {
        trace.add(now, group.name, "crashes");
        for (SimulatedTask task : List.copyOf(group.liveTasks)) {
            task.state = SimulatedTask.State.ABANDONED;
            runnable.remove(task);
            leave(task);
        }
        group.crashAtStep = -1;
    }

    private void makeRunnable(SimulatedTask task, String reason) {
        task.state = SimulatedTask.State.RUNNABLE;
        task.reason = reason;
        runnable.add(task);
    }

    // ------------------------------------------------------------------ end

    private void fail(String what, @Nullable Throwable cause) {
        outcome.failed(new SimulationFailure(seed, what, trace, cause));
    }

    /** Reports, from outside the run, the task that does not reach a scheduling point. */
    SimulationFailure stalled() {
        SimulatedTask task = current;
        String name = task == null ? "none" : task.name + TaskReport.where(task);
        return new SimulationFailure(
                seed, "a task does not reach a scheduling point: " + name, trace, null);
    }

    long steps() {
        return steps;
    }
}
