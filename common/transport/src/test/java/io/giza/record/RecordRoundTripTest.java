package io.giza.record;

import static io.giza.record.RandomRecords.any;
import static io.giza.record.RandomRecords.bucket;
import static io.giza.record.RandomRecords.bytes;
import static io.giza.record.RandomRecords.number;
import static io.giza.record.RandomRecords.row;
import static io.giza.record.RandomRecords.text;
import static io.giza.record.RandomRecords.texts;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.acl.AccessControlList;
import io.giza.acl.Grant;
import io.giza.acl.Grantee;
import io.giza.acl.Permission;
import io.giza.lock.BucketLock;
import io.giza.lock.LegalHold;
import io.giza.lock.Retention;
import io.giza.lock.RetentionMode;
import io.giza.lock.VersionLock;
import io.giza.model.BucketRecord;
import io.giza.model.Bytes;
import io.giza.model.Coding;
import io.giza.model.Coding.LocalReconstruction;
import io.giza.model.Coding.ReedSolomon;
import io.giza.model.DcName;
import io.giza.model.Encryption;
import io.giza.model.Manifest;
import io.giza.paxos.Row;
import io.giza.wire.RecordSamples;
import io.giza.wire.WireSamples;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** What is written is read as it was, whatever it is. */
class RecordRoundTripTest {
    @SeededTest
    void aRowIsReadAsItWasWritten(long seed) {
        Random random = new Random(seed);
        Row row = row(random);

        assertThat(RowCodec.decode(RowCodec.encode(row))).isEqualTo(row);
    }

    @SeededTest
    void aManifestIsReadAsItWasWritten(long seed) {
        Random random = new Random(seed);
        Manifest manifest =
                new Manifest(
                        random.nextBoolean() ? inline(random) : fragmented(random),
                        number(random),
                        text(random),
                        texts(random),
                        texts(random),
                        texts(random),
                        texts(random),
                        instant(random),
                        random.nextBoolean() ? VersionLock.NONE : lock(random),
                        random.nextBoolean() ? Optional.empty() : Optional.of(encryption(random)),
                        random.nextBoolean() ? Optional.empty() : Optional.of(list(random)));

        assertThat(ManifestCodec.decode(WireSamples.put(new ManifestCodec(2).encode(manifest))))
                .isEqualTo(manifest);
    }

    private static AccessControlList list(Random random) {
        return new AccessControlList(
                text(random),
                IntStream.range(0, random.nextInt(5))
                        .mapToObj(
                                _ ->
                                        new Grant(
                                                random.nextBoolean()
                                                        ? new Grantee.Account(text(random))
                                                        : any(random, Grantee.Group.values()),
                                                any(random, Permission.values())))
                        .toList());
    }

    @SeededTest
    void aBucketRecordIsReadAsItWasWritten(long seed) {
        Random random = new Random(seed);
        BucketRecord.Versioning versioning = any(random, BucketRecord.Versioning.values());
        BucketRecord record =
                new BucketRecord(
                        bucket(random),
                        any(random, BucketRecord.State.values()),
                        text(random),
                        instant(random),
                        versioning,
                        random.nextBoolean()
                                ? Optional.empty()
                                : Optional.of(any(random, BucketRecord.Versioning.values())),
                        Duration.ofSeconds(random.nextInt(1, 4)),
                        versioning == BucketRecord.Versioning.ENABLED && random.nextBoolean()
                                ? Optional.of(BucketLock.ENABLED)
                                : Optional.empty(),
                        random.nextBoolean()
                                ? Optional.empty()
                                : Optional.of(
                                        new Encryption.Default(
                                                random.nextBoolean()
                                                        ? Encryption.Kind.MANAGED
                                                        : Encryption.Kind.NAMED,
                                                text(random),
                                                random.nextBoolean())));

        assertThat(BucketRecordCodec.decode(RecordSamples.bucket(record))).isEqualTo(record);
    }

    @SeededTest
    void equalMapsAreEqualBytes(long seed) {
        Map<String, String> map = texts(new Random(seed));
        Map<String, String> other = new HashMap<>(64);
        map.keySet().stream().sorted().forEach(key -> other.put(key, map.get(key)));

        assertThat(new BinaryWriter().texts(other).toBytes())
                .isEqualTo(new BinaryWriter().texts(map).toBytes());
    }

    private static VersionLock lock(Random random) {
        Retention retention =
                new Retention(
                        any(random, RetentionMode.values()),
                        Instant.ofEpochMilli(random.nextInt(1, 1_000_000)));
        return new VersionLock(Optional.of(retention), any(random, LegalHold.values()));
    }

    private static Encryption encryption(Random random) {
        return new Encryption(
                any(random, Encryption.Kind.values()),
                text(random),
                text(random),
                Bytes.copyOf(new byte[1 + random.nextInt(100)]),
                text(random),
                random.nextBoolean());
    }

    private static Manifest.DataLocation inline(Random random) {
        return new Manifest.Inline(bytes(random));
    }

    private static Manifest.DataLocation fragmented(Random random) {
        Coding coding =
                random.nextInt(3) == 0
                        ? new LocalReconstruction(
                                4 + 4 * random.nextInt(3), 2, 1 + random.nextInt(2))
                        : new ReedSolomon(1 + random.nextInt(6), random.nextInt(4));
        return new Manifest.Fragmented(
                text(random),
                coding,
                1 + random.nextInt(Integer.MAX_VALUE - 1),
                IntStream.range(0, coding.fragments())
                        .mapToObj(i -> new DcName("dc" + i))
                        .toList());
    }

    private static Instant instant(Random random) {
        return Instant.ofEpochSecond(random.nextInt() * 8L, random.nextInt(1_000_000_000));
    }
}
