package io.giza.simulation.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.testkit.fixture.Seeds;
import io.giza.usage.Usage;
import io.giza.usage.UsageRecord;

import org.junit.jupiter.api.Test;

import java.util.Map;

/** What sweeps say that buckets hold. */
class UsageTest {
    private static final int SEEDS = 10;

    /** Objects of more bytes have fragments. */
    private static final int LARGE = 1500;

    private static final int SMALL = 20;

    @Test
    void aBucketHoldsItsVersionsItsMarkersAndItsUploads() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    SweptCluster swept = new SweptCluster(simulation);
                    swept.put("plain", "large", LARGE);
                    swept.put("plain", "small", SMALL);
                    swept.put("plain", "over", LARGE);
                    swept.put("plain", "over", LARGE + 1);
                    swept.put("plain", "gone", LARGE);
                    swept.delete("plain", "gone");
                    swept.versioned("versions");
                    swept.put("versions", "k", LARGE);
                    swept.put("versions", "k", LARGE);
                    swept.put("versions", "marked", SMALL);
                    swept.delete("versions", "marked");
                    swept.rest();

                    // What is deleted and replaced leaves the stores in the first of them.
                    swept.sweep();
                    swept.sweep();

                    long plain = LARGE + SMALL + LARGE + 1;
                    assertThat(swept.usage("plain"))
                            .isEqualTo(
                                    new Usage(3, 3, 0, plain, 0, 0, swept.stored("plain", SMALL)));
                    assertThat(swept.usage("versions"))
                            .isEqualTo(
                                    new Usage(
                                            1,
                                            3,
                                            1,
                                            2 * LARGE + SMALL,
                                            0,
                                            0,
                                            swept.stored("versions", SMALL)));
                    assertThat(swept.byAccount())
                            .isEqualTo(
                                    Map.of(
                                            "default",
                                            swept.usage("plain").plus(swept.usage("versions"))));
                });
    }

    @Test
    void partsCountOnceAsWhatTheyAre() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    SweptCluster swept = new SweptCluster(simulation);
                    var open = swept.begin("plain", "open");
                    swept.part("plain", "open", open, 1, LARGE);
                    swept.part("plain", "open", open, 1, LARGE);
                    swept.part("plain", "open", open, 2, SMALL);
                    var made = swept.begin("plain", "made");
                    swept.part("plain", "made", made, 1, LARGE);
                    swept.part("plain", "made", made, 2, LARGE);
                    swept.part("plain", "made", made, 3, LARGE);
                    swept.complete("plain", "made", made, 1, 2);
                    var aborted = swept.begin("plain", "aborted");
                    swept.part("plain", "aborted", aborted, 1, LARGE);
                    swept.abort("plain", "aborted", aborted);
                    swept.rest();

                    swept.sweep();
                    swept.sweep();

                    long parts = 2 * LARGE + SMALL;
                    assertThat(swept.usage("plain"))
                            .isEqualTo(
                                    new Usage(
                                            1,
                                            1,
                                            0,
                                            2 * LARGE,
                                            1,
                                            parts,
                                            swept.stored("plain", SMALL)));
                });
    }

    @Test
    void anUploadWhoseGatewayDiedOnceTheObjectWasThereCountsOnce() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    SweptCluster swept = new SweptCluster(simulation);
                    var made = swept.begin("plain", "made");
                    swept.part("plain", "made", made, 1, LARGE);
                    swept.completeAndDie("plain", "made", made, 1);
                    swept.rest();

                    swept.sweep();

                    assertThat(swept.isCompleting("plain", "made", made)).isTrue();
                    assertThat(swept.usage("plain"))
                            .isEqualTo(new Usage(1, 1, 0, LARGE, 0, 0, swept.stored("plain", 0)));
                });
    }

    @Test
    void aSweepThatIsBrokenOffSaysNothing() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    SweptCluster swept = new SweptCluster(simulation);
                    for (int i = 0; i < 8; i++) {
                        swept.put("plain", "key-" + i, SMALL);
                    }
                    swept.rest();
                    for (int rows = 0; rows < 8; rows++) {
                        assertThat(swept.sweepRows(rows)).isFalse();
                        assertThat(swept.record("plain")).isEmpty();
                    }
                    swept.sweep();
                    UsageRecord whole = swept.record("plain").orElseThrow();
                    swept.put("plain", "another", SMALL);

                    assertThat(swept.sweepRows(8)).isFalse();
                    assertThat(swept.record("plain")).contains(whole);
                    swept.sweep();
                    assertThat(swept.usage("plain").objects()).isEqualTo(9);
                });
    }

    @Test
    void ofTwoSweepsTheOneThatBeganLaterCounts() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    SweptCluster swept = new SweptCluster(simulation);
                    swept.put("plain", "first", SMALL);
                    swept.rest();
                    // A worker that lost its lease goes on, once another did all of it.
                    swept.sweepAround(
                            () -> {
                                swept.put("plain", "second", SMALL);
                                swept.rest();
                                swept.sweep();
                            });

                    assertThat(swept.usage("plain").objects()).isEqualTo(2);
                });
    }

    @Test
    void aBucketThatIsGoneHoldsNothingAndSumsBeginAnew() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    SweptCluster swept = new SweptCluster(simulation);
                    for (int i = 0; i < 120; i++) {
                        swept.put("plain", "key", SMALL + i);
                        swept.sweep();
                        assertThat(swept.usage("plain").bytes()).isEqualTo(SMALL + i);
                        assertThat(swept.logLength("plain")).isLessThanOrEqualTo(101);
                    }
                    swept.delete("plain", "key");
                    swept.deleteBucket("plain");
                    swept.rest();

                    swept.sweep();

                    assertThat(swept.record("plain")).isEmpty();
                    assertThat(swept.byAccount().getOrDefault("default", Usage.NONE))
                            .isEqualTo(Usage.NONE);
                });
    }
}
