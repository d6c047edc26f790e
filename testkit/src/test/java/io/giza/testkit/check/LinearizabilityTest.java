package io.giza.testkit.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.testkit.check.Operation.Read;
import io.giza.testkit.check.Operation.Write;
import io.giza.testkit.fixture.Seeds;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

class LinearizabilityTest {
    @Test
    void emptyHistoryIsGood() {
        assertGood();
    }

    @Test
    void readAfterAPutFindsIt() {
        assertGood(put("a", 1, 2), get("a", 3, 4));
    }

    @Test
    void readBeforeAnyPutFindsNothing() {
        assertGood(get(null, 1, 2), put("a", 3, 4));
        assertBad(get("a", 1, 2), put("a", 3, 4));
    }

    @Test
    void staleReadIsBad() {
        assertBad(put("a", 1, 2), put("b", 3, 4), get("a", 5, 6));
    }

    @Test
    void readThatMissesAnAcknowledgedPutIsBad() {
        assertBad(put("a", 1, 2), get(null, 3, 4));
    }

    @Test
    void overlappingReadMayFindEither() {
        assertGood(put("a", 1, 2), put("b", 3, 6), get("a", 4, 5));
        assertGood(put("a", 1, 2), put("b", 3, 6), get("b", 4, 5));
    }

    @Test
    void secondReaderMustNotSeeOlderThanTheFirst() {
        assertBad(put("a", 1, 2), put("b", 3, 10), get("b", 4, 5), get("a", 6, 7));
        assertGood(put("a", 1, 2), put("b", 3, 10), get("b", 4, 7), get("a", 5, 6));
    }

    @Test
    void deleteHidesTheValue() {
        assertGood(put("a", 1, 2), delete(3, 4), get(null, 5, 6));
        assertBad(put("a", 1, 2), delete(3, 4), get("a", 5, 6));
    }

    @Test
    void writeOfUnknownOutcomeMayHappenNeverOrLate() {
        assertGood(put("a", 1, 2), unknownPut("b", 3), get("a", 4, 5), get("a", 6, 7));
        assertGood(put("a", 1, 2), unknownPut("b", 3), get("a", 4, 5), get("b", 6, 7));
        assertGood(put("a", 1, 2), unknownDelete(3), get("a", 4, 5), get(null, 6, 7));
    }

    @Test
    void writeOfUnknownOutcomeHappensOnceAtMost() {
        assertBad(
                unknownPut("a", 1), get("a", 2, 3), put("b", 4, 5), get("b", 6, 7), get("a", 8, 9));
        assertBad(
                put("a", 1, 2), unknownDelete(3), get(null, 4, 5), put("b", 6, 7), get(null, 8, 9));
    }

    @Test
    void writeOfUnknownOutcomeDoesNotHappenBeforeItIsInvoked() {
        assertBad(get("a", 1, 2), unknownPut("a", 3));
    }

    @Test
    void valueNobodyWroteIsBad() {
        assertBad(put("a", 1, 2), get("x", 3, 4));
    }

    @Test
    void versionsMustRiseInTheOrderOfTheWrites() {
        assertGood(new Write("a", 1, 1, 2), new Write("b", 3, 3, 4));
        assertBad(new Write("a", 2, 1, 2), new Write("b", 1, 3, 4));
        assertBad(new Write("a", 2, 1, 2), new Write("b", 2, 3, 4));
        assertGood(new Write("a", 2, 1, 4), new Write("b", 1, 2, 3));
    }

    @Test
    void readMustTellTheVersionThatWasWritten() {
        assertGood(new Write("a", 5, 1, 2), new Read("a", 5, 3, 4));
        assertBad(new Write("a", 5, 1, 2), new Read("a", 6, 3, 4));
    }

    @Test
    void versionOfAnUnknownWriteIsLearnedFromItsReaders() {
        assertGood(unknownPut("a", 1), new Write("b", 2, 2, 3), new Read("a", 3, 4, 5));
        assertBad(unknownPut("a", 1), new Write("b", 2, 2, 3), new Read("a", 1, 4, 5));
    }

