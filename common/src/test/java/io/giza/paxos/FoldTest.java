package io.giza.paxos;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Value;
import io.giza.model.Value.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FoldTest {
    @Test
    void theNewestPutIsTheObjectWhetherItsDataIsKnownOrNot() {
        assertThat(Fold.fold(row("1=a+ 2=b"))).isEqualTo(newest("2=b"));
    }

    @Test
    void anAbortedPutNeverWas() {
        assertThat(Fold.fold(row("1=a+ 2=b-"))).isEqualTo(newest("1=a+"));
        assertThat(Fold.fold(row("1=a-"))).isEqualTo(new Fold.Nothing());
    }

    @Test
    void aMarkerIsWhatTheObjectIs() {
        Row row = row("1=a+").append(of("m", Kind.MARKER));

        assertThat(Fold.fold(row)).isEqualTo(new Fold.Newest(row.entry(2).orElseThrow()));
    }

    @ParameterizedTest
    @EnumSource(names = {"DELETE_VERSIONS", "ANNOTATE", "NO_OP", "REMOVE", "DROP"})
    void recordsThatArePartOfNoObjectAreSkipped(Kind kind) {
        assertThat(Fold.fold(row("1=a+").append(of("x", kind)))).isEqualTo(newest("1=a+"));
        assertThat(Fold.fold(Row.ABSENT.append(of("x", kind)))).isEqualTo(new Fold.Nothing());
    }

    @Test
    void laterVersionsThanAskedForDoNotCount() {
        assertThat(Fold.fold(row("1=a+ 2=b+"), 1)).isEqualTo(newest("1=a+"));
        assertThat(Fold.fold(row("1=a+ 2=b+"), 0)).isEqualTo(new Fold.Nothing());
    }

    @Test
    void aPartOfTheLogThatDoesNotTellAsksForTheRest() {
        Row part = row("1=a+ 2=b- 3=n^1").since(2);

        assertThat(Fold.fold(part)).isEqualTo(new Fold.NeedsOlder(2));
        assertThat(Fold.hint(part)).isEmpty();
        assertThat(Fold.hint(row("1=a+ 2=b-"))).contains(Notation.entry("1=a+"));
    }

    @Test
    void anUntouchedRowIsNothing() {
        assertThat(Fold.fold(Row.ABSENT)).isEqualTo(new Fold.Nothing());
    }

    @Test
    void deletingTheNewestVersionShowsTheOneBeforeItAgain() {
        Row row = row("1=a+ 2=b+").append(deletion("d", 2));

        assertThat(Fold.fold(row)).isEqualTo(newest("1=a+"));
        assertThat(Fold.fold(row.append(deletion("e", 1)))).isEqualTo(new Fold.Nothing());
    }

    @Test
    void deletingAMarkerUndoesTheDeletion() {
        Row row = row("1=a+").append(of("m", Kind.MARKER)).append(deletion("d", 2));

        assertThat(Fold.fold(row)).isEqualTo(newest("1=a+"));
    }

    @Test
    void aVersionThatIsKnownToBeVisibleIsDeletedAllTheSame() {
        Row row = row("1=a+ 2=b+").append(deletion("d", 2));

        assertThat(Fold.standing(row, 2)).isEqualTo(new Fold.Deleted(row.entry(2).orElseThrow()));
        assertThat(Fold.isDeleted(row, 2)).isTrue();
    }

    @Test
    void deletionsCountEvenAboveTheVersionsThatAreLookedAt() {
        Row row = row("1=a+ 2=b+ 3=c").append(deletion("d", 2));

        assertThat(Fold.fold(row, 2)).isEqualTo(newest("1=a+"));
    }

    @Test
    void aRecordDeletesNothingThatIsNotOlderThanItself() {
        Row row = Row.ABSENT.append(deletion("d", 2)).append(Notation.value("a"));

        assertThat(Fold.fold(row)).isEqualTo(new Fold.Newest(row.entry(2).orElseThrow()));
    }

    @Test
    void anAbortionThatNoRecordDecidedIsNoDeletion() {
        assertThat(Fold.isDeleted(row("1=a+ 2=b-"), 2)).isFalse();
        assertThat(Fold.standing(row("1=a+ 2=b-"), 2)).isInstanceOf(Fold.Deleted.class);
    }

    @Test
    void whatIsNoVersionIsSaidToBeNone() {
        Row row = row("1=a+ 2=n^1");

        assertThat(Fold.standing(row, 0)).isEqualTo(new Fold.NoVersion());
        assertThat(Fold.standing(row, 2)).isEqualTo(new Fold.NoVersion());
        assertThat(Fold.standing(row, 3)).isEqualTo(new Fold.NoVersion());
        assertThat(Fold.standing(row.since(2), 1)).isEqualTo(new Fold.NeedsOlder(2));
    }

    private static Value deletion(String name, long version) {
        Value put = Notation.value(name);
        return new Value(
                put.format(), put.id(), Kind.DELETE_VERSIONS, 0, version, put.op(), put.body());
    }

    private static Row row(String log) {
        return Notation.row(log, "0 -");
    }

    private static Fold.Newest newest(String entry) {
        return new Fold.Newest(Notation.entry(entry));
    }

    private static Value of(String name, Kind kind) {
        Value put = Notation.value(name);
        return new Value(put.format(), put.id(), kind, 0, 0, put.op(), put.body());
    }
}
