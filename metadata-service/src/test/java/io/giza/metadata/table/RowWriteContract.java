package io.giza.metadata.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.membership.Membership;
import io.giza.metadata.table.RowTable.Tag;
import io.giza.metadata.table.RowTable.TaggedRow;
import io.giza.model.ObjectKey;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What every table of rows promises to those who load and store them. */
abstract class RowWriteContract extends TableFixture {
    @Test
    void aMembershipIsReplacedOnlyAsItStands() throws Exception {
        Membership two = Membership.UNINITIALIZED.founded(2);
        assertThat(table.membership()).isEqualTo(Membership.UNINITIALIZED);

        assertThat(table.replaceMembership(two, two.raised(3))).isFalse();
        assertThat(table.replaceMembership(Membership.UNINITIALIZED, two)).isTrue();

        assertThat(table.membership()).isEqualTo(two);
        assertThat(table.keys(null, 1).keys()).isEmpty();
    }

    @Test
    void aRowOfAnEpochThatEndedIsNotWritten() throws Exception {
        assertThat(table.store(KEY, row(1), null)).isTrue();
        Tag tag = table.load(KEY).orElseThrow().tag();
        assertThat(
                        table.replaceMembership(
                                Membership.UNINITIALIZED, Membership.UNINITIALIZED.founded(2)))
                .isTrue();

        assertThat(table.store(KEY, row(1), tag)).isFalse();
        assertThat(table.store(KEY, row(2), tag)).isTrue();
    }

    @Test
    void aRowThatWasNeverStoredIsAbsent() throws Exception {
        assertThat(table.load(KEY)).isEmpty();
        assertThat(scan("", "", false, 10)).isEqualTo(new RowPage(List.of(), false));
    }

    @Test
    void aStoredRowIsLoadedAsItWas() throws Exception {
        assertThat(table.store(KEY, row(1), null)).isTrue();

        assertThat(table.load(KEY).map(TaggedRow::stored)).contains(row(1));
        assertThat(table.load(Samples.key("objects"))).isEmpty();
        assertThat(table.load(new ObjectKey(OTHER, "object"))).isEmpty();
    }

    @Test
    void onlyTheTagOfTheStoredRowLetsAnotherTakeItsPlace() throws Exception {
        assertThat(table.store(KEY, row(1), null)).isTrue();
        Tag first = tag();

        assertThat(table.store(KEY, row(2), first)).isTrue();
        assertThat(tag()).isNotEqualTo(first);
        assertThat(table.store(KEY, row(3), first)).isFalse();
        assertThat(table.store(KEY, row(3), null)).isFalse();
        assertThat(table.load(KEY).map(TaggedRow::stored)).contains(row(2));
    }

    @Test
    void aTagWithoutARowLetsNothingBeStored() throws Exception {
        assertThat(table.store(KEY, row(1), null)).isTrue();

        assertThat(table.store(Samples.key("absent"), row(1), tag())).isFalse();
        assertThat(table.load(Samples.key("absent"))).isEmpty();
    }

    @Test
    void aRowThatIsStoredAgainAsItWasHasAnotherTag() throws Exception {
        assertThat(table.store(KEY, row(1), null)).isTrue();
        Set<Tag> tags = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            assertThat(tags.add(tag())).isTrue();
            assertThat(table.store(KEY, row(1), tag())).isTrue();
        }
    }

    @Test
    void ofManyWhoRaceForOneTagExactlyOneWins() throws Exception {
        for (int round = 0; round < 10; round++) {
            Tag tag = round == 0 ? null : tag();
            int number = round * WRITERS;
            List<Boolean> stored =
                    inParallel(writer -> table.store(KEY, row(number + writer), tag));

            assertThat(stored).filteredOn(won -> won).hasSize(1);
            assertThat(table.load(KEY).map(TaggedRow::stored))
                    .contains(row(number + stored.indexOf(true)));
        }
    }

    /** Returns how far each of many writers counts; a slow table may say less. */
    public int countsEach() {
        return 5;
    }

    @Test
    void noWriteOfManyThatCountTogetherIsLost() throws Exception {
        int each = countsEach();
        List<Boolean> done =
                inParallel(
                        _ -> {
                            for (int left = each; left > 0; ) {
                                var before = table.load(KEY);
                                long epoch = before.map(b -> b.row().epoch()).orElse(0L);
                                Tag tag = before.isPresent() ? before.get().tag() : null;
                                left -= table.store(KEY, row(epoch + 1), tag) ? 1 : 0;
                            }
                            return true;
                        });

        assertThat(done).hasSize(WRITERS);
        assertThat(table.load(KEY).orElseThrow().row().epoch()).isEqualTo(WRITERS * each);
    }

    @Test
    void writersOfDifferentRowsDoNotDisturbEachOther() throws Exception {
        List<Boolean> stored =
                inParallel(writer -> table.store(Samples.key("k" + writer), row(writer), null));

        assertThat(stored).doesNotContain(false);
        for (int writer = 0; writer < WRITERS; writer++) {
            assertThat(table.load(Samples.key("k" + writer)).map(TaggedRow::stored))
                    .contains(row(writer));
        }
    }
}
