package io.giza.wire;

import static io.giza.record.RandomRecords.any;
import static io.giza.record.RandomRecords.ballot;
import static io.giza.record.RandomRecords.bucket;
import static io.giza.record.RandomRecords.bytes;
import static io.giza.record.RandomRecords.entries;
import static io.giza.record.RandomRecords.number;
import static io.giza.record.RandomRecords.row;
import static io.giza.record.RandomRecords.text;
import static io.giza.record.RandomRecords.uuid;
import static io.giza.record.RandomRecords.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.erasure.StripeLayout;
import io.giza.membership.Membership;
import io.giza.membership.Occupant;
import io.giza.membership.StoreIdentity;
import io.giza.membership.StoreProgress;
import io.giza.model.Coding;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.Entry;
import io.giza.paxos.Instance;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.paxos.Slot;
import io.giza.record.FragmentName;
import io.giza.record.SeededTest;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.History;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.Range;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentInventory.Examination;
import io.giza.stripe.FragmentInventory.Finding;
import io.giza.stripe.FragmentInventory.Item;
import io.giza.stripe.FragmentInventory.Page;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Whatever message is written is read as it was. */
class MessageRoundTripTest {
    @SeededTest
    void aRequestToARowAndItsReplyAreReadAsTheyWereWritten(long seed) {
        Random random = new Random(seed);
        Message message =
                new Message(key(random), request(random), orNull(random, () -> key(random)));
        Answer answer = new Answer(reply(random), orNull(random, () -> row(random)));

        assertThat(MessageCodec.decodeMessage(MessageCodec.encode(message))).isEqualTo(message);
        assertThat(MessageCodec.decodeAnswer(MessageCodec.encode(answer))).isEqualTo(answer);
    }

    @SeededTest
    void scansAndHistoriesAreReadAsTheyWereWritten(long seed) {
        Random random = new Random(seed);
        Scan scan =
                new Scan(
                        number(random),
                        bucket(random),
                        text(random),
                        text(random),
                        random.nextBoolean(),
                        random.nextInt(Integer.MAX_VALUE),
                        random.nextBoolean());
        List<NamedRow> rows = several(random, () -> new NamedRow(text(random), row(random)));
        RowPage page = new RowPage(rows, !rows.isEmpty() && random.nextBoolean());
        long first = 1 + number(random) / 2;
        Range range =
                new Range(
                        key(random),
                        first,
                        first + number(random) / 4,
                        any(random, Range.Kept.values()));
        History history = new History(number(random), entries(random, first, random.nextInt(4)));

        assertThat(ScanCodec.decodeScan(ScanCodec.encode(scan))).isEqualTo(scan);
        assertThat(ScanCodec.decodePage(ScanCodec.encode(page))).isEqualTo(page);
        assertThat(HistoryCodec.decodeRange(HistoryCodec.encode(range))).isEqualTo(range);
        assertThat(HistoryCodec.decodeHistory(HistoryCodec.encode(history))).isEqualTo(history);
    }

    @SeededTest
    void ordersAndWhatAnswersThemAreReadAsTheyWereWritten(long seed) {
        Random random = new Random(seed);
        TableOrder order = order(random);
        Membership membership = membership(random);
        List<ObjectKey> keys = several(random, () -> key(random));
        TableReport report =
                new TableReport(membership, keys, !keys.isEmpty() && random.nextBoolean());
        Examination examination = new Examination(any(random, Finding.values()), number(random));

        assertThat(TableCodec.decodeOrder(TableCodec.encode(order))).isEqualTo(order);
        assertThat(TableCodec.decodeReport(TableCodec.encode(report))).isEqualTo(report);
        assertThat(TableCodec.decodeAnswer(TableCodec.encodeAnswer(membership)))
                .isEqualTo(membership);
        assertThat(MembershipCodec.decode(MembershipCodec.encode(membership)))
                .isEqualTo(membership);
        assertThat(InventoryCodec.decodeExamination(InventoryCodec.encode(examination)))
                .isEqualTo(examination);
    }

    @SeededTest
    void anInventoryIsReadAsItWasWritten(long seed) {
        Random random = new Random(seed);
        List<Item> items = several(random, () -> item(random));
        Page page = new Page(items, !items.isEmpty() && random.nextBoolean());

        assertThat(InventoryCodec.decode(InventoryCodec.encode(page))).isEqualTo(page);
    }

    private static Item item(Random random) {
        FragmentId id =
                new FragmentId("default", key(random), new PutId(uuid(random)), random.nextInt(3));
        FragmentHeader header =
                new FragmentHeader(
                        any(random, FragmentHeader.Kind.values()),
                        id,
                        new StripeLayout(new Coding.ReedSolomon(2, 1), 4 << 20, 1 << 30),
                        number(random),
                        number(random));
        return new Item(
                FragmentName.of(id).path(),
                Optional.ofNullable(orNull(random, () -> header)),
                number(random),
                Duration.ofMillis(number(random)));
    }

