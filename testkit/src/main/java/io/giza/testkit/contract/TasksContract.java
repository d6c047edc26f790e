package io.giza.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Ticks;
import io.giza.concurrent.Trace;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What shell code may expect of tasks and clocks, in production and under the simulator. */
public abstract class TasksContract {
    private static final Duration LONG = Duration.ofMinutes(1);

    /** A test that is given what it may use. */
    @FunctionalInterface
    public interface Scenario {
        /** Runs the test. */
        void run(Surroundings surroundings);
    }

    /** Runs the scenario in the implementation under test. */
    protected abstract void with(Scenario scenario);

    @Test
    void forkedTaskRunsWhileTheForkingOneWaits() {
        with(
                surroundings -> {
                    Inbox<String> inbox = surroundings.tasks().inbox(1);
                    surroundings.tasks().fork("child", () -> inbox.put("hello"));
                    assertThat(inbox.take(soon(surroundings))).contains("hello");
                });
    }

    @Test
    void everyForkedTaskRunsOnce() {
        with(
                surroundings -> {
                    Inbox<Integer> inbox = surroundings.tasks().inbox(100);
                    for (int i = 0; i < 100; i++) {
                        int number = i;
                        surroundings.tasks().fork("child-" + i, () -> inbox.put(number));
                    }
                    List<Integer> received = new ArrayList<>();
                    for (int i = 0; i < 100; i++) {
                        received.add(inbox.take(soon(surroundings)).orElseThrow());
                    }
                    assertThat(received).doesNotHaveDuplicates().hasSize(100);
                });
    }

    @Test
    void forkedTaskBelongsToTheTraceOfTheForkingOne() {
        with(
                surroundings -> {
                    Inbox<Boolean> ended = surroundings.tasks().inbox(1);
                    Trace trace = new Trace();
                    trace.record(
                            () -> {
                                surroundings
                                        .tasks()
                                        .fork(
                                                "call",
                                                () -> {
                                                    Trace.crossed(new Ticks(1), new Ticks(2));
                                                    ended.put(true);
                                                });
                                return ended.take(soon(surroundings));
                            });
                    assertThat(trace.roundTrips()).isEqualTo(1);
                });
    }

    @Test
    void taskForkedOutsideATraceBelongsToNone() {
        with(
                surroundings -> {
                    Inbox<Boolean> ended = surroundings.tasks().inbox(1);
                    surroundings
                            .tasks()
                            .fork(
                                    "call",
                                    () -> {
                                        Trace.crossed(new Ticks(1), new Ticks(2));
                                        ended.put(true);
                                    });
                    Trace trace = new Trace();
                    trace.record(() -> ended.take(soon(surroundings)));
                    assertThat(trace.roundTrips()).isZero();
                });
    }

    @Test
    void sleepLastsAtLeastAsLongAsAsked() {
        with(
                surroundings -> {
                    long before = surroundings.time().nanos();
                    surroundings.time().sleep(Duration.ofMillis(20));
                    long slept = surroundings.time().nanos() - before;
                    assertThat(slept).isGreaterThanOrEqualTo(20_000_000L);
                });
    }

    @Test
    void sleepOfZeroOrLessReturns() {
        with(
                surroundings -> {
                    surroundings.time().sleep(Duration.ZERO);
                    surroundings.time().sleep(Duration.ofMillis(-5));
                });
    }

    @Test
    void steadyClockNeverGoesBack() {
        with(
                surroundings -> {
                    long last = surroundings.time().nanos();
                    for (int i = 0; i < 50; i++) {
                        surroundings.time().sleep(Duration.ofNanos(1000));
                        long now = surroundings.time().nanos();
                        assertThat(now - last).isNotNegative();
                        last = now;
                    }
                });
    }

    @Test
    void deadlinePassesOnceItsTimeIsSlept() {
        with(
                surroundings -> {
                    Deadline deadline = surroundings.time().after(Duration.ofMillis(5));
                    surroundings.time().sleep(Duration.ofMillis(5));
                    assertThat(deadline.hasPassed(surroundings.time())).isTrue();
                    assertThat(deadline.remaining(surroundings.time())).isZero();
                });
    }

    @Test
    void farDeadlineHasNotPassed() {
        with(
                surroundings -> {
                    Deadline deadline = surroundings.time().after(Duration.ofDays(365));
                    assertThat(deadline.hasPassed(surroundings.time())).isFalse();
                });
    }

    private static Deadline soon(Surroundings surroundings) {
        return surroundings.time().after(LONG);
    }
}
