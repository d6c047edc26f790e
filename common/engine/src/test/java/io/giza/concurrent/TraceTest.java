package io.giza.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
        Runnable forked = trace.record(() -> Trace.inherited(() -> Trace.crossed(1, 2)));
        forked.run();
        assertThat(trace.roundTrips()).isEqualTo(1);
    }

    @Test
    void whatNobodyWaitsForBelongsToNoOperation() {
        Trace trace = new Trace();
        trace.record(
                () -> {
                    Trace.detached(() -> Trace.inherited(() -> Trace.crossed(1, 2)).run());
                    return "done";
                });
        assertThat(trace.roundTrips()).isZero();
    }

    private static int roundTrips(long[]... calls) {
        Trace trace = new Trace();
        return trace.record(
                () -> {
                    for (long[] call : calls) {
                        Trace.crossed(call[0], call[1]);
                    }
                    return trace.roundTrips();
                });
    }
}
