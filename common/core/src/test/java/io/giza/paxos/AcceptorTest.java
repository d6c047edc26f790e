package io.giza.paxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.giza.model.Command;
import io.giza.model.DeletionReason;
import io.giza.model.Value;
import io.giza.paxos.Acceptor.Step;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class AcceptorTest {
    private final Acceptor acceptor = new Acceptor();

    @ParameterizedTest(name = "{0}: {1} gives {2}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0  -    | pre-accept 1 v  | voted    | 0  0:v
                    0  0:v  | pre-accept 1 v  | voted    | 0  0:v
                    1  0:v  | pre-accept 1 v  | voted    | 1  0:v
                    2a 0:v  | pre-accept 1 v  | voted    | 2a 0:v
                    0  0:w  | pre-accept 1 v  | nacked   | 0  0:w
                    1  -    | pre-accept 1 v  | nacked   | 1  -
                    2a -    | pre-accept 1 v  | nacked   | 2a -
                    1  1:v  | pre-accept 1 v  | nacked   | 1  1:v
                    2a 2a:v | pre-accept 1 v  | nacked   | 2a 2a:v
                    0  -    | prepare 1 2a    | promised | 2a -
                    0  0:v  | prepare 1 2a    | promised | 2a 0:v
                    1  1:v  | prepare 1 2a    | promised | 2a 1:v
                    2a -    | prepare 1 2a    | promised | 2a -
                    2a 2a:v | prepare 1 3b    | promised | 3b 2a:v
                    2b -    | prepare 1 2a    | nacked   | 2b -
                    3a 0:v  | prepare 1 2b    | nacked   | 3a 0:v
                    0  -    | accept 1 1 v    | accepted | 1  1:v
                    0  0:v  | accept 1 1 v    | accepted | 1  1:v
                    0  0:w  | accept 1 1 v    | accepted | 1  1:v
                    1  1:v  | accept 1 1 v    | accepted | 1  1:v
                    2a 0:w  | accept 1 1 v    | nacked   | 2a 0:w
                    2a -    | accept 1 2a v   | accepted | 2a 2a:v
                    2a 0:w  | accept 1 2a v   | accepted | 2a 2a:v
                    2a 1:w  | accept 1 2a v   | accepted | 2a 2a:v
                    2a 2a:v | accept 1 2a v   | accepted | 2a 2a:v
                    2a 2a:v | accept 1 3b w   | accepted | 3b 3b:w
                    2b -    | accept 1 2a v   | nacked   | 2b -
                    3b 2a:v | accept 1 2a v   | nacked   | 3b 2a:v
                    2b 2b:w | accept 1 2a v   | nacked   | 2b 2b:w
                    0  2a:w | accept 1 1 v    | nacked   | 0  2a:w
                    """)
    void followsItsTransitionTable(String before, String request, String reply, String after) {
        Row row = Notation.row("", before);

        Step step = acceptor.step(row, Notation.request(request));

        assertThat(step.row()).isEqualTo(Notation.row("", after));
        assertThat(Notation.text(step.reply())).startsWith(reply + " ");
        assertThat(step.reply().row()).isEqualTo(step.row());
    }

    @ParameterizedTest
    @ValueSource(strings = {"pre-accept 2 w", "prepare 2 2a", "accept 2 2a w", "accept 2 1 w"})
    void neverVotesBehindAVersionThatItDoesNotKnow(String request) {
        assertThat(reply("", "0 0:v", request)).isEqualTo("lagging 0 [] 0 0:v");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pre-accept 2 w", "prepare 2 2a", "accept 2 2a w"})
    void votesBehindAVersionThatTheRequestTellsOf(String request) {
        assertThat(reply("", "2b 0:v", request + " after 1=c")).contains(" 1 [1=c] ");
        assertThat(reply("", "2b 0:v", request + " after 1=c")).doesNotStartWith("lagging");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pre-accept 1 w", "prepare 1 9b", "accept 1 9b w"})
    void aDecidedVersionIsAnsweredChosenAndStays(String request) {
        assertThat(reply("1=v 2=u", "0 0:x", request)).isEqualTo("chosen 2 [1=v 2=u] 0 0:x");
    }

    @Test
    void aTailThatDecidesTheInstanceItselfIsLearnedFirst() {
        assertThat(reply("", "0 -", "pre-accept 1 w after 1=v")).isEqualTo("chosen 1 [1=v] 0 -");
    }

    @Test
    void whatATailTellsBeyondAGapIsNotLearned() {
        assertThat(reply("", "0 0:v", "commit after 2=w 3=u")).isEqualTo("current 0 [] 0 0:v");
    }

    @Test
    void learningClosesTheOpenInstance() {
        assertThat(reply("", "2a 0:v", "commit after 1=v 2=w"))
                .isEqualTo("current 2 [1=v 2=w] 0 -");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pre-accept 2 v@2", "accept 2 1 v@2", "accept 2 2a v@2"})
    void anAttemptThatBeganBeforeTheFenceIsNeverVotedFor(String request) {
        assertThat(reply("1=n^3", "0 -", request)).isEqualTo("fenced 1 [1=n] 0 - fence 3");
    }

    @Test
    void anAttemptThatSawTheFenceIsVotedFor() {
        assertThat(reply("1=n^3", "0 -", "pre-accept 2 v@3"))
                .isEqualTo("voted 1 [1=n] 0 0:v fence 3");
    }

    @Test
    void theFenceThatATailRaisesHoldsForItsOwnRequest() {
        assertThat(reply("", "0 -", "pre-accept 2 v after 1=n^3"))
                .isEqualTo("fenced 1 [1=n] 0 - fence 3");
    }

    @Test
    void aFenceIsNeverLowered() {
        assertThat(reply("1=n^3", "0 -", "commit after 2=m@3^1"))
                .isEqualTo("current 2 [1=n 2=m] 0 - fence 3");
    }

    @Test
    void prepareBringsNoValueAndIsNotFenced() {
        assertThat(reply("1=n^3", "0 -", "prepare 2 2a")).startsWith("promised");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pre-accept 3 w/o", "accept 3 1 w/o", "accept 3 2a w/o"})
    void anOperationThatHappenedIsAnsweredWithItsVersion(String request) {
        assertThat(reply("1=v/o 2=u", "0 -", request)).isEqualTo("already-1 2 [1=v 2=u] 0 -");
    }

    @ParameterizedTest
    @CsvSource({"GIVEN_UP, true", "DELETED, false"})
    void anOperationMayHappenAgainOnceTheLogSaysThatItsVersionWasGivenUp(
            DeletionReason ending, boolean votes) {
        Value end =
                new Value(
                        1,
                        Notation.value("e").id(),
                        0,
                        Notation.value("e").op(),
                        new Command.DeleteVersion(1, ending.body(Instant.EPOCH)));
        Row row = Row.ABSENT.append(Notation.value("v/o")).append(end);

        Reply reply = acceptor.step(row, Notation.request("pre-accept 3 w/o")).reply();

        assertThat(reply instanceof Reply.Voted).isEqualTo(votes);
        assertThat(reply instanceof Reply.Already).isEqualTo(!votes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-"})
    void aHintThatAVersionNeverBecomesVisibleDecidesNothing(String hint) {
        assertThat(reply("1=v/o" + hint, "0 -", "pre-accept 2 w/o")).startsWith("already-1 ");
    }

    @Test
    void operationsAreSoughtInTheNewestVersionsOnly() {
        String log =
                IntStream.rangeClosed(1, Acceptor.OPERATION_WINDOW + 1)
                        .mapToObj(version -> version + "=v" + version)
                        .collect(Collectors.joining(" "));
        long next = Acceptor.OPERATION_WINDOW + 2;

        assertThat(reply(log, "0 -", "pre-accept " + next + " w/v2")).startsWith("already-2 ");
        assertThat(reply(log, "0 -", "pre-accept " + next + " w/v1")).startsWith("voted ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "read", "commit after 1=v", "remove 1",
                "pre-accept 1 v", "prepare 1 2a", "accept 1 1 v"
            })
    void aSenderOfAnOlderEpochIsRefused(String request) {
        Row row = Notation.row("", "0 -").withEpoch(2);

        Step step = acceptor.step(row, Notation.request(request + " epoch 1"));

        assertThat(step).isEqualTo(new Step(row, new Reply.StaleEpoch(row)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pre-accept 1 v", "prepare 1 2a", "accept 1 1 v", "commit after 1=v"})
    void aNewerEpochIsRemembered(String request) {
        Row row = Notation.row("", "0 -");

        assertThat(acceptor.step(row, Notation.request(request + " epoch 2")).row().epoch())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pre-accept 1 v", "prepare 1 2a", "accept 1 1 v", "commit after 1=v"})
    void anEarlierIncarnationOfTheRowIsFenced(String request) {
        Row stub = Row.empty(1, 2);

        assertThat(acceptor.step(stub, Notation.request(request)))
                .isEqualTo(new Step(stub, new Reply.Fenced(stub)));
        assertThat(acceptor.step(stub, Notation.request(request + " generation 1")))
                .isEqualTo(new Step(stub, new Reply.Fenced(stub)));
    }

    @ParameterizedTest(name = "{0} in {2} finds {1}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    remove 3                     | 0 [] 0 - fence 3 generation 3           | 1=v 2=r!3 3=d@3!
                    remove 3                     | 2 [1=v 2=r] 0 - fence 3                 | 1=v 2=r!3
                    remove 4                     | 3 [1=v 2=r 3=d] 0 - fence 3             | 1=v 2=r!3 3=d@3!
                    remove 3                     | 1 [1=v] 0 -                             | 1=v
                    remove 3                     | 0 [] 0 -                                |
                    commit generation 3          | 0 [] 0 - fence 3 generation 3           | 1=v 2=r!3
                    commit generation 3 after 1=w@3 | 1 [1=w] 0 - fence 3 generation 3     | 1=v 2=r!3 3=d@3!
                    pre-accept 1 w@3 generation 3 | 0 [] 0 0:w fence 3 generation 3        | 1=v 2=r!3
                    prepare 1 2a generation 3    | 0 [] 2a - fence 3 generation 3          | 1=v 2=r!3
                    accept 1 2a w@3 generation 3 | 0 [] 2a 2a:w fence 3 generation 3       | 1=v 2=r!3
                    pre-accept 2 w@3 generation 3 | 0 [] 0 - fence 3 generation 3          | 1=v 2=r!3
                    pre-accept 1 w@3 generation 3 | 0 [] 0 0:w fence 3 generation 3        |
                    pre-accept 1 w@2 generation 3 | 0 [] 0 - fence 3 generation 3          | 1=v 2=r!3
                    read                         | 3 [1=v 2=r 3=d] 0 - fence 3             | 1=v 2=r!3 3=d@3!
                    pre-accept 4 w@3             | 3 [1=v 2=r 3=d] 0 - fence 3             | 1=v 2=r!3 3=d@3!
                    """)
    void onlyTheEndOfARowMakesRoomForTheNext(String request, String after, String log) {
        Row row = Notation.row(log == null ? "" : log, "0 -");

        assertThat(Notation.text(acceptor.step(row, Notation.request(request)).row()))
                .isEqualTo(after);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    1=v             | 0 -
                    1=v 2=r!4       | 0 -
                    1=v 2=r!2       | 0 -
                    1=v 2=r!3 3=w@3 | 0 -
                                    | 2a -
                                    | 0 0:v
                    """)
    void aLaterGenerationMeetsNoRowThatWasNotRemoved(String log, String slot) {
        assertThatIllegalStateException()
                .isThrownBy(() -> reply(log == null ? "" : log, slot, "prepare 1 2a generation 3"))
                .withMessageContaining("generation 3 meets a row that was not removed");
    }

    @Test
    void aRowIsNotGivenUpWhileSomethingIsOpenInIt() {
        assertThat(reply("1=r!3 2=d@3!", "2a -", "remove 3"))
                .isEqualTo("current 2 [1=r 2=d] 2a - fence 3");
        assertThat(reply("1=r!3 2=d@3!", "0 0:v", "remove 3"))
                .isEqualTo("current 2 [1=r 2=d] 0 0:v fence 3");
    }

    @Test
    void twoValuesOnOneClassicBallotStopTheRequest() {
        assertThatIllegalStateException()
                .isThrownBy(() -> reply("", "2a 2a:v", "accept 1 2a w"))
                .withMessageContaining("two values on ballot");
    }

    @Test
    void twoValuesChosenAsOneVersionStopTheRequest() {
        assertThatIllegalStateException()
                .isThrownBy(() -> reply("1=v", "0 -", "commit after 1=w"))
                .withMessageContaining("two values chosen");
    }

    @Test
    void aVersionIsResolvedOnlyOnce() {
        assertThat(reply("1=v", "0 -", "commit after 1=v+")).startsWith("current 1 [1=v+]");
        assertThat(reply("1=v", "0 -", "commit after 1=v-")).startsWith("current 1 [1=v-]");
        assertThat(reply("1=v+", "0 -", "commit after 1=v-")).startsWith("current 1 [1=v+]");
        assertThat(reply("1=v", "0 0:w", "commit after 2=w+")).endsWith("2 [1=v 2=w+] 0 -");
    }

    @Test
    void aReadChangesNothing() {
        assertThat(reply("1=v", "2a 0:w", "read")).isEqualTo("current 1 [1=v] 2a 0:w");
    }

    private String reply(String log, String slot, String request) {
        return Notation.text(
                acceptor.step(Notation.row(log, slot), Notation.request(request)).reply());
    }
}