    private static Request request(Random random) {
        long epoch = number(random);
        Instance at = new Instance(epoch, number(random), 1 + number(random) / 2);
        List<Entry> tail = entries(random, 1 + number(random) / 2, random.nextInt(3));
        return switch (random.nextInt(8)) {
            case 0 -> new Request.Read(epoch, number(random));
            case 1 -> new Request.PreAccept(at, value(random), tail);
            case 2 -> new Request.Prepare(at, ballot(random), tail);
            case 3 -> new Request.Accept(at, ballot(random), value(random), tail);
            case 4 -> new Request.Commit(epoch, number(random), tail);
            case 5 -> new Request.Remove(epoch, number(random));
            case 6 -> new Request.Truncate(epoch, number(random), deletion(random));
            default -> new Request.Seed(epoch, seed(random, epoch));
        };
    }

    private static Entry deletion(Random random) {
        long version = 1 + number(random) / 4;
        Value value =
                new Value(
                        1,
                        new PutId(uuid(random)),
                        0,
                        new OpId(uuid(random)),
                        new Command.DeleteVersion(version, bytes(random)));
        return Entry.learned(version + 1 + number(random) / 4, value);
    }

    private static Row seed(Random random, long epoch) {
        List<Entry> log = entries(random, 1, random.nextInt(4));
        Ballot promised = new Ballot(epoch, 2, uuid(random), number(random));
        Slot open = new Slot(promised, null);
        return new Row(epoch, number(random), number(random), log.size(), log, open);
    }

    private static Reply reply(Random random) {
        Row row = row(random);
        return switch (random.nextInt(11)) {
            case 0 -> new Reply.Voted(row);
            case 1 -> new Reply.Promised(row);
            case 2 -> new Reply.Accepted(row);
            case 3 -> new Reply.Nacked(row);
            case 4 -> new Reply.Chosen(row);
            case 5 -> new Reply.Lagging(row);
            case 6 -> new Reply.Fenced(row);
            case 7 -> new Reply.Already(row, number(random));
            case 8 -> new Reply.StaleEpoch(row);
            case 9 -> new Reply.NotReady(row);
            default -> new Reply.Current(row);
        };
    }

    private static TableOrder order(Random random) {
        long epoch = epoch(random);
        return switch (random.nextInt(6)) {
            case 0 -> new TableOrder.Raise(epoch, members(random));
            case 1 -> new TableOrder.Join(epoch, life(random), members(random));
            case 2 -> new TableOrder.Seat(epoch, members(random), occupant(random));
            case 3 -> new TableOrder.Activate(epoch);
            case 4 ->
                    new TableOrder.Keys(
                            epoch,
                            orNull(random, () -> key(random)),
                            1 + random.nextInt(Integer.MAX_VALUE));
            default -> new TableOrder.Note(epoch, several(random, () -> progress(random)));
        };
    }

    private static Membership membership(Random random) {
        long epoch = epoch(random);
        return new Membership(
                orNull(random, () -> new StoreIdentity("prod", dc(random), "5f3a")),
                epoch,
                random.nextLong(epoch + 1),
                any(random, Membership.State.values()),
                members(random),
                several(random, () -> occupant(random)),
                several(random, () -> progress(random)));
    }

    private static Occupant occupant(Random random) {
        return new Occupant(dc(random), any(random, Occupant.Part.values()), life(random));
    }

    private static StoreProgress progress(Random random) {
        return new StoreProgress(
                dc(random),
                any(random, Occupant.Part.values()),
                number(random),
                life(random),
                number(random));
    }

    private static long epoch(Random random) {
        return random.nextLong(1, Membership.LAST_EPOCH + 1);
    }

    private static String life(Random random) {
        return random.nextBoolean() ? "" : Integer.toHexString(random.nextInt());
    }

    private static String members(Random random) {
        return random.nextBoolean() ? "" : "dc1,dc2,dc3;dc2@" + epoch(random);
    }

    private static DcName dc(Random random) {
        return new DcName("dc" + random.nextInt(1, 12));
    }

    private static ObjectKey key(Random random) {
        return new ObjectKey(bucket(random), "k" + text(random));
    }

    private static <T> List<T> several(Random random, Supplier<T> each) {
        return Stream.generate(each).limit(random.nextInt(4)).toList();
    }

    private static <T> @Nullable T orNull(Random random, Supplier<T> each) {
        return random.nextBoolean() ? null : each.get();
    }
}
