package io.giza.wire;

import io.giza.model.Bytes;
import io.giza.model.Value;
import io.giza.notification.EventRecordCodec;
import io.giza.notification.NotificationCodec;
import io.giza.record.AccessKeyCodec;
import io.giza.record.AnnotationCodec;
import io.giza.record.AuditRecordCodec;
import io.giza.record.BucketRecordCodec;
import io.giza.record.LifecycleCodec;
import io.giza.record.ManifestCodec;
import io.giza.record.PartListCodec;
import io.giza.record.RowCodec;
import io.giza.record.StoredRowCodec;
import io.giza.record.UploadRecordCodec;
import io.giza.record.key.KeyEnvelopeCodec;
import io.giza.topology.TopologyCodec;
import io.giza.usage.QuotaCodec;
import io.giza.usage.UsageCodec;

import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Something valid that an attacker changes, and who reads it.
 *
 * @param what how a refusal calls it
 */
record HostileTarget(String what, byte[] valid, Function<byte[], Object> decoder) {
    /** Returns everything that may arrive. */
    static Stream<HostileTarget> all() {
        ManifestCodec manifests = new ManifestCodec(1);
        Stream<HostileTarget> binary =
                Stream.of(
                        new HostileTarget("row", RowCodec.encode(WireSamples.ROW).toArray(), row()),
                        new HostileTarget(
                                "stored row",
                                StoredRowCodec.encode(WireSamples.STORED_ROW).toArray(),
                                bytes -> StoredRowCodec.decode(Bytes.copyOf(bytes))),
                        new HostileTarget(
                                "stored row",
                                StoredRowCodec.encode(WireSamples.STORED_ROW).toArray(),
                                bytes -> StoredRowCodec.decodeNewest(Bytes.copyOf(bytes), 1)),
                        new HostileTarget(
                                "segment",
                                StoredRowCodec.encode(WireSamples.SEGMENT).toArray(),
                                bytes -> StoredRowCodec.decodeSegment(Bytes.copyOf(bytes))),
                        new HostileTarget(
                                "value",
                                RowCodec.encode(WireSamples.VALUE).toArray(),
                                bytes -> RowCodec.decodeValue(Bytes.copyOf(bytes))),
                        new HostileTarget(
                                "manifest",
                                manifests.encode(RecordSamples.FRAGMENTED).toArray(),
                                manifest()),
                        new HostileTarget(
                                "manifest",
                                manifests.encode(RecordSamples.INLINE).toArray(),
                                manifest()),
                        new HostileTarget(
                                "manifest",
                                manifests.encode(RecordSamples.PARTS).toArray(),
                                manifest()),
                        new HostileTarget(
                                "manifest",
                                manifests.encode(RecordSamples.STORED_PARTS).toArray(),
                                manifest()),
                        new HostileTarget(
                                "manifest",
                                new ManifestCodec(2).encode(AclSamples.MANIFEST).toArray(),
                                manifest()),
                        new HostileTarget(
                                "annotation",
                                AnnotationCodec.encode(AclSamples.GRANTED).toArray(),
                                bytes ->
                                        AnnotationCodec.decode(
                                                LockSamples.annotation(2, Bytes.copyOf(bytes)))),
                        new HostileTarget(
                                "upload record",
                                UploadRecordCodec.encode(AclSamples.UPLOAD).toArray(),
                                bytes -> UploadRecordCodec.decode(put(bytes))),
                        new HostileTarget(
                                "list of parts",
                                PartListCodec.encode(RecordSamples.parts()).toArray(),
                                bytes -> PartListCodec.decode(Bytes.copyOf(bytes))),
                        new HostileTarget(
                                "bucket record",
                                BucketRecordCodec.encode(RecordSamples.BUCKET_RECORD).toArray(),
                                bytes -> BucketRecordCodec.decode(put(bytes))),
                        new HostileTarget(
                                "lifecycle",
                                LifecycleCodec.encode(RecordSamples.LIFECYCLE).toArray(),
                                bytes -> LifecycleCodec.decode(put(bytes))),
                        new HostileTarget(
                                "audit record",
                                AuditRecordCodec.encode(RecordSamples.AUDIT).toArray(),
                                bytes -> AuditRecordCodec.decode(put(bytes))),
                        new HostileTarget(
                                "topology",
                                TopologyCodec.encode(TopologySample.TOPOLOGY).toArray(),
                                bytes -> TopologyCodec.decode(put(bytes))),
                        new HostileTarget(
                                "event record",
                                EventRecordCodec.encode(EventSamples.EVENT).toArray(),
                                bytes -> EventRecordCodec.decode(put(bytes))),
                        new HostileTarget(
                                "notifications",
                                NotificationCodec.encode(EventSamples.RULES).toArray(),
                                bytes -> NotificationCodec.decode(put(bytes))),
                        new HostileTarget(
                                "envelope of a data key",
                                KeyEnvelopeCodec.encode(SystemGoldenFilesTest.KEY_ENVELOPE)
                                        .toArray(),
                                bytes -> KeyEnvelopeCodec.decode(Bytes.copyOf(bytes))),
                        new HostileTarget(
                                "usage",
                                UsageCodec.encode(RecordSamples.USAGE).toArray(),
                                bytes -> UsageCodec.decode(put(bytes))),
                        new HostileTarget(
                                "quota",
                                QuotaCodec.encode(RecordSamples.QUOTA).toArray(),
                                bytes -> QuotaCodec.decode(put(bytes))),
                        new HostileTarget(
                                "access key",
                                AccessKeyCodec.encode(RecordSamples.ACCESS_KEY).toArray(),
                                bytes -> AccessKeyCodec.decode(put(bytes))),
                        new HostileTarget(
                                "access key",
                                AccessKeyCodec.encode(RecordSamples.OPERATOR_KEY).toArray(),
                                bytes ->
                                        AccessKeyCodec.decode(
                                                WireSamples.put(2, Bytes.copyOf(bytes)))),
                        new HostileTarget(
                                "access key",
                                AccessKeyCodec.encode(RecordSamples.LIMITED_KEY).toArray(),
                                bytes ->
                                        AccessKeyCodec.decode(
                                                WireSamples.put(3, Bytes.copyOf(bytes)))));
        Stream<HostileTarget> uploads =
                RecordSamples.uploads().values().stream()
                        .map(
                                record ->
                                        new HostileTarget(
                                                "upload record",
                                                UploadRecordCodec.encode(record).toArray(),
                                                bytes -> UploadRecordCodec.decode(put(bytes))));
        Stream<HostileTarget> memberships =
                WireSamples.memberships().values().stream()
                        .map(
                                membership ->
                                        new HostileTarget(
                                                "membership",
                                                MembershipCodec.encode(membership),
                                                MembershipCodec::decode));
        return Stream.of(binary, uploads, memberships).flatMap(each -> each);
    }

    static Function<byte[], Object> row() {
        return bytes -> RowCodec.decode(Bytes.copyOf(bytes));
    }

    static Function<byte[], Object> manifest() {
        return bytes -> ManifestCodec.decode(put(bytes));
    }

    private static Value put(byte[] body) {
        return WireSamples.put(Bytes.copyOf(body));
    }

    @Override
    public String toString() {
        return what + " of " + valid.length + " bytes";
    }
}
