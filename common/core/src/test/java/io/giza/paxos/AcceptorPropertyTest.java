package io.giza.paxos;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.paxos.Acceptor.Step;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Random;
import java.util.stream.LongStream;

/** What holds for every row that can come about and every request. */
class AcceptorPropertyTest {
    private static final int STEPS = 60;
    private static final int VERSIONS = 4;
    private static final int REMOVE = 3;
    private static final String[] BALLOTS = {"2a", "2b", "3a", "e2:2b"};

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 300);
    }

    private final Acceptor acceptor = new Acceptor();

    @ParameterizedTest
    @MethodSource("seeds")
    void aRepeatedRequestChangesNothingAndIsAnsweredTheSame(long seed) {
        Random random = new Random(seed);
        Row row = Row.ABSENT;
        for (int i = 0; i < STEPS; i++) {
            Request request = request(random, row);
            Step once = acceptor.step(row, request);
            Step twice = acceptor.step(once.row(), request);

            assertThat(twice).as("%s at %s", request, Notation.text(row)).isEqualTo(once);
            row = once.row();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatARowKnowsAndPromisedOnlyGrows(long seed) {
        Random random = new Random(seed);
        Row row = Row.ABSENT;
        for (int i = 0; i < STEPS; i++) {
            Request request = request(random, row);
            Row next = acceptor.step(row, request).row();

            assertThat(next.generation()).isGreaterThanOrEqualTo(row.generation());
            if (next.generation() == row.generation()) {
                assertThat(next.chosen()).isGreaterThanOrEqualTo(row.chosen());
            }
            assertThat(next.fence()).isGreaterThanOrEqualTo(row.fence());
            assertThat(next.epoch()).isGreaterThanOrEqualTo(row.epoch());
            assertThat(next.log()).hasSize((int) next.chosen());
            if (next.generation() == row.generation() && next.chosen() == row.chosen()) {
                assertSlotGrew(row.open(), next.open());
            }
            row = next;
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aReplyThatGrantsShowsWhatWasGranted(long seed) {
        Random random = new Random(seed);
        Row row = Row.ABSENT;
        for (int i = 0; i < STEPS; i++) {
            Request request = request(random, row);
            Step step = acceptor.step(row, request);
            Slot open = step.row().open();
            switch (step.reply()) {
                case Reply.Voted _ ->
                        assertThat(open.vote())
                                .isEqualTo(
                                        new Vote(
                                                Ballot.FAST,
                                                ((Request.PreAccept) request).value()));
                case Reply.Promised _ ->
                        assertThat(open.promised()).isEqualTo(((Request.Prepare) request).ballot());
                case Reply.Accepted _ -> {
                    Request.Accept accept = (Request.Accept) request;
                    assertThat(open)
                            .isEqualTo(
                                    new Slot(
                                            accept.ballot(),
                                            new Vote(accept.ballot(), accept.value())));
                }
                case Reply.Lagging _, Reply.Nacked _, Reply.Fenced _, Reply.Already _ ->
                        assertThat(step.row().open())
                                .isEqualTo(
                                        step.row().chosen() == row.chosen()
                                                        && step.row().generation()
                                                                == row.generation()
                                                ? row.open()
                                                : Slot.UNTOUCHED);
                case Reply.StaleEpoch _ -> assertThat(step.row()).isEqualTo(row);
                case Reply.Chosen _, Reply.NotReady _, Reply.Current _ -> {}
            }
            row = step.row();
        }
    }

    private static void assertSlotGrew(Slot before, Slot after) {
        assertThat(after.promised()).isGreaterThanOrEqualTo(before.promised());
        Vote old = before.vote();
        if (old != null) {
            Vote vote = after.vote();
            assertThat(vote).isNotNull();
            assertThat(vote.ballot()).isGreaterThanOrEqualTo(old.ballot());
            if (vote.ballot().equals(old.ballot())) {
                assertThat(vote.value().isSame(old.value())).isTrue();
            }
        }
    }

    /**
     * Draws a request of a history in which version k is always chosen as the value ck. The third
     * is REMOVE and the fourth DROP, and only a row that knows the third meets what comes after.
     */
    private static Request request(Random random, Row row) {
        boolean after = (row.generation() > 0 || row.chosen() >= REMOVE) && random.nextInt(3) == 0;
        int version = 1 + random.nextInt(VERSIONS);
        String ballot = BALLOTS[random.nextInt(BALLOTS.length)];
        int tailLength = random.nextInt(3);
        StringBuilder tail = new StringBuilder(" after");
        for (int k = Math.max(1, version - tailLength); k < version; k++) {
            tail.append(' ').append(chosen(k));
        }
        if (after) {
            tail.setLength(" after".length());
        }
        String base = after ? "@5" : "@1";
        String text =
                switch (random.nextInt(8)) {
                    case 0, 1 ->
                            "pre-accept " + version + (random.nextBoolean() ? " v" : " w" + base);
                    case 2 -> "prepare " + version + " " + ballot;
                    case 3 -> "accept " + version + " " + ballot + " p" + ballot.charAt(1) + base;
                    case 4 -> "accept " + version + " 1 q";
                    case 5 -> "commit";
                    case 6 -> "remove 5";
                    default -> {
                        tail.append(after ? "" : " " + chosen(version) + "+");
                        yield "commit";
                    }
                };
        String epoch = " epoch " + (random.nextInt(20) == 0 ? 2 : 1);
        String generation = after ? " generation 5" : "";
        return Notation.request(text + epoch + generation + tail);
    }

    private static String chosen(int version) {
        String rest =
                switch (version) {
                    case 2 -> "^1";
                    case REMOVE -> "@1!5";
                    case REMOVE + 1 -> "@5!";
                    default -> "@1";
                };
        return version + "=c" + version + rest;
    }
}
