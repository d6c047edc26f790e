package io.giza.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Bytes;
import io.giza.model.Value;
import io.giza.record.AccessKeyCodec;
import io.giza.record.AnnotationCodec;
import io.giza.record.AuditRecordCodec;
import io.giza.record.BucketRecordCodec;
import io.giza.record.LifecycleCodec;
import io.giza.record.ManifestCodec;
import io.giza.record.MarkerCodec;
import io.giza.record.PartListCodec;
import io.giza.record.RowCodec;
import io.giza.record.Segment;
import io.giza.record.StoredRowCodec;
import io.giza.record.UploadRecordCodec;
import io.giza.record.key.KeyRingCodec;
import io.giza.topology.TopologyCodec;
import io.giza.usage.QuotaCodec;
import io.giza.usage.UsageCodec;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Bytes as an earlier build wrote them, under src/test/resources/wire. What stands there must be
 * read as what it was, and written the same way: a difference is a new format, with a new number.
 * {@code -Dgiza.golden=write} writes files that are missing and never changes one.
 */
class GoldenFilesTest {
    private static final Path FOLDER = Path.of("src/test/resources/wire");
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int BYTES_IN_LINE = 32;

    @TestFactory
    List<DynamicTest> binaryRecords() {
        ManifestCodec manifests = new ManifestCodec(1);
        ManifestCodec newest = new ManifestCodec(ManifestCodec.NEWEST_FORMAT);
        return List.of(
                hex("row", RowCodec.encode(WireSamples.ROW), RowCodec::decode, WireSamples.ROW),
                hex(
                        "row-retried",
                        RowCodec.encode(WireSamples.RETRIED),
                        RowCodec::decode,
                        WireSamples.RETRIED),
                hex(
                        "stored-row",
                        StoredRowCodec.encode(WireSamples.STORED_ROW),
                        StoredRowCodec::decode,
                        WireSamples.STORED_ROW),
                hex(
                        "segment",
                        StoredRowCodec.encode(WireSamples.SEGMENT),
                        StoredRowCodec::decodeSegment,
                        WireSamples.SEGMENT),
                hex(
                        "value",
                        RowCodec.encode(WireSamples.VALUE),
                        RowCodec::decodeValue,
                        WireSamples.VALUE),
                hex(
                        "value-blind",
                        RowCodec.encode(WireSamples.BLIND),
                        RowCodec::decodeValue,
                        WireSamples.BLIND),
                hex(
                        "manifest-local-reconstruction",
                        manifests.encode(RecordSamples.LOCAL),
                        bytes -> ManifestCodec.decode(WireSamples.put(bytes)),
                        RecordSamples.LOCAL),
                hex(
                        "manifest-fragmented",
                        manifests.encode(RecordSamples.FRAGMENTED),
                        bytes -> ManifestCodec.decode(WireSamples.put(bytes)),
                        RecordSamples.FRAGMENTED),
                hex(
                        "manifest-needed",
                        newest.encode(RecordSamples.NEEDED),
                        bytes -> ManifestCodec.decode(WireSamples.put(bytes)),
                        RecordSamples.NEEDED),
                hex(
                        "manifest-encrypted",
                        newest.encode(RecordSamples.ENCRYPTED),
                        bytes -> ManifestCodec.decode(WireSamples.put(bytes)),
                        RecordSamples.ENCRYPTED),
                hex(
                        "value-visible",
                        RowCodec.encode(WireSamples.VISIBLE_RECORD),
                        RowCodec::decodeValue,
                        WireSamples.VISIBLE_RECORD),
                hex(
                        "manifest-inline",
                        manifests.encode(RecordSamples.INLINE),
                        bytes -> ManifestCodec.decode(WireSamples.put(bytes)),
                        RecordSamples.INLINE),
                hex(
                        "marker",
                        MarkerCodec.encode(Instant.parse("2026-01-02T03:04:05.006Z")),
                        bytes ->
                                MarkerCodec.created(WireSamples.value(4, Value.Kind.MARKER, bytes))
                                        .orElseThrow(),
                        Instant.parse("2026-01-02T03:04:05.006Z")),
                hex(
                        "tags",
                        AnnotationCodec.encode(LockSamples.TAGS),
                        bytes -> AnnotationCodec.decode(LockSamples.annotation(1, bytes)),
                        LockSamples.TAGS),
                hex(
                        "retention",
                        AnnotationCodec.encode(LockSamples.RETAINED),
                        bytes -> AnnotationCodec.decode(LockSamples.annotation(2, bytes)),
                        LockSamples.RETAINED),
                hex(
                        "legal-hold",
                        AnnotationCodec.encode(LockSamples.HELD),
                        bytes -> AnnotationCodec.decode(LockSamples.annotation(2, bytes)),
                        LockSamples.HELD),
                hex(
                        "grants",
                        AnnotationCodec.encode(AclSamples.GRANTED),
                        bytes -> AnnotationCodec.decode(LockSamples.annotation(2, bytes)),
                        AclSamples.GRANTED),
                hex(
                        "manifest-granted",
                        new ManifestCodec(2).encode(AclSamples.MANIFEST),
                        bytes -> ManifestCodec.decode(WireSamples.put(2, bytes)),
                        AclSamples.MANIFEST),
                hex(
                        "upload-granted",
                        UploadRecordCodec.encode(AclSamples.UPLOAD),
                        bytes -> UploadRecordCodec.decode(WireSamples.put(bytes)),
                        AclSamples.UPLOAD),
                hex(
                        "manifest-locked",
                        new ManifestCodec(2).encode(LockSamples.MANIFEST),
                        bytes -> ManifestCodec.decode(WireSamples.put(2, bytes)),
                        LockSamples.MANIFEST),
                hex(
                        "upload-locked",
                        UploadRecordCodec.encode(LockSamples.UPLOAD),
                        bytes -> UploadRecordCodec.decode(WireSamples.put(bytes)),
                        LockSamples.UPLOAD),
                hex(
                        "bucket-record-locked",
                        BucketRecordCodec.encode(LockSamples.BUCKET),
                        bytes -> BucketRecordCodec.decode(WireSamples.put(3, bytes)),
                        LockSamples.BUCKET),
                hex(
                        "manifest-locked-encrypted",
                        new ManifestCodec(2).encode(LockSamples.ENCRYPTED_MANIFEST),
                        bytes -> ManifestCodec.decode(WireSamples.put(2, bytes)),
                        LockSamples.ENCRYPTED_MANIFEST),
                hex(
                        "upload-locked-encrypted",
                        UploadRecordCodec.encode(LockSamples.ENCRYPTED_UPLOAD),
                        bytes -> UploadRecordCodec.decode(WireSamples.put(bytes)),
                        LockSamples.ENCRYPTED_UPLOAD),
                hex(
                        "bucket-record-locked-encrypting",
                        BucketRecordCodec.encode(LockSamples.ENCRYPTING_BUCKET),
                        bytes -> BucketRecordCodec.decode(WireSamples.put(4, bytes)),
                        LockSamples.ENCRYPTING_BUCKET),
                hex(
                        "bucket-record",
                        BucketRecordCodec.encode(RecordSamples.BUCKET_RECORD),
                        bytes -> BucketRecordCodec.decode(WireSamples.put(bytes)),
                        RecordSamples.BUCKET_RECORD),
                hex(
                        "bucket-record-changing",
                        BucketRecordCodec.encode(RecordSamples.CHANGING_BUCKET_RECORD),
                        _ ->
                                BucketRecordCodec.decode(
                                        RecordSamples.bucket(RecordSamples.CHANGING_BUCKET_RECORD)),
                        RecordSamples.CHANGING_BUCKET_RECORD),
                hex(
                        "bucket-record-encrypting",
                        BucketRecordCodec.encode(RecordSamples.ENCRYPTING_BUCKET_RECORD),
                        _ ->
                                BucketRecordCodec.decode(
                                        RecordSamples.bucket(
                                                RecordSamples.ENCRYPTING_BUCKET_RECORD)),
                        RecordSamples.ENCRYPTING_BUCKET_RECORD),
                hex(
                        "bucket-record-key",
                        BucketRecordCodec.encode(RecordSamples.KEY_BUCKET_RECORD),
                        _ ->
                                BucketRecordCodec.decode(
                                        RecordSamples.bucket(RecordSamples.KEY_BUCKET_RECORD)),
                        RecordSamples.KEY_BUCKET_RECORD),
                hex(
                        "lifecycle",
                        LifecycleCodec.encode(RecordSamples.LIFECYCLE),
                        bytes -> LifecycleCodec.decode(WireSamples.put(bytes)),
                        RecordSamples.LIFECYCLE),
                hex(
                        "access-key",
                        AccessKeyCodec.encode(RecordSamples.ACCESS_KEY),
                        bytes -> AccessKeyCodec.decode(WireSamples.put(bytes)),
                        RecordSamples.ACCESS_KEY),
                hex(
                        "access-key-2",
                        AccessKeyCodec.encode(RecordSamples.OPERATOR_KEY),
                        bytes -> AccessKeyCodec.decode(WireSamples.put(2, bytes)),
                        RecordSamples.OPERATOR_KEY),
                hex(
                        "access-key-3",
                        AccessKeyCodec.encode(RecordSamples.LIMITED_KEY),
                        bytes -> AccessKeyCodec.decode(WireSamples.put(3, bytes)),
                        RecordSamples.LIMITED_KEY),
                hex(
                        "audit-record",
                        AuditRecordCodec.encode(RecordSamples.AUDIT),
                        bytes -> AuditRecordCodec.decode(WireSamples.put(bytes)),
                        RecordSamples.AUDIT),
                hex(
                        "topology",
                        TopologyCodec.encode(TopologySample.TOPOLOGY),
                        bytes -> TopologyCodec.decode(WireSamples.put(bytes)),
                        TopologySample.TOPOLOGY),
                hex(
                        "key-ring",
                        KeyRingCodec.encode(RecordSamples.KEY_RING),
                        bytes -> KeyRingCodec.decode(WireSamples.put(bytes)),
                        RecordSamples.KEY_RING),
                hex(
                        "usage",
                        UsageCodec.encode(RecordSamples.USAGE),
                        bytes -> UsageCodec.decode(WireSamples.put(bytes)),
                        RecordSamples.USAGE),
                hex(
                        "quota",
                        QuotaCodec.encode(RecordSamples.QUOTA),
                        bytes -> QuotaCodec.decode(WireSamples.put(bytes)),
                        RecordSamples.QUOTA));
    }

