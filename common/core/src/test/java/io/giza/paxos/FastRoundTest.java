package io.giza.paxos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FastRoundTest {
    private static final Instance AT = new Instance(1, 0, 1);

    @ParameterizedTest(name = "of {0}, {1} failed: {2} -> {3}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    3 | 0 |                                         | wait
                    3 | 0 | voted 0 0:v                             | wait
                    3 | 0 | voted 0 0:v; voted 0 0:v                | wait
                    3 | 0 | voted 0 0:v; voted 0 0:v; voted 0 0:v   | decided v
                    3 | 0 | voted 0 0:v; nacked 0 0:v; voted 0 0:v  | decided v
                    3 | 1 | voted 0 0:v; voted 0 0:v                | confirm v
                    3 | 0 | voted 0 0:v; voted 0 0:v; nacked 0 0:w  | confirm v
                    3 | 0 | nacked 0 0:w; nacked 0 0:w; voted 0 0:v | confirm w
                    3 | 0 | nacked 2a 0:w; nacked 0 0:w             | wait
                    3 | 0 | voted 0 0:v; nacked 0 0:w               | wait
                    3 | 1 | voted 0 0:v; nacked 0 0:w               | contended 2
                    3 | 0 | voted 0 0:v; nacked 0 0:w; nacked 0 0:u | contended 2
                    3 | 0 | voted 0 0:v; nacked 4a -; nacked 1 1:w  | contended 5
                    3 | 0 | nacked 2a 3b:w; nacked 2a -             | contended 4
                    3 | 2 | voted 0 0:v                             | contended 2
                    3 | 0 | voted 0 0:v; voted 0 0:v; lagging 0 -   | wait
                    4 | 0 | voted 0 0:v; voted 0 0:v; voted 0 0:v   | decided v
                    4 | 1 | voted 0 0:v; voted 0 0:v; nacked 0 0:w  | contended 2
                    5 | 0 | voted 0 0:v; voted 0 0:v; voted 0 0:v; voted 0 0:v                | decided v
                    5 | 1 | voted 0 0:v; voted 0 0:v; voted 0 0:v; nacked 0 0:w               | confirm v
                    5 | 0 | voted 0 0:v; voted 0 0:v; nacked 0 0:w; nacked 0 0:w; nacked 0 0:u | contended 2
                    3 | 0 | voted 0 0:v; chosen 0 - 1=w             | moved-on b 1 [1=w]
                    3 | 0 | fenced 0 -; chosen 0 - 1=w              | moved-on b 1 [1=w]
                    3 | 0 | fenced 0 -; voted 0 0:v                 | fenced
                    3 | 0 | already 0 -; voted 0 0:v                | already 1
                    3 | 0 | stale-epoch 0 -; voted 0 0:v            | stale-epoch 7
                    """)
    void judgesTheRepliesSoFar(int size, int failed, String replies, String verdict) {
        assertThat(judge(size, failed, false, replies)).isEqualTo(verdict);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    voted 0 0:v                              | wait
                    voted 0 0:v; voted 0 0:v                 | confirm v
                    voted 0 0:v; nacked 0 0:w                | contended 2
                    voted 0 0:v; lagging 0 -                 | wait
                    """)
    void inAHurryAClassicQuorumOfRepliesIsEnough(String replies, String verdict) {
        assertThat(judge(3, 0, true, replies)).isEqualTo(verdict);
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    voted 0 0:v                                     | wait
                    voted 0 0:v; voted 0 0:v                        | wait
                    voted 0 0:v; voted 0 0:v; voted 0 0:v           | decided v
                    voted 0 0:v; nacked 0 0:w                       | contended 2
                    voted 0 0:v; voted 0 0:v; nacked 0 0:w          | contended 2
                    nacked 3a 0:w; voted 0 0:v                      | contended 4
                    voted 0 0:v; chosen 0 - 1=w                     | moved-on b 1 [1=w]
                    """)
    void withoutTheConfirmBallotALostFastRoundIsFollowedByAClassicOne(
            String replies, String verdict) {
        var standing = new FastRound.RoundState(Replies.of(replies), 0, false);
        assertThat(Replies.text(FastRound.judgeWithoutConfirming(Quorums.of(3), AT, standing)))
                .isEqualTo(verdict);
    }

    private static String judge(int size, int failed, boolean hurried, String replies) {
        return Replies.text(
                FastRound.judge(
                        Quorums.of(size),
                        AT,
                        new FastRound.RoundState(
                                Replies.of(replies == null ? "" : replies), failed, hurried)));
    }
}
