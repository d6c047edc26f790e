package io.giza.paxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.giza.model.Command;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry.Resolution;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Random;

class RowTest {
    @ParameterizedTest(name = "[{0}] learns [{1}]: [{2}]")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    ''      | 1=a         | 1=a
                    ''      | 1=a 2=b     | 1=a 2=b
                    1=a     | 1=a 2=b     | 1=a 2=b
                    1=a     | 3=c         | 1=a
                    1=a     | 3=c 2=b     | 1=a 2=b
                    1=a     | ''          | 1=a
                    1=a     | 1=a+        | 1=a+
                    1=a     | 1=a-        | 1=a-
                    1=a+    | 1=a         | 1=a+
                    1=a+    | 1=a-        | 1=a+
                    1=a-    | 1=a+        | 1=a-
                    1=a     | 2=b+        | 1=a 2=b+
                    """)
    void learnsWhatComesNextAndWhatBecameOfItsData(String log, String learned, String after) {
        assertThat(Notation.row(log, "0 -").learn(Notation.entries(learned)))
                .isEqualTo(Notation.row(after, "0 -"));
    }

    @Test
    void resolvingAVersionLeavesTheOpenInstanceAlone() {
        Row row = Notation.row("1=a", "2b 0:v");

        assertThat(row.learn(Notation.entries("1=a+")).open()).isEqualTo(row.open());
        assertThat(row.learn(Notation.entries("2=b")).open()).isEqualTo(Slot.UNTOUCHED);
    }

    @Test
    void onlyNoOpsAndRemovalsRaiseTheFence() {
        assertThat(Row.ABSENT.learn(Notation.entries("1=a@5")).fence()).isZero();
        assertThat(Row.ABSENT.learn(Notation.entries("1=a 2=n^4")).fence()).isEqualTo(4);
        assertThat(Row.ABSENT.learn(Notation.entries("1=n^4 2=m^3")).fence()).isEqualTo(4);
    }

    @Test
    void aVersionHasOneValueForEver() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Notation.row("1=a", "0 -").learn(Notation.entries("1=b")))
                .withMessageContaining("two values chosen as one version");
    }

    @Test
    void aLogWithAGapOrBeforeTheFirstVersionIsNoRow() {
        assertThatIllegalStateException().isThrownBy(() -> rowOf(3, "1=a 3=c"));
        assertThatIllegalStateException().isThrownBy(() -> rowOf(3, "1=a 2=b"));
        assertThatIllegalStateException().isThrownBy(() -> rowOf(0, "0=a"));
        assertThatIllegalStateException().isThrownBy(() -> rowOf(-1, ""));
    }

    @Test
    void aRowThatHoldsTheNewestPartOfItsLogKnowsWhatItHolds() {
        Row row = rowOf(4, "3=c 4=d");

        assertThat(row.firstHeld()).isEqualTo(3);
        assertThat(row.entry(2)).isEmpty();
        assertThat(row.entry(3)).contains(Notation.entry("3=c"));
        assertThat(row.entry(5)).isEmpty();
        assertThat(row.from(1)).isEqualTo(row.log());
        assertThat(row.from(4)).containsExactly(Notation.entry("4=d"));
        assertThat(row.from(5)).isEmpty();
        assertThat(row.since(4)).isEqualTo(rowOf(4, "4=d"));
        assertThat(row.since(9)).isEqualTo(rowOf(4, ""));
        assertThat(rowOf(4, "").firstHeld()).isEqualTo(5);
    }

    @Test
    void whatIsSaidOfAVersionThatIsNotHeldIsIgnored() {
        Row row = rowOf(4, "3=c 4=d");

        assertThat(row.learn(Notation.entries("1=z+"))).isSameAs(row);
    }

    @Test
    void appendingIsLearningTheNextVersion() {
        assertThat(Notation.row("1=a", "2a 0:b").append(Notation.value("b")))
                .isEqualTo(Notation.row("1=a 2=b", "0 -"));
    }

    @Test
    void aResolutionIsSetOnceAndNeverTakenBack() {
        Entry entry = Notation.entry("1=a");

        assertThat(entry.resolvedBy(Resolution.UNRESOLVED)).isSameAs(entry);
        assertThat(entry.resolvedBy(Resolution.VISIBLE).resolvedBy(Resolution.ABORTED))
                .isEqualTo(Notation.entry("1=a+"));
    }

    @Test
    void thatAVersionIsDegradedOutlivesThatItIsVisibleInWhicheverOrderTheyAreTold() {
        Entry entry = Notation.entry("1=a");
        Entry degraded = entry.resolvedBy(Resolution.DEGRADED);

        assertThat(degraded.isVisible()).isTrue();
        assertThat(degraded.resolvedBy(Resolution.VISIBLE)).isSameAs(degraded);
        assertThat(entry.resolvedBy(Resolution.VISIBLE).resolvedBy(Resolution.DEGRADED))
                .isEqualTo(degraded);
        assertThat(entry.resolvedBy(Resolution.ABORTED).resolvedBy(Resolution.DEGRADED))
                .isEqualTo(Notation.entry("1=a-"));
        assertThat(degraded.resolvedBy(Resolution.ABORTED)).isSameAs(degraded);
    }

    @Test
    void whatARecordCallsVisibleIsSoInEveryRowThatHoldsBoth() {
        Row row = Notation.row("1=a 2=b", "0 -");
        Value record =
                new Value(
                        1,
                        PutId.random(new Random(1)),
                        0,
                        OpId.random(new Random(2)),
                        new Command.Visible(1));

        Row after = row.append(record);
        assertThat(after.entry(1).orElseThrow().isVisible()).isTrue();
        assertThat(after.entry(2).orElseThrow().isVisible()).isFalse();
        assertThat(after.since(2).precededBy(row.since(1).log().subList(0, 1))).isEqualTo(after);
        assertThat(after.learn(Notation.entries("1=a-"))).isEqualTo(after);
    }

    @Test
    void whatWasRepairedIsNotDegradedAgainByWhatIsToldLate() {
        Entry entry = Notation.entry("1=a");
        Entry repaired = entry.resolvedBy(Resolution.DEGRADED).resolvedBy(Resolution.REPAIRED);

        assertThat(repaired.isVisible()).isTrue();
        assertThat(repaired.resolvedBy(Resolution.DEGRADED)).isSameAs(repaired);
        assertThat(repaired.resolvedBy(Resolution.ABORTED)).isSameAs(repaired);
        assertThat(entry.resolvedBy(Resolution.REPAIRED)).isEqualTo(repaired);
        assertThat(entry.resolvedBy(Resolution.VISIBLE).resolvedBy(Resolution.REPAIRED))
                .isEqualTo(repaired);
    }

    private static Row rowOf(long chosen, String log) {
        return new Row(1, 0, 0, chosen, Notation.entries(log), Slot.UNTOUCHED);
    }
}
