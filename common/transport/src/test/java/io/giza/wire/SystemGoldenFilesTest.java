package io.giza.wire;

import io.giza.level.DecidedLevel;
import io.giza.level.LevelCodec;
import io.giza.model.Bytes;
import io.giza.notification.EventRecordCodec;
import io.giza.notification.NotificationCodec;
import io.giza.record.hint.HintRecord;
import io.giza.record.hint.HintRecordCodec;
import io.giza.record.key.KeyEnvelope;
import io.giza.record.key.KeyEnvelopeCodec;
import io.giza.record.lease.LeaseRecord;
import io.giza.record.lease.LeaseRecordCodec;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Bytes of records that every later release has to read to work beside this one. */
class SystemGoldenFilesTest {
    static final KeyEnvelope KEY_ENVELOPE =
            new KeyEnvelope(
                    Bytes.copyOf(new byte[] {1, 2, 3, -1}), Bytes.copyOf(new byte[] {4, 5}));

    @TestFactory
    List<DynamicTest> recordsThatTellProcessesOfEachOther() {
        DecidedLevel level = new DecidedLevel(2, "0.1.0");
        LeaseRecord lease =
                new LeaseRecord(
                        "gc-1",
                        false,
                        new LeaseRecord.Progress(
                                Optional.of(Instant.parse("2026-01-02T03:04:05Z")), "bucket/7"));
        HintRecord hints = HintRecord.EMPTY.with(List.of("photos/1", "photos/2"), 7);
        return List.of(
                GoldenFilesTest.hex(
                        "level",
                        LevelCodec.encode(level),
                        bytes -> LevelCodec.decode(WireSamples.put(bytes)),
                        level),
                GoldenFilesTest.hex(
                        "lease",
                        LeaseRecordCodec.encode(lease),
                        bytes -> LeaseRecordCodec.decode(WireSamples.put(bytes)),
                        lease),
                GoldenFilesTest.hex(
                        "hints",
                        HintRecordCodec.encode(hints),
                        bytes -> HintRecordCodec.decode(WireSamples.put(bytes)),
                        hints));
    }

    @TestFactory
    List<DynamicTest> whatOpensObjects() {
        return List.of(
                GoldenFilesTest.hex(
                        "key-envelope",
                        KeyEnvelopeCodec.encode(KEY_ENVELOPE),
                        KeyEnvelopeCodec::decode,
                        KEY_ENVELOPE));
    }

    @TestFactory
    List<DynamicTest> whatWebhooksAreTold() {
        return List.of(
                GoldenFilesTest.hex(
                        "event-record",
                        EventRecordCodec.encode(EventSamples.EVENT),
                        bytes -> EventRecordCodec.decode(WireSamples.put(bytes)),
                        EventSamples.EVENT),
                GoldenFilesTest.hex(
                        "notifications",
                        NotificationCodec.encode(EventSamples.RULES),
                        bytes -> NotificationCodec.decode(WireSamples.put(bytes)),
                        EventSamples.RULES));
    }
}
