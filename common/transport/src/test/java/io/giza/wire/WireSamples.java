package io.giza.wire;

import io.giza.erasure.StripeLayout;
import io.giza.membership.Membership;
import io.giza.membership.Occupant;
import io.giza.membership.StoreIdentity;
import io.giza.membership.StoreProgress;
import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.Coding.ReedSolomon;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.Entry;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Instance;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Retries;
import io.giza.paxos.Row;
import io.giza.paxos.Slot;
import io.giza.paxos.Vote;
import io.giza.record.FragmentName;
import io.giza.record.Segment;
import io.giza.record.SegmentList;
import io.giza.record.StoredRow;
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
import io.giza.stripe.FragmentInventory;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A row, and a message of each type, the same on every call; records are {@link RecordSamples}. */
public final class WireSamples {
    static final BucketId BUCKET =
            new BucketId(UUID.fromString("01020304-0506-0708-090a-0b0c0d0e0f10"));
    static final Value VALUE =
            value(1, Value.Kind.PUT, Bytes.copyOf("body".getBytes(StandardCharsets.UTF_8)));
    static final Value BLIND = VALUE.with(new Command.Put(Mode.BLIND, VALUE.body()));
    static final Ballot CLASSIC =
            new Ballot(300, 2, UUID.fromString("aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"), 129);
    static final Entry ENTRY = new Entry(2, VALUE, Resolution.VISIBLE);
    static final Row ROW =
            new Row(
                    7,
                    0,
                    5,
                    2,
                    List.of(
                            new Entry(
                                    1,
                                    value(9, Value.Kind.NO_OP, Bytes.EMPTY),
                                    Resolution.UNRESOLVED),
                            ENTRY),
                    new Slot(CLASSIC, new Vote(Ballot.FAST, VALUE)));
    static final Row RETRIED =
            new Row(
                    7,
                    0,
                    5,
                    2,
                    List.of(ENTRY),
                    Slot.UNTOUCHED,
                    new Retries(
                            List.of(
                                    VALUE.op()
                                            .ofAttempt(
                                                    Instant.parse("2026-11-29T10:20:30Z"), true)),
                            Instant.parse("2026-11-29T10:20:29Z")));
    static final Row SEEDED = new Row(300, 0, 5, 2, ROW.log(), new Slot(CLASSIC, null));
    static final Segment SEGMENT = new Segment(List.of(new Entry(299, VALUE, Resolution.ABORTED)));
    static final StoredRow STORED_ROW =
            new StoredRow(
                    new Row(
                            7,
                            1,
                            5,
                            301,
                            List.of(
                                    new Entry(300, VALUE, Resolution.UNRESOLVED),
                                    new Entry(301, VALUE, Resolution.VISIBLE)),
                            Slot.UNTOUCHED),
                    new SegmentList(List.of(1L, 60L, 299L)));
    static final Value VISIBLE_RECORD = value(12, Value.Kind.VISIBLE, Bytes.EMPTY);

    private static final ObjectKey KEY = new ObjectKey(BUCKET, "photos/\uD83D\uDE00 one.jpg");

    private WireSamples() {}

    static Value value(int number, Value.Kind kind, Bytes body) {
        return new Value(
                1,
                new PutId(new UUID(0x1111, number)),
                number + 127L,
                new OpId(new UUID(0x2222, number)),
                Command.of(kind, kind == Value.Kind.NO_OP ? 5 : 0, body));
    }

    /** Returns the value whose body is {@code body}. */
    public static Value put(Bytes body) {
        return value(3, Value.Kind.PUT, body);
    }

    /** Returns the same in another format. */
    public static Value put(int format, Bytes body) {
        Value first = put(body);
        return new Value(format, first.id(), first.base(), first.op(), first.command());
    }

    /** Returns a message of each type, by the name of its golden file. */
    static Map<String, Message> messages() {
        Instance at = new Instance(7, 0, 3);
        List<Entry> tail = List.of(ENTRY);
        Map<String, Message> all = new LinkedHashMap<>();
        all.put("read", message(new Request.Read(7, 0)));
        all.put("pre-accept", message(new Request.PreAccept(at, VALUE, tail)));
        all.put("prepare", message(new Request.Prepare(at, CLASSIC, List.of())));
        all.put("accept", message(new Request.Accept(at, CLASSIC, VALUE, tail)));
        all.put("confirm", message(new Request.Accept(at, Ballot.CONFIRM, VALUE, tail)));
        all.put("commit", message(new Request.Commit(7, 1, tail)));
        all.put("remove", message(new Request.Remove(7, 6)));
        Value deletion =
                new Value(
                        1,
                        new PutId(new UUID(0x1111, 9)),
                        5,
                        new OpId(new UUID(0x2222, 9)),
                        new Command.DeleteVersion(3, Bytes.EMPTY));
        all.put("truncate", message(new Request.Truncate(7, 6, Entry.learned(9, deletion))));
        all.put("seed", message(new Request.Seed(300, SEEDED)));
        all.put(
                "witnessed",
                new Message(KEY, new Request.Read(7, 4), ObjectKey.ofBucketRecord("photos")));
        return all;
    }

