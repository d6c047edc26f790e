package io.giza.bench.messages;

import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.Coding;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.Manifest;
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
import io.giza.paxos.Vote;
import io.giza.record.ManifestCodec;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.wire.MessageCodec;
import io.giza.wire.ScanCodec;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * What messages cost to write and to read: the round of a put of 4 KiB, its bytes in fragments or
 * in the record, and a page of 1,000 rows of objects that lie in fragments.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class MessageBenchmark {
    private static final BucketId BUCKET = new BucketId(new UUID(1, 2));
    private static final int ROWS = 1000;

    private final Message vote = vote(fragmented(9));
    private final Answer voted = voted(fragmented(9));
    private final Message inlineVote = vote(inline());
    private final Answer inlineVoted = voted(inline());
    private final RowPage page = page();

    /** A put's vote, there and back, where fragments hold the bytes. */
    @Benchmark
    public Answer putOf4KiB() {
        return round(vote, voted);
    }

    /** A put's vote, there and back, where the record holds the bytes. */
    @Benchmark
    public Answer putOf4KiBInline() {
        return round(inlineVote, inlineVoted);
    }

    private static Answer round(Message message, Answer answer) {
        Message arrived = MessageCodec.decodeMessage(MessageCodec.encode(message));
        if (arrived.request().epoch() != message.request().epoch()) {
            throw new IllegalStateException("another message arrived: " + arrived);
        }
        return MessageCodec.decodeAnswer(MessageCodec.encode(answer));
    }

    /** A page of rows, as a list reads it. */
    @Benchmark
    public RowPage pageOf1000Rows() {
        return ScanCodec.decodePage(ScanCodec.encode(page));
    }

    /** Prints how long the messages are. */
    public static void main(String[] args) {
        MessageBenchmark sizes = new MessageBenchmark();
        System.out.printf(
                "vote %d bytes, answer %d; inline %d and %d; page %d%n",
                MessageCodec.encode(sizes.vote).length,
                MessageCodec.encode(sizes.voted).length,
                MessageCodec.encode(sizes.inlineVote).length,
                MessageCodec.encode(sizes.inlineVoted).length,
                ScanCodec.encode(sizes.page).length);
    }

    private static Message vote(Value value) {
        Instance at = new Instance(1, 0, 3);
        List<Entry> tail = List.of(Entry.learned(2, fragmented(2)));
        return new Message(
                new ObjectKey(BUCKET, "2026/summer/beach.jpg"),
                new Request.PreAccept(at, value, tail),
                null);
    }

    private static Answer voted(Value value) {
        Slot open = new Slot(Ballot.FAST, new Vote(Ballot.FAST, value));
        List<Entry> log = List.of(Entry.learned(1, fragmented(1)), Entry.learned(2, fragmented(2)));
        return new Answer(new Reply.Voted(new Row(1, 0, 0, 2, log, open)), null);
    }

    private static RowPage page() {
        return new RowPage(
                IntStream.range(0, ROWS)
                        .mapToObj(i -> new NamedRow("2026/summer/%06d.jpg".formatted(i), row(i)))
                        .toList(),
                true);
    }

    private static Row row(int number) {
        List<Entry> log = List.of(Entry.learned(1, fragmented(number)));
        return new Row(1, 0, 0, 1, log, Slot.UNTOUCHED);
    }

    private static Value inline() {
        return value(9, new Manifest.Inline(Bytes.copyOf(new byte[4096])), 4096);
    }

    private static Value fragmented(int number) {
        List<DcName> dcs = List.of(new DcName("dc1"), new DcName("dc2"), new DcName("dc3"));
        return value(
                number,
                new Manifest.Fragmented("photos", new Coding.ReedSolomon(2, 1), 4 << 20, dcs),
                5_000_000);
    }

    private static Value value(int number, Manifest.DataLocation data, long size) {
        Manifest manifest =
                new Manifest(
                        data,
                        size,
                        "9e107d9d372bb6826bd81d3542a419d6",
                        Map.of("crc64nvme", "AAAAAAAAAAA="),
                        Map.of("content-type", "image/jpeg"),
                        Map.of(),
                        Map.of(),
                        Instant.ofEpochSecond(1_700_000_000, 5));
        return new Value(
                1,
                new PutId(new UUID(3, number)),
                0,
                new OpId(new UUID(number, 4)),
                new Command.Put(
                        io.giza.model.Mode.UNVERSIONED, new ManifestCodec(1).encode(manifest)));
    }
}
