package io.giza.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class TraceTest {
    @Test
    void callsThatOverlapAreOneRoundTrip() {
        assertThat(roundTrips(new long[] {0, 10}, new long[] {2, 9}, new long[] {8, 30}))
                .isEqualTo(1);
    }

    @Test
    void aCallThatBeganAfterAnotherEndedIsASecondRoundTrip() {
        assertThat(roundTrips(new long[] {0, 10}, new long[] {10, 20}, new long[] {0, 30}))
                .isEqualTo(2);
    }

    @Test
    void theLongestChainCountsWhateverTheOrderOfArrival() {
        assertThat(
                        roundTrips(
                                new long[] {20, 29},
                                new long[] {0, 100},
                                new long[] {0, 9},
                                new long[] {10, 19}))
                .isEqualTo(3);
    }

    @Test
    void aForkedCallBelongsToTheOperationThatForkedIt() throws Exception {
        Trace trace = new Trace();
        Runnable forked =
                trace.record(
                        () -> Trace.inherited(() -> Trace.crossed(new Ticks(1), new Ticks(2))));
        forked.run();
        assertThat(trace.roundTrips()).isEqualTo(1);
    }

    @Test
    void whatNobodyWaitsForBelongsToNoOperation() {
        Trace trace = new Trace();
        trace.record(
                () -> {
                    Trace.detached(
                            () ->
                                    Trace.inherited(() -> Trace.crossed(new Ticks(1), new Ticks(2)))
                                            .run());
                    return "done";
                });
        assertThat(trace.roundTrips()).isZero();
    }

    @Test
    void aPartCountsItsOwnRoundTripsAndItsCallsExplainTheWhole() {
        Trace whole = new Trace();
        Trace part =
                whole.record(
                        () -> {
                            Trace inner = Trace.ofPart();
                            inner.record(
                                    () -> {
                                        Trace.crossed(new Ticks(1), new Ticks(2));
                                        Trace.called(
                                                new Trace.Hop(
                                                        "row", new Ticks(1), new Ticks(2), "ok"));
                                        return true;
                                    });
                            return inner;
                        });

        assertThat(part.roundTrips()).isEqualTo(1);
        assertThat(whole.roundTrips()).isZero();
        assertThat(whole.hops())
                .containsExactly(new Trace.Hop("row", new Ticks(1), new Ticks(2), "ok"));
    }

    @Test
    void ofManyCallsTheFirstAreKeptAndAllAreCounted() {
        Trace trace = new Trace();
        trace.record(
                () -> {
                    for (int i = 0; i < 1000; i++) {
                        Trace.called(new Trace.Hop("call " + i, new Ticks(i), new Ticks(i), "ok"));
                    }
                    return true;
                });

        assertThat(trace.hopCount()).isEqualTo(1000);
        assertThat(trace.hops())
                .hasSizeLessThan(100)
                .first()
                .isEqualTo(new Trace.Hop("call 0", new Ticks(0), new Ticks(0), "ok"));
    }

    /** Notes what is begun and ended, by its whole name. */
    private record NotedSpan(String name, List<String> notes) implements Span {
        @Override
        public Span begin(String part) {
            notes.add("begin " + name + "/" + part);
            return new NotedSpan(name + "/" + part, notes);
        }

        @Override
        public void note(String what, String value) {}

        @Override
        public void end() {
            notes.add("end " + name);
        }

        @Override
        public String traceParent() {
            return name;
        }
    }

    @Test
    void aStepIsAPartOfWhatIsUnderWayAlsoWhereItForksAndFails() {
        List<String> notes = new ArrayList<>();
        Trace trace = new Trace(new NotedSpan("put", notes));

        assertThatIllegalStateException()
                .isThrownBy(
                        () ->
                                trace.record(
                                        () ->
                                                Trace.step(
                                                        "commit",
                                                        () -> {
                                                            Trace.inherited(
                                                                            () ->
                                                                                    notes.add(
                                                                                            Trace
                                                                                                    .traceParent()))
                                                                    .run();
                                                            Trace.detached(
                                                                    () ->
                                                                            notes.add(
                                                                                    "none: "
                                                                                            + Trace
                                                                                                    .traceParent()));
                                                            throw new IllegalStateException();
                                                        })));

        assertThat(notes)
                .containsExactly("begin put/commit", "put/commit", "none: null", "end put/commit");
        assertThat(Trace.traceParent()).isNull();
    }

    private static int roundTrips(long[]... calls) {
        Trace trace = new Trace();
        return trace.record(
                () -> {
                    for (long[] call : calls) {
                        Trace.crossed(new Ticks(call[0]), new Ticks(call[1]));
                    }
                    return trace.roundTrips();
                });
    }
}
