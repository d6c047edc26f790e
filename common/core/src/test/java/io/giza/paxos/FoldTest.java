package io.giza.paxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DeletionReason;
import io.giza.model.Mode;
import io.giza.model.Value;
import io.giza.model.Value.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;

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
        assertThat(Fold.newestHint(part)).isEmpty();
        assertThat(Fold.newestHint(row("1=a+ 2=b-")))
                .contains(moded(Notation.entry("1=a+"), Mode.VERSIONED));
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

        assertThat(Fold.versionState(row, 2))
                .isEqualTo(new Fold.Deleted(row.entry(2).orElseThrow()));
        assertThat(Fold.isDeleted(row, 2)).isTrue();
    }

    @Test
    void deletionsCountEvenAboveTheVersionsThatAreLookedAt() {
        Row row = row("1=a+ 2=b+ 3=c").append(deletion("d", 2));

        assertThat(Fold.fold(row, 2)).isEqualTo(newest("1=a+"));
    }

    @Test
    void aRecordDeletesNothingThatIsNotOlderThanItself() {
        Row row = Row.ABSENT.append(deletion("d", 2)).append(put("a"));

        assertThat(Fold.fold(row)).isEqualTo(new Fold.Newest(row.entry(2).orElseThrow()));
    }

    @Test
    void anAbortionThatNoRecordDecidedIsNoDeletion() {
        assertThat(Fold.isDeleted(row("1=a+ 2=b-"), 2)).isFalse();
        assertThat(Fold.versionState(row("1=a+ 2=b-"), 2)).isInstanceOf(Fold.Deleted.class);
    }

    @Test
    void whatIsNoVersionIsSaidToBeNone() {
        Row row = row("1=a+ 2=n^1");

        assertThat(Fold.versionState(row, 0)).isEqualTo(new Fold.NoVersion());
        assertThat(Fold.versionState(row, 2)).isEqualTo(new Fold.NoVersion());
        assertThat(Fold.versionState(row, 3)).isEqualTo(new Fold.NoVersion());
        assertThat(Fold.versionState(row.since(2), 1)).isEqualTo(new Fold.NeedsOlder(2));
    }

    @Test
    void aNullThatIsNotKnownToBeVisibleSupersedesNothing() {
        Row row = nulls("1=a+ 2=b 3=c-");

        assertThat(Fold.versions(row)).isEqualTo(all(row, 2, 1));
        assertThat(Fold.fold(row, 1)).isEqualTo(newest(row, 1));
    }

    @Test
    void aVisibleNullSupersedesOlderNullsAndNoVersions() {
        Row row = row("1=a+").append(mode("n", Kind.PUT, Mode.UNVERSIONED)).append(put("v"));
        Row visible = nulls(row, "4=c+");

        assertThat(Fold.versions(visible)).isEqualTo(all(visible, 4, 3, 1));
        assertThat(Fold.versionState(visible, 2))
                .isEqualTo(new Fold.Superseded(visible.entry(2).orElseThrow()));
        assertThat(Fold.isDeleted(visible, 2)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"UNVERSIONED", "HIDDEN_MARKER"})
    void aMarkerThatIsANullSupersedesOlderNullsAtOnce(Mode mode) {
        Row row = nulls("1=a+ 2=b").append(mode("m", Kind.MARKER, mode));

        assertThat(Fold.versions(row)).isEqualTo(all(row, 3));
    }

    @Test
    void deletingTheNewestNullShowsNoOlderOneAgain() {
        Row row = nulls(row("1=a+"), "2=b+ 3=c+").append(deletion("d", 3));
        Row marked =
                nulls("1=a+")
                        .append(mode("m", Kind.MARKER, Mode.UNVERSIONED))
                        .append(deletion("d", 2));

        assertThat(Fold.versions(row)).isEqualTo(all(row, 1));
        assertThat(Fold.foldNulls(row, 4)).isEqualTo(new Fold.Nothing());
        assertThat(Fold.fold(marked)).isEqualTo(new Fold.Nothing());
    }

    @Test
    void aNullThatWasGivenUpSupersededNothing() {
        Row row = nulls("1=a+ 2=b").append(ending("d", 2, DeletionReason.GIVEN_UP));

        assertThat(Fold.versions(row)).isEqualTo(all(row, 1));
    }

    @Test
    void theNewestNullIsFoundBelowNewerVersions() {
        Row row = nulls("1=a+").append(put("v")).append(mode("m", Kind.MARKER, Mode.VERSIONED));

        assertThat(Fold.foldNulls(row, 3)).isEqualTo(newest(row, 1));
        assertThat(Fold.foldNulls(row.since(2), 3)).isEqualTo(new Fold.NeedsOlder(2));
        assertThat(Fold.fold(row)).isEqualTo(newest(row, 3));
    }

    @Test
    void aRecordWithAnEndingThatNobodyKnowsIsRefused() {
        Value put = Notation.value("d");
        Bytes body = Bytes.copyOf(new byte[] {7});
        Row row =
                row("1=a+")
                        .append(
                                new Value(
                                        1,
                                        put.id(),
                                        0,
                                        put.op(),
                                        new Command.DeleteVersion(1, body)));

        assertThatThrownBy(() -> Fold.fold(row)).isInstanceOf(IllegalArgumentException.class);
    }

    private static Value deletion(String name, long version) {
        return ending(name, version, DeletionReason.DELETED);
    }

    private static Value ending(String name, long version, DeletionReason ending) {
        Value put = Notation.value(name);
        return new Value(
                put.format(),
                put.id(),
                0,
                put.op(),
                new Command.DeleteVersion(version, ending.body(Instant.EPOCH)));
    }

    /** A row of versions, of which none supersedes another. */
    private static Row row(String log) {
        return moded(Notation.row(log, "0 -"), Mode.VERSIONED);
    }

    private static Row nulls(String log) {
        return moded(Notation.row(log, "0 -"), Mode.UNVERSIONED);
    }

    private static Row nulls(Row before, String log) {
        return before.learn(
                Arrays.stream(log.split(" "))
                        .map(each -> moded(Notation.entry(each), Mode.UNVERSIONED))
                        .toList());
    }

    private static Row moded(Row row, Mode mode) {
        List<Entry> log = row.log().stream().map(entry -> moded(entry, mode)).toList();
        return new Row(row.epoch(), row.generation(), row.fence(), row.chosen(), log, row.open());
    }

    private static Entry moded(Entry entry, Mode mode) {
        Value value = entry.value();
        return value.kind() != Kind.PUT
                ? entry
                : new Entry(
                        entry.version(),
                        new Value(
                                value.format(),
                                value.id(),
                                value.base(),
                                value.op(),
                                Command.of(value.kind(), mode.argument(), value.body())),
                        entry.resolution());
    }

    private static Fold.Newest newest(String entry) {
        return new Fold.Newest(moded(Notation.entry(entry), Mode.VERSIONED));
    }

    private static Fold.Newest newest(Row row, long version) {
        return new Fold.Newest(row.entry(version).orElseThrow());
    }

    private static Fold.All all(Row row, long... versions) {
        return new Fold.All(
                Arrays.stream(versions)
                        .mapToObj(version -> row.entry(version).orElseThrow())
                        .toList());
    }

    private static Value put(String name) {
        return mode(name, Kind.PUT, Mode.VERSIONED);
    }

    private static Value mode(String name, Kind kind, Mode mode) {
        Value put = Notation.value(name);
        return new Value(
                put.format(), put.id(), 0, put.op(), Command.of(kind, mode.argument(), put.body()));
    }

    private static Value of(String name, Kind kind) {
        if (kind == Kind.MARKER) {
            return mode(name, kind, Mode.VERSIONED);
        }
        Value put = Notation.value(name);
        return new Value(put.format(), put.id(), 0, put.op(), Command.of(kind, 0, Bytes.EMPTY));
    }
}