    private static Message message(Request request) {
        return new Message(KEY, request, null);
    }

    /** Returns an answer of each type, by the name of its golden file. */
    static Map<String, Answer> answers() {
        Map<String, Answer> all = new LinkedHashMap<>();
        all.put("voted", new Answer(new Reply.Voted(ROW), null));
        all.put("promised", new Answer(new Reply.Promised(ROW), null));
        all.put("accepted", new Answer(new Reply.Accepted(ROW), null));
        all.put("nacked", new Answer(new Reply.Nacked(ROW), null));
        all.put("chosen", new Answer(new Reply.Chosen(ROW), null));
        all.put("lagging", new Answer(new Reply.Lagging(Row.ABSENT), null));
        all.put("fenced", new Answer(new Reply.Fenced(ROW), null));
        all.put("already", new Answer(new Reply.Already(ROW, 2), null));
        all.put("stale-epoch", new Answer(new Reply.StaleEpoch(ROW), null));
        all.put("not-ready", new Answer(new Reply.NotReady(Row.ABSENT), null));
        all.put("current", new Answer(new Reply.Current(ROW), Row.ABSENT));
        return all;
    }

    private static final String MEMBERS = "dc1,dc2,dc3;dc2@300";

    private static final List<StoreProgress> PROGRESS =
            List.of(
                    new StoreProgress(
                            new DcName("dc1"), Occupant.Part.ROWS, 0, "77aa", 5_000_000_000L),
                    new StoreProgress(new DcName("dc2"), Occupant.Part.FRAGMENTS, 300, "5f3a", 12));

    /** Returns an order of each type, by the name of its golden file. */
    static Map<String, TableOrder> orders() {
        Map<String, TableOrder> all = new LinkedHashMap<>();
        all.put("raise", new TableOrder.Raise(300));
        all.put("join", new TableOrder.Join(300, "", ""));
        all.put("raise-decided", new TableOrder.Raise(300, MEMBERS));
        all.put("join-named", new TableOrder.Join(300, "5f3a", MEMBERS));
        all.put(
                "seat",
                new TableOrder.Seat(
                        300,
                        MEMBERS,
                        new Occupant(new DcName("dc2"), Occupant.Part.FRAGMENTS, "5f3a")));
        all.put("note", new TableOrder.Note(300, PROGRESS));
        all.put("activate", new TableOrder.Activate(300));
        all.put("keys", new TableOrder.Keys(300, KEY, 1000));
        all.put("first-keys", new TableOrder.Keys(300, null, 1));
        return all;
    }

    static TableReport report() {
        return new TableReport(
                new Membership(301, 300, Membership.State.JOINING), List.of(KEY), true);
    }

    /** Returns all that a store keeps of itself, of the topology and of other stores. */
    static Membership noted() {
        return named().withProgress(PROGRESS);
    }

    /** Returns all that a store keeps of itself and of the topology. */
    static Membership named() {
        DcName dc = new DcName("dc2");
        return new Membership(
                new StoreIdentity("prod", dc, "5f3a"),
                301,
                300,
                Membership.State.ACTIVE,
                MEMBERS,
                List.of(new Occupant(dc, Occupant.Part.ROWS, "5f3a")));
    }

    /** Returns a membership of each shape, by the name of its golden file. */
    static Map<String, Membership> memberships() {
        Map<String, Membership> all = new LinkedHashMap<>();
        all.put("membership", report().membership());
        all.put("membership-named", named());
        all.put("membership-noted", noted());
        return all;
    }

    static FragmentInventory.Page inventory() {
        FragmentId id = new FragmentId("default", KEY, VALUE.id(), 2);
        FragmentHeader header =
                new FragmentHeader(
                        FragmentHeader.Kind.DATA,
                        id,
                        new StripeLayout(new ReedSolomon(2, 1), 4 << 20, 5_000_000),
                        7,
                        300);
        String other = FragmentName.of(new FragmentId("default", KEY, VALUE.id(), 1)).path();
        return new FragmentInventory.Page(
                List.of(
                        new FragmentInventory.Item(
                                FragmentName.of(id).path(),
                                Optional.of(header),
                                2_500_000,
                                Duration.ofMillis(129)),
                        new FragmentInventory.Item(other, Optional.empty(), 0, Duration.ZERO)),
                true);
    }

    static Scan scan() {
        return new Scan(7, BUCKET, "photos/", "photos/a", true, 1000, false);
    }

    static Range range() {
        return new Range(KEY, 3, 4_000_000_000L, Range.Kept.NEWEST);
    }

    static History history() {
        return new History(1, ROW.log());
    }

    static RowPage page() {
        return new RowPage(
                List.of(new NamedRow("photos/a", ROW), new NamedRow("photos/b", Row.ABSENT)), true);
    }

    static FragmentInventory.Examination examination() {
        return new FragmentInventory.Examination(FragmentInventory.Finding.DAMAGED, 301);
    }
}
