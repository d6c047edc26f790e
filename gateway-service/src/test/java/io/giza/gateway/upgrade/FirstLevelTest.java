package io.giza.gateway.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Deadline;
import io.giza.gateway.admin.Regions.Said;
import io.giza.gateway.fake.SteppedClock;
import io.giza.level.DecidedLevel;
import io.giza.level.LevelRange;
import io.giza.level.LevelRow;
import io.giza.level.LevelRow.Found;
import io.giza.level.LevelRow.Unavailable;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A cluster that decided no level yet decides its first one, unless an older release is seen. */
class FirstLevelTest {
    private static final DecidedLevel SECOND = new DecidedLevel(2, "0.2.0");

    private final Deadline deadline = new SteppedClock().after(Duration.ofSeconds(1));
    private final List<DecidedLevel> raised = new ArrayList<>();
    private LevelRow.ReadResult row = new Found(DecidedLevel.NONE);
    private boolean answers = true;
    private List<SeenProcess> seen = List.of(reading(2));

    private static SeenProcess reading(int level) {
        return new SeenProcess("dc1", "gc-worker", "0.2.0", "c0ffee", level, 1, "");
    }

    private LevelRow.RaiseResult raise(DecidedLevel wanted) {
        raised.add(wanted);
        return answers ? new LevelRow.Raised(wanted) : new Unavailable("no quorum", true);
    }

    private LevelRow.ReadResult read() {
        return new FirstLevel(
                        _ -> row,
                        (wanted, _) -> raise(wanted),
                        () -> seen,
                        () -> "0.2.0",
                        new LevelRange(1, 2))
                .read(deadline);
    }

    @Test
    void aNewClusterDecidesTheNewestLevel() {
        assertThat(read()).isEqualTo(new Found(SECOND));
        assertThat(raised).containsExactly(SECOND);
    }

    @Test
    void whatWasDecidedStays() {
        row = new Found(new DecidedLevel(1, "0.1.0"));
        assertThat(read()).isEqualTo(row);
        assertThat(raised).isEmpty();
    }

    @Test
    void besideAnOlderBuildNothingIsDecided() {
        seen = List.of(reading(2), reading(1));
        assertThat(read()).isEqualTo(row);
        assertThat(raised).isEmpty();
    }

    @Test
    void whoAnswersSomethingElseIsAnOlderBuild() {
        Said refusal = Said.refusal("there is no such worker");
        seen = List.of(reading(2), SeenProcess.unseen("dc2", "gateway-service", refusal));
        assertThat(read()).isEqualTo(row);
        assertThat(raised).isEmpty();
    }

    @Test
    void whoDidNotStartYetIsNotWaitedFor() {
        Said nothing = Said.nothing("no answer");
        seen = List.of(reading(2), SeenProcess.unseen("dc2", "gateway-service", nothing));
        assertThat(read()).isEqualTo(new Found(SECOND));
    }

    @Test
    void withoutAQuorumItIsLeftToTheNextLook() {
        answers = false;
        assertThat(read()).isEqualTo(new Found(DecidedLevel.NONE));
        row = new Unavailable("no quorum", false);
        assertThat(read()).isEqualTo(row);
        assertThat(raised).hasSize(1);
    }
}
