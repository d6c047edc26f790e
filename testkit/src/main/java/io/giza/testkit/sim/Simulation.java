package io.giza.testkit.sim;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Tasks;
import io.giza.concurrent.Trace;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * One run whose whole outcome follows from its seed. Tasks run one at a time, the next one drawn
 * from the seed at every scheduling point: forking, sleeping, each use of an inbox and {@link
 * #yieldPoint}. Virtual time moves a little with every step and jumps to the next timer when nobody
 * can run. The run ends when its body returns; tasks still there are abandoned.
 *
 * <p>Except for {@link #run}, only tasks of the run may call it.
 */
public final class Simulation {
    /** The group of the body's own task. */
    public static final String SCENARIO = "scenario";

    private final Scheduler scheduler;
    private final Map<String, SimulatedTime> times = new HashMap<>();
    private final Map<String, Surroundings> surroundings = new HashMap<>();
    private final long originNanos;

    /** What is simulated. */
    @FunctionalInterface
    public interface Body {
        /** Runs as the first task; an exception or a failed assertion fails the run. */
        void run(Simulation simulation) throws Exception;
    }

    private Simulation(Scheduler scheduler) {
        this.scheduler = scheduler;
        SplittableRandom random = randomOf("clock");
        long anywhere = random.nextLong();
        this.originNanos =
                random.nextInt(4) == 0 ? Long.MAX_VALUE - (anywhere & 0xffff_ffffL) : anywhere;
    }

    /**
     * Runs {@code body} with the default limits.
     *
     * @return what happened
     * @throws SimulationFailure if the body or any task threw, if all tasks wait for ever, or if a
     *     limit was reached
     */
    public static EventTrace run(long seed, Body body) {
        return run(seed, SimulationLimits.DEFAULT, body);
    }

    /** Runs {@code body} as {@link #run(long, Body)} does, within {@code limits}. */
    public static EventTrace run(long seed, SimulationLimits limits, Body body) {
        RunOutcome end = new RunOutcome();
        Scheduler scheduler = new Scheduler(seed, limits, end);
        Simulation simulation = new Simulation(scheduler);
        scheduler.start(SCENARIO, "body", () -> simulation.runBody(body));
        if (!end.await(limits.stall(), scheduler::steps)) {
            throw scheduler.stalled();
        }
        end.rethrow();
        return scheduler.trace;
    }

    private void runBody(Body body) {
        try {
            body.run(this);
        } catch (Exception e) {
            throw e instanceof RuntimeException unchecked ? unchecked : new BodyException(e);
        }
    }

    /** Returns the seed of the run, for messages. */
    public long seed() {
        return scheduler.seed;
    }

    /**
     * Returns the tasks, clocks and chance of a group: what one process is made of. The same group
     * gets the same ones. Tasks forked through them belong to the group, whoever forks them.
     */
    public Surroundings surroundings(String group) {
        return surroundings.computeIfAbsent(group, this::makeSurroundings);
    }

    /** Returns the surroundings of the body's own group. */
    public Surroundings scenario() {
        return surroundings(SCENARIO);
    }

    /**
     * Has the steady clock of a group run faster or slower than those of others, from the beginning
     * on.
     */
    public void clockRate(String group, double rate) {
        timeOf(group).runAt(rate);
    }

    /** Has the wall clock of a group be wrong by more than those of others are. */
    public void wallClockError(String group, Duration error) {
        timeOf(group).setWallClockError(error);
    }

    /**
     * Waits, while a group is suspended as a machine may be: its tasks and its steady clock stand
     * still, and its wall clock goes on.
     */
    public void freeze(String group, Duration duration) {
        scheduler.suspend(scheduler.group(group), duration);
        timeOf(group).freeze(duration);
    }

    /**
     * Waits, while a group is suspended and both its clocks stand still, as on a machine that
     * resumes from a snapshot.
     *
     * @param untilSet how long its wall clock is behind afterwards
     */
    public void suspend(String group, Duration duration, Duration untilSet) {
        SimulatedTime time = timeOf(group);
        scheduler.suspend(scheduler.group(group), duration);
        time.suspend(duration);
        surroundings(group)
                .tasks()
                .fork(
                        "clock",
                        () -> {
                            time.sleep(untilSet);
                            time.setRight();
                        });
    }

    private SimulatedTime timeOf(String group) {
        surroundings(group);
        return Objects.requireNonNull(times.get(group));
    }

    /** Lets other tasks run. Fakes call it wherever another process could get in between. */
    public void yieldPoint() {
        scheduler.reschedule("yields");
    }

    /** Adds an event to the trace; equal runs must add equal events. */
    public void note(String event) {
        scheduler.trace.add(scheduler.now(), scheduler.running().name, event);
    }

    /**
     * Crashes a group: its tasks are never resumed, not even for their {@code finally}. Does not
     * return if the running task is one of them. What is forked in the group later lives.
     */
    public void crash(String group) {
        scheduler.running();
        scheduler.crash(crashableGroup(group));
    }

    /**
     * Lets a group crash when one of its tasks is about to run for the {@code step}-th time from
     * now, counted from 0.
     */
    public void crashAtStep(String group, long step) {
        scheduler.running();
        TaskGroup doomed = crashableGroup(group);
        doomed.crashAtStep = doomed.steps + step;
    }

    /** Returns how many tasks of the group neither ended nor crashed. */
    public int liveTaskCount(String group) {
        scheduler.running();
        return scheduler.group(group).liveTasks.size();
    }

    /** Returns how often tasks of the group were picked so far. */
    public long steps(String group) {
        scheduler.running();
        return scheduler.group(group).steps;
    }

    /** Waits until no task of the groups lives; not for the running task's own group. */
    public void join(String... groups) {
        for (String group : groups) {
            if (scheduler.running().group.name.equals(group)) {
                throw new IllegalStateException(
                        "seed " + seed() + ": a task of group " + group + " would await itself");
            }
            scheduler.join(scheduler.group(group));
        }
    }

    /** Returns what happened so far. */
    public EventTrace trace() {
        return scheduler.trace;
    }

    private TaskGroup crashableGroup(String group) {
        if (group.equals(SCENARIO)) {
            throw new IllegalArgumentException(
                    "seed " + seed() + ": without the scenario's own tasks the run has no end");
        }
        return scheduler.group(group);
    }

    private Surroundings makeSurroundings(String group) {
        SplittableRandom random = randomOf(group);
        SplittableRandom clock = random.split();
        SimulatedTime time =
                new SimulatedTime(
                        scheduler, originNanos, Duration.ofMillis(clock.nextLong(-1000, 1001)));
        times.put(group, time);
        return new Surroundings(new GroupTasks(scheduler, group, time), time, random);
    }

    /** Draws a stream that does not depend on which other groups there are. */
    private SplittableRandom randomOf(String name) {
        long mixed = scheduler.seed;
        for (int i = 0; i < name.length(); i++) {
            mixed = (mixed ^ name.charAt(i)) * 0x9e3779b97f4a7c15L;
            mixed ^= mixed >>> 29;
        }
        return new SplittableRandom(mixed);
    }

    private record GroupTasks(Scheduler scheduler, String group, SimulatedTime time)
            implements Tasks {
        @Override
        public void fork(String name, Runnable body) {
            scheduler.fork(group, name, Trace.inherited(body));
        }

        @Override
        public <T> Inbox<T> inbox(int capacity) {
            return new SimulatedInbox<>(scheduler, time, capacity);
        }
    }

    /** A checked exception of the body, on its way out of the task. */
    private static final class BodyException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BodyException(Exception cause) {
            super(cause.toString(), cause);
        }
    }
}
