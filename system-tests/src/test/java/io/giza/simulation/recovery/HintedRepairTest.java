package io.giza.simulation.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.DcName;
import io.giza.record.hint.HintRecord;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The missed writes of a data center are repaired once it takes writes again. */
class HintedRepairTest {
    private static final int SEEDS = 30;

    @Test
    void whatADataCenterMissedIsRepairedOnceItTakesWritesAgain() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HintingCluster fixture = new HintingCluster(simulation);
                    fixture.changeSomething(10);
                    fixture.assertNoHints();
                    fixture.rowsOf = Set.of(fixture.draw());
                    fixture.fragmentsOf = fixture.draw();
                    fixture.changeSomething(15);
                    fixture.assertHinted();
                    fixture.repairWhileAway();
                    fixture.repair();
                    fixture.assertEven();
                    fixture.assertRowsOfHintsAreRemoved();
                });
    }

    @Test
    void aWorkerOfAnotherDataCenterRepairsAtOnce() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HintingCluster fixture = new HintingCluster(simulation);
                    DcName missing = fixture.draw();
                    fixture.rowsOf = Set.of(missing);
                    fixture.put("key", 1500);
                    fixture.assertHinted();
                    fixture.rowsOf = Set.of();
                    fixture.lookElsewhere(missing);
                    assertThat(fixture.hints()).isEmpty();
                });
    }

    @Test
    void aDataCenterThatAnswersWithoutLearningIsHinted() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HintingCluster fixture = new HintingCluster(simulation);
                    fixture.deafRowsOf = fixture.draw();
                    fixture.put("key", 10);
                    fixture.assertHinted();
                    fixture.deafRowsOf = fixture.nobody;
                    fixture.repair();
                    fixture.assertEven();
                });
    }

    @Test
    void theLastFlushIgnoresThePauseBetweenHintsOfAKeySpace() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HintingCluster fixture = new HintingCluster(simulation);
                    fixture.rowsOf = Set.of(fixture.draw());
                    fixture.put("first", 10);
                    fixture.assertHinted();
                    fixture.put("second", 10);
                    fixture.flush(false);
                    assertThat(fixture.hints().toString()).doesNotContain("second");
                    fixture.flush(true);
                    assertThat(fixture.hints().toString()).contains("first", "second");
                });
    }

    @Test
    void aWholeKeySpaceIsComparedIfItMissedMoreThanHintsName() {
        Seeds.simulate(
                2,
                simulation -> {
                    HintingCluster fixture = new HintingCluster(simulation);
                    fixture.rowsOf = Set.of(fixture.draw());
                    for (int i = 0; i <= HintRecord.MAX_KEYS; i++) {
                        fixture.put("key-" + i, 10);
                    }
                    fixture.assertHinted();
                    assertThat(fixture.hints()).anyMatch(HintRecord::isOfAll);
                    fixture.repair();
                    fixture.assertEven();
                });
    }

    @Test
    void aWriteThatIsMissedDuringRepairKeepsItsHint() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HintingCluster fixture = new HintingCluster(simulation);
                    Set<DcName> away = Set.of(fixture.draw());
                    fixture.rowsOf = away;
                    fixture.put("key", 10);
                    fixture.flush();
                    fixture.rowsOf = Set.of();
                    fixture.duringRepair =
                            () -> {
                                fixture.rowsOf = away;
                                fixture.put("key", 20);
                                fixture.flush();
                                fixture.rowsOf = Set.of();
                            };
                    fixture.repair();
                    fixture.assertEven();
                });
    }

    @Test
    void hintsThatNoQuorumTakesAreKeptUntilOneDoes() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HintingCluster fixture = new HintingCluster(simulation);
                    DcName away = fixture.draw();
                    fixture.rowsOf = Set.of(away);
                    fixture.put("key", 10);
                    fixture.rowsOf = Set.copyOf(fixture.cluster.names());
                    fixture.flush();
                    fixture.rowsOf = Set.of(away);
                    fixture.assertHinted();
                    fixture.repair();
                    fixture.assertEven();
                });
    }

    @Test
    void aWorkerThatReachesNoQuorumRemovesNoHint() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HintingCluster fixture = new HintingCluster(simulation);
                    DcName away = fixture.draw();
                    fixture.rowsOf = Set.of(away);
                    fixture.put("key", 10);
                    fixture.assertHinted();
                    fixture.rowsOf = Set.of();
                    Set<DcName> others = new TreeSet<>(fixture.cluster.names());
                    others.remove(away);
                    fixture.loseForOnePage(others);
                    while (!fixture.hasLostPage) {
                        fixture.look();
                    }
                    fixture.rowsOf = Set.of();
                    assertThat(fixture.hints().toString()).contains("key");
                    fixture.repair();
                    fixture.assertEven();
                });
    }

    @Test
    void anotherDataCenterThatIsAwayHoldsUpNoRepair() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HintingCluster fixture = new HintingCluster(simulation);
                    List<DcName> dcs = fixture.cluster.names();
                    fixture.fragmentsOf = dcs.get(1);
                    fixture.put("key", 1500);
                    fixture.assertHinted();
                    fixture.fragmentsOf = fixture.nobody;
                    fixture.rowsOf = Set.of(dcs.get(2));
                    for (int i = 0; i < 20; i++) {
                        fixture.look();
                    }
                    fixture.flush();
                    assertThat(fixture.hintedDcs()).doesNotContain(dcs.get(1));
                    fixture.repair();
                    fixture.assertEven();
                });
    }

    @Test
    void aHintStaysWhileNobodyKnowsWhichFragmentsAPutLacks() {
        Seeds.simulate(
                SEEDS,
                simulation -> {
                    HintingCluster fixture = new HintingCluster(simulation);
                    fixture.rowsOf = Set.of(fixture.draw());
                    fixture.appendPutOfCrashedGateway();
                    fixture.assertHinted();
                    fixture.rowsOf = Set.of();
                    for (int i = 0; i < 20; i++) {
                        fixture.look();
                    }
                    assertThat(fixture.hints()).isNotEmpty();
                });
    }
}