    @TestFactory
    List<DynamicTest> uploads() {
        ManifestCodec manifests = new ManifestCodec(1);
        List<DynamicTest> tests = new ArrayList<>();
        tests.add(
                hex(
                        "manifest-parts",
                        manifests.encode(RecordSamples.PARTS),
                        bytes -> ManifestCodec.decode(WireSamples.put(bytes)),
                        RecordSamples.PARTS));
        tests.add(
                hex(
                        "manifest-stored-parts",
                        manifests.encode(RecordSamples.STORED_PARTS),
                        bytes -> ManifestCodec.decode(WireSamples.put(bytes)),
                        RecordSamples.STORED_PARTS));
        tests.add(
                hex(
                        "part-list",
                        PartListCodec.encode(RecordSamples.parts()),
                        PartListCodec::decode,
                        RecordSamples.parts()));
        RecordSamples.uploads()
                .forEach(
                        (name, record) ->
                                tests.add(
                                        hex(
                                                "upload-" + name,
                                                UploadRecordCodec.encode(record),
                                                bytes ->
                                                        UploadRecordCodec.decode(
                                                                WireSamples.put(bytes)),
                                                record)));
        return tests;
    }

    @TestFactory
    Stream<DynamicTest> messages() {
        return MessageSamples.all()
                .map(
                        each ->
                                hex(
                                        each.name(),
                                        Bytes.copyOf(each.written()),
                                        bytes -> each.decoder().apply(bytes.toArray()),
                                        each.message()));
    }

