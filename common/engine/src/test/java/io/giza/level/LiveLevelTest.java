package io.giza.level;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.giza.concurrent.Deadline;
import io.giza.record.FormatException;

import org.junit.jupiter.api.Test;

/** What a process makes of the level that it is told. */
class LiveLevelTest {
    private static final Deadline DEADLINE = new Deadline(0);
    private static final LevelRange RANGE = new LevelRange(2, 3);

    private LevelRow.ReadResult told = new LevelRow.Unavailable("nobody answers", false);
    private final LiveLevel level = new LiveLevel(_ -> told, RANGE);

    private LiveLevel.State look(int number) {
        told = new LevelRow.Found(new DecidedLevel(number, "9.8.7"));
        return level.look(DEADLINE);
    }

    @Test
    void nothingIsServedAsLongAsNobodyTellsTheLevel() {
        assertThat(level.isServed()).isFalse();
        assertThat(level.look(DEADLINE)).isEqualTo(new LiveLevel.Unknown());
        assertThat(level.isServed()).isFalse();
        assertThat(level.written()).isZero();
        assertThat(level.refusal(2, "a quota", DEADLINE))
                .hasValueSatisfying(it -> assertThat(it).contains("no known level"));
    }

    @Test
    void whatIsWrittenRisesWithTheLevelAndDoesNotFall() {
        look(2);
        assertThat(level.written()).isEqualTo(2);
        look(3);
        assertThat(level.written()).isEqualTo(3);
        look(2);
        assertThat(level.written()).as("an answer that was overtaken").isEqualTo(3);
        told = new LevelRow.Unavailable("nobody answers", false);
        level.look(DEADLINE);
        assertThat(level.isServed()).isTrue();
    }

    @Test
    void aLevelAboveWhatTheProcessReadsEndsItForGoodAndSaysWhatToInstall() {
        look(2);
        assertThat(look(4))
                .isEqualTo(
                        new LiveLevel.Foreign(
                                "the cluster is at format level 4, and this release reads up to"
                                        + " level 3: install Giza 9.8.7 or later"));
        assertThat(level.isServed()).isFalse();
        assertThat(level.written()).isZero();
        look(3);
        assertThat(level.isServed()).as("after an answer that was overtaken").isFalse();
    }

    @Test
    void aLevelThatTheProcessNoLongerWritesEndsItToo() {
        assertThat(look(1))
                .isInstanceOfSatisfying(
                        LiveLevel.Foreign.class,
                        it ->
                                assertThat(it.sentence())
                                        .contains("at format level 1")
                                        .contains("levels 2 to 3")
                                        .contains("giza upgrade finalize"));
    }

    @Test
    void aLevelThatCannotBeReadIsNotPassedOver() {
        LiveLevel unreadable =
                new LiveLevel(
                        _ -> {
                            throw new FormatException("level has format 2");
                        },
                        RANGE);

        assertThat(unreadable.look(DEADLINE))
                .isInstanceOfSatisfying(
                        LiveLevel.Foreign.class,
                        it -> assertThat(it.sentence()).contains("level has format 2"));
    }

    @Test
    void whatNeedsALaterLevelIsRefusedUntilTheClusterIsThere() {
        look(2);
        assertThat(level.refusal(2, "a quota", DEADLINE)).isEmpty();
        assertThat(level.refusal(3, "a lock", DEADLINE))
                .hasValue(
                        "a lock needs format level 3, and the cluster writes level 2: once every"
                                + " process runs this release, run 'giza upgrade finalize'");
        told = new LevelRow.Found(new DecidedLevel(3, ""));
        assertThat(level.refusal(3, "a lock", DEADLINE)).as("it looks again").isEmpty();
    }

    @Test
    void noReleaseHasNoLevels() {
        assertThatIllegalArgumentException().isThrownBy(() -> new LevelRange(0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new LevelRange(3, 2));
        assertThatIllegalArgumentException().isThrownBy(() -> new DecidedLevel(0, ""));
    }
}
