package io.giza.paxos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassicRoundTest {
    private static final Instance AT = new Instance(1, 0, 1);

    @ParameterizedTest(name = "of {0}, {1} failed: {2} -> {3}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    3 | 0 | promised 2a -                                 | wait
                    3 | 0 | promised 2a -; promised 2a -                  | free
                    3 | 0 | promised 2a 0:v; promised 2a 0:v              | propose v
                    3 | 0 | promised 2a 0:v; promised 2a 0:w              | free
                    3 | 0 | promised 3a 2b:w; promised 3a 0:v             | propose w
                    3 | 0 | nacked 3b -; promised 2a -                    | wait
                    3 | 0 | nacked 3b -; nacked 5c -                      | preempted 6 refused
                    3 | 1 | promised 2a -; nacked 4b 0:v                  | preempted 5 refused
                    3 | 2 | promised 2a -                                 | preempted 3
                    3 | 1 | promised 2a -; lagging 0 -                    | wait
                    3 | 0 | nacked 3b 0:v; promised 2a 0:v; promised 2a - | free
                    5 | 0 | promised 2a 0:v; promised 2a 0:v; nacked 3b 0:v; promised 2a - | propose v
                    3 | 0 | promised 2a -; chosen 0 - 1=w                 | moved-on b 1 [1=w]
                    3 | 0 | stale-epoch 0 -; promised 2a -                | stale-epoch 7
                    """)
    void judgesThePromisesSoFar(int size, int failed, String replies, String verdict) {
        assertThat(
                        Replies.text(
                                ClassicRound.judgePromises(
                                        Quorums.of(size),
                                        new ValueSelection(),
                                        AT,
                                        Replies.of(replies),
                                        failed)))
                .isEqualTo(verdict);
    }

    @ParameterizedTest(name = "of {0}, {1} failed: {2} -> {3}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    3 | 0 | accepted 2a 2a:v                       | wait
                    3 | 0 | accepted 2a 2a:v; accepted 2a 2a:v     | accepted
                    4 | 1 | accepted 2a 2a:v; accepted 2a 2a:v     | wait
                    4 | 2 | accepted 2a 2a:v; accepted 2a 2a:v     | preempted 3
                    3 | 1 | accepted 2a 2a:v; nacked 3b -          | preempted 4 refused
                    3 | 1 | accepted 2a 2a:v; lagging 0 -          | wait
                    3 | 0 | fenced 0 -; accepted 2a 2a:v           | fenced
                    3 | 0 | already 0 -; accepted 2a 2a:v          | already 1
                    3 | 0 | chosen 0 - 1=w; accepted 2a 2a:v       | moved-on a 1 [1=w]
                    3 | 0 | chosen 0 - 1=v; accepted 2a 2a:v; accepted 2a 2a:v | accepted
                    """)
    void judgesTheAcceptsSoFar(int size, int failed, String replies, String verdict) {
        assertThat(
                        Replies.text(
                                ClassicRound.judgeAccepts(
                                        Quorums.of(size), AT, Replies.of(replies), failed)))
                .isEqualTo(verdict);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    accepted 0 -; accepted 0 -          | open 2
                    accepted 3b 2a:v; accepted 0 0:w    | open 4
                    accepted 0 4a:v                     | open 5
                    accepted 3b -; chosen 0 - 1=w       | moved-on b 1 [1=w]
                    stale-epoch 0 -; accepted 3b -      | stale-epoch 7
                    """)
    void aLookBetweenTwoBallotsFindsTheDecisionOrTheRoundAboveAll(String replies, String verdict) {
        assertThat(Replies.text(ClassicRound.judgeReads(AT, Replies.of(replies))))
                .isEqualTo(verdict);
    }
}
