package io.giza.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What shell code may expect of an inbox, in production and under the simulator. */
public abstract class InboxContract {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(10);

    /** A test that is given what it may use. */
    @FunctionalInterface
    public interface Scenario {
        /** Runs the test. */
        void run(Surroundings surroundings);
    }

    /** Runs the scenario in the implementation under test. */
    protected abstract void with(Scenario scenario);

    @Test
    void itemsComeOutInTheOrderTheyWentIn() {
        with(
                surroundings -> {
                    Inbox<Integer> inbox = surroundings.tasks().inbox(3);
                    inbox.put(1);
                    inbox.put(2);
                    inbox.put(3);
                    assertThat(inbox.take(soon(surroundings))).contains(1);
                    assertThat(inbox.take(soon(surroundings))).contains(2);
                    assertThat(inbox.take(soon(surroundings))).contains(3);
                });
    }

    @Test
    void takeFromAnEmptyInboxGivesUpAtTheDeadlineAndNotBefore() {
        with(
                surroundings -> {
                    Inbox<Integer> inbox = surroundings.tasks().inbox(1);
                    Deadline deadline = surroundings.time().after(SHORT);
                    assertThat(inbox.take(deadline)).isEmpty();
                    assertThat(deadline.hasPassed(surroundings.time())).isTrue();
                });
    }

    @Test
    void takeAfterItsDeadlineStillGetsWhatIsThere() {
        with(
                surroundings -> {
                    Inbox<Integer> inbox = surroundings.tasks().inbox(1);
                    inbox.put(7);
                    assertThat(inbox.take(past(surroundings))).contains(7);
                    assertThat(inbox.take(past(surroundings))).isEmpty();
                });
    }

    @Test
    void offerToAFullInboxGivesUpAtTheDeadlineAndAddsNothing() {
        with(
                surroundings -> {
                    Inbox<Integer> inbox = surroundings.tasks().inbox(1);
                    inbox.put(1);
                    Deadline deadline = surroundings.time().after(SHORT);
                    assertThat(inbox.offer(2, deadline)).isFalse();
                    assertThat(deadline.hasPassed(surroundings.time())).isTrue();
                    assertThat(inbox.take(soon(surroundings))).contains(1);
                    assertThat(inbox.take(past(surroundings))).isEmpty();
                });
    }

    @Test
    void offerAfterItsDeadlineStillUsesRoomThatIsThere() {
        with(
                surroundings -> {
                    Inbox<Integer> inbox = surroundings.tasks().inbox(1);
                    assertThat(inbox.offer(1, past(surroundings))).isTrue();
                    assertThat(inbox.offer(2, past(surroundings))).isFalse();
                });
    }

    @Test
    void putWaitsUntilThereIsRoom() {
        with(
                surroundings -> {
                    Inbox<Integer> inbox = surroundings.tasks().inbox(1);
                    surroundings.tasks().fork("writer", () -> fill(inbox, 20));
                    assertThat(takeAll(inbox, 20, surroundings))
                            .containsExactlyElementsOf(numbers(20));
                });
    }

    @Test
    void waitingOfferSucceedsWhenRoomAppears() {
        with(
                surroundings -> {
                    Inbox<Integer> inbox = surroundings.tasks().inbox(1);
                    Inbox<Boolean> notified = surroundings.tasks().inbox(1);
                    inbox.put(1);
                    surroundings
                            .tasks()
                            .fork("offer", () -> notified.put(inbox.offer(2, soon(surroundings))));
                    assertThat(inbox.take(soon(surroundings))).contains(1);
                    assertThat(notified.take(soon(surroundings))).contains(true);
                    assertThat(inbox.take(soon(surroundings))).contains(2);
                });
    }

    @Test
    void everyItemIsTakenByExactlyOneOfManyTakers() {
        with(
                surroundings -> {
                    Inbox<Integer> inbox = surroundings.tasks().inbox(4);
                    Inbox<Integer> taken = surroundings.tasks().inbox(60);
                    for (int i = 0; i < 6; i++) {
                        surroundings
                                .tasks()
                                .fork(
                                        "taker-" + i,
                                        () -> {
                                            for (int j = 0; j < 10; j++) {
                                                taken.put(
                                                        inbox.take(soon(surroundings))
                                                                .orElseThrow());
                                            }
                                        });
                    }
                    fill(inbox, 60);
                    assertThat(takeAll(taken, 60, surroundings))
                            .containsExactlyInAnyOrderElementsOf(numbers(60));
                });
    }

    @Test
    void nothingLostOrDoubledBetweenManyPuttersAndOneTaker() {
        with(
                surroundings -> {
                    Inbox<Integer> inbox = surroundings.tasks().inbox(2);
                    for (int i = 0; i < 30; i++) {
                        int number = i;
                        surroundings.tasks().fork("putter-" + i, () -> inbox.put(number));
                    }
                    assertThat(takeAll(inbox, 30, surroundings))
                            .containsExactlyInAnyOrderElementsOf(numbers(30));
                });
    }

    @Test
    void capacityBelowOneIsRefused() {
        with(
                surroundings ->
                        assertThatThrownBy(() -> surroundings.tasks().inbox(0))
                                .isInstanceOf(IllegalArgumentException.class));
    }

    private static void fill(Inbox<Integer> inbox, int count) {
        for (int i = 0; i < count; i++) {
            inbox.put(i);
        }
    }

    private static List<Integer> takeAll(
            Inbox<Integer> inbox, int count, Surroundings surroundings) {
        List<Integer> taken = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            taken.add(inbox.take(soon(surroundings)).orElseThrow());
        }
        return taken;
    }

    private static List<Integer> numbers(int count) {
        return java.util.stream.IntStream.range(0, count).boxed().toList();
    }

    private static Deadline soon(Surroundings surroundings) {
        return surroundings.time().after(LONG);
    }

    private static Deadline past(Surroundings surroundings) {
        return surroundings.time().after(Duration.ofMillis(-1));
    }
}