    @Test
    void equalValuesAreRefused() {
        assertThatThrownBy(() -> Linearizability.check(List.of(put("a", 1, 2), put("a", 3, 4))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void explanationNamesWhatDoesNotFit() {
        assertThat(Linearizability.check(List.of(put("a", 1, 2), put("b", 3, 4), get("a", 5, 6))))
                .isInstanceOfSatisfying(
                        Verdict.Violation.class,
                        violation ->
                                assertThat(violation.explanation())
                                        .contains("cannot be added")
                                        .contains("Read[value=a"));
    }

    @Test
    void agreesWithBruteForceOnSmallHistories() {
        int[] good = new int[2];
        Seeds.first(4_000)
                .forEach(
                        seed -> {
                            List<Operation> history =
                                    anyHistory(new SplittableRandom(seed), 2 + (int) (seed % 5));
                            boolean expected = BruteForce.isLinearizable(history);
                            good[expected ? 1 : 0]++;
                            assertThat(isGood(history))
                                    .as("seed %d: %s", seed, history)
                                    .isEqualTo(expected);
                        });
        assertThat(good[0] == 0 || good[1] == 0)
                .as("good and bad histories: %d, %d", good[1], good[0])
                .isEqualTo(Seeds.first(2).count() < 2);
    }

    @Test
    void everyHistoryOfARealRegisterIsGood() {
        Seeds.first(300)
                .forEach(
                        seed ->
                                assertThat(
                                                Linearizability.check(
                                                        realHistory(
                                                                new SplittableRandom(seed), 40)))
                                        .as("seed %d", seed)
                                        .isInstanceOf(Verdict.Linearizable.class));
    }

    @Test
    void twentyWritesThatAllOverlapAreSettled() {
        List<Operation> history = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            history.add(put("v" + i, 1 + i, 1000 + i));
        }
        for (int i = 0; i < 6; i++) {
            history.add(unknownDelete(50 + i));
        }
        for (int i = 0; i < 8; i++) {
            history.add(get("v" + i, 100 + 2 * i, 101 + 2 * i));
        }
        assertThat(isGood(history)).isTrue();
        history.add(get("v0", 200, 201));
        assertThat(isGood(history)).isFalse();
    }

    @Test
    void recorderTurnsReportsIntoOperations() {
        RegisterHistory history = new RegisterHistory();
        RegisterHistory.Call put = history.put("a");
        RegisterHistory.Call crashed = history.put("b");
        put.acknowledged(1);
        history.put("refused").hadNoEffect();
        RegisterHistory.Call get = history.get();
        get.found("a", 1);
        history.get();
        history.delete().acknowledged();
        history.get().foundNothing();
        assertThat(history.operations())
                .containsExactly(
                        new Write("a", 1, 1, 3),
                        new Write("b", 0, 2, Operation.NEVER),
                        new Read("a", 1, 6, 7),
                        new Write(null, 0, 9, 10),
                        new Read(null, 0, 11, 12));
        history.assertLinearizable(1);
        assertThatThrownBy(() -> crashed.found("a", 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void recorderNamesTheSeedOfABadHistory() {
        RegisterHistory history = new RegisterHistory();
        history.put("a").acknowledged();
        history.get().foundNothing();
        assertThatThrownBy(() -> history.assertLinearizable(77))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("seed 77: not linearizable");
    }

    /** Draws operations with arbitrary overlap and answers; most such histories are bad. */
    private static List<Operation> anyHistory(RandomGenerator random, int size) {
        List<Operation> history = new ArrayList<>();
        List<@Nullable String> values = new ArrayList<>();
        values.add(null);
        boolean versions = random.nextBoolean();
        for (int i = 0; i < size; i++) {
            long invoked = 1 + 2 * random.nextLong(8);
            long answered = invoked + 1 + 2 * random.nextLong(6);
            int kind = random.nextInt(6);
            if (kind < 3) {
                String value = values.get(random.nextInt(values.size()));
                history.add(new Read(value, version(random, versions), invoked, answered));
            } else {
                String value = kind == 3 ? null : "v" + i;
                values.add(value);
                long end = random.nextInt(3) == 0 ? Operation.NEVER : answered;
                long version = end == Operation.NEVER ? 0 : version(random, versions);
                history.add(new Write(value, version, invoked, end));
            }
        }
        return history;
    }

    private static long version(RandomGenerator random, boolean versions) {
        return versions && random.nextBoolean() ? 1 + random.nextLong(3) : 0;
    }

    /** Executes operations one after another and then widens their intervals at random. */
    private static List<Operation> realHistory(RandomGenerator random, int size) {
        List<Operation> history = new ArrayList<>();
        @Nullable String value = null;
        long version = 0;
        for (int i = 0; i < size; i++) {
            long effect = 1000 + 10L * i;
            long invoked = effect - random.nextLong(60);
            long answered = effect + 1 + random.nextLong(60);
            if (random.nextBoolean()) {
                history.add(new Read(value, value == null ? 0 : version, invoked, answered));
            } else {
                boolean unknown = random.nextInt(5) == 0;
                value = random.nextInt(4) == 0 ? null : "v" + i;
                version++;
                history.add(
                        new Write(
                                value,
                                unknown ? 0 : version,
                                invoked,
                                unknown ? Operation.NEVER : answered));
            }
        }
        return history;
    }

    private static Operation put(String value, long invoked, long answered) {
        return new Write(value, 0, invoked, answered);
    }

    private static Operation unknownPut(String value, long invoked) {
        return new Write(value, 0, invoked, Operation.NEVER);
    }

    private static Operation delete(long invoked, long answered) {
        return new Write(null, 0, invoked, answered);
    }

    private static Operation unknownDelete(long invoked) {
        return new Write(null, 0, invoked, Operation.NEVER);
    }

    private static Operation get(@Nullable String value, long invoked, long answered) {
        return new Read(value, 0, invoked, answered);
    }

    private static void assertGood(Operation... history) {
        assertThat(Linearizability.check(List.of(history)))
                .isInstanceOf(Verdict.Linearizable.class);
    }

    private static void assertBad(Operation... history) {
        assertThat(Linearizability.check(List.of(history))).isInstanceOf(Verdict.Violation.class);
    }

    private static boolean isGood(List<Operation> history) {
        return Linearizability.check(history) instanceof Verdict.Linearizable;
    }
}