    @TestFactory
    List<DynamicTest> memberships() {
        return WireSamples.memberships().entrySet().stream()
                .map(
                        each ->
                                json(
                                        each.getKey(),
                                        MembershipCodec.encode(each.getValue()),
                                        MembershipCodec::decode,
                                        each.getValue()))
                .toList();
    }

    @Test
    void theNewestOfAStoredRowAreReadWithoutTheOthers() {
        Bytes encoded = StoredRowCodec.encode(WireSamples.STORED_ROW);

        assertThat(StoredRowCodec.decodeNewest(encoded, 2)).isEqualTo(WireSamples.STORED_ROW.row());
        assertThat(StoredRowCodec.decodeNewest(encoded, 1))
                .isEqualTo(WireSamples.STORED_ROW.row().since(301));
        assertThat(StoredRowCodec.decodeNewest(encoded, 0).log()).isEmpty();
    }

    /** The layout by hand, so that the files are not merely what some build once did. */
    @Test
    void anEntryIsLaidOutAsItsGrammarSays() {
        String layout =
                "01" // format
                        + "01" // one entry
                        + "02" // version
                        + "01" // visible
                        + "01" // format of the body
                        + "00000000000011110000000000000001" // put id
                        + "01" // a put
                        + "8001" // base 128, seven bits a byte, low bits first
                        + "00" // argument
                        + "00000000000022220000000000000001" // operation
                        + "04626f6479"; // body

        Bytes segment = StoredRowCodec.encode(new Segment(List.of(WireSamples.ENTRY)));
        assertThat(HexFormat.of().formatHex(segment.toArray())).isEqualTo(layout);
    }

    static <T> DynamicTest hex(String name, Bytes written, Function<Bytes, T> decoder, T sample) {
        return DynamicTest.dynamicTest(
                name,
                () -> {
                    String text = HexFormat.of().formatHex(written.toArray());
                    String golden = golden(name + ".hex", text.replaceAll(lines(), "$0\n"));
                    String digits = golden.replaceAll("\\s", "");

                    assertThat(text).isEqualTo(digits);
                    assertThat(decoder.apply(Bytes.copyOf(HexFormat.of().parseHex(digits))))
                            .isEqualTo(sample);
                });
    }

    private static String lines() {
        return ".{" + 2 * BYTES_IN_LINE + "}";
    }

    private static <T> DynamicTest json(
            String name, byte[] written, Function<byte[], T> decoder, T sample) {
        return DynamicTest.dynamicTest(
                name,
                () -> {
                    var tree = JSON.readTree(written);
                    String golden = golden(name + ".json", tree.toPrettyString());

                    assertThat(tree).isEqualTo(JSON.readTree(golden));
                    assertThat(decoder.apply(golden.getBytes(StandardCharsets.UTF_8)))
                            .isEqualTo(sample);
                });
    }

    private static String golden(String name, String written) {
        Path file = FOLDER.resolve(name);
        try {
            if ("write".equals(System.getProperty("giza.golden")) && Files.notExists(file)) {
                Files.createDirectories(FOLDER);
                Files.writeString(file, written.strip() + "\n");
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
