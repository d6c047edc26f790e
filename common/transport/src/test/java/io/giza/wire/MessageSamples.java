package io.giza.wire;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A message of each kind and type, as it is written and as it is read.
 *
 * @param kind how a refusal calls it
 * @param name the name of its golden file
 */
record MessageSamples(
        String kind,
        String name,
        Object message,
        byte[] written,
        Function<byte[], Object> decoder) {
    @Override
    public String toString() {
        return name;
    }

    static Stream<MessageSamples> all() {
        return Stream.of(
                        each(
                                "message",
                                "message-",
                                WireSamples.messages(),
                                MessageCodec::encode,
                                MessageCodec::decodeMessage),
                        each(
                                "answer",
                                "answer-",
                                WireSamples.answers(),
                                MessageCodec::encode,
                                MessageCodec::decodeAnswer),
                        each(
                                "order",
                                "order-",
                                WireSamples.orders(),
                                TableCodec::encode,
                                TableCodec::decodeOrder),
                        each(
                                "membership",
                                "told-",
                                WireSamples.memberships(),
                                TableCodec::encodeAnswer,
                                TableCodec::decodeAnswer),
                        each(
                                "report",
                                "",
                                Map.of("report", WireSamples.report()),
                                TableCodec::encode,
                                TableCodec::decodeReport),
                        each(
                                "scan",
                                "",
                                Map.of(
                                        "scan",
                                        WireSamples.scan(),
                                        "scan-of-undecided",
                                        WireSamples.scan().ofUndecided()),
                                ScanCodec::encode,
                                ScanCodec::decodeScan),
                        each(
                                "page",
                                "",
                                Map.of("page", WireSamples.page()),
                                ScanCodec::encode,
                                ScanCodec::decodePage),
                        each(
                                "range",
                                "",
                                Map.of("range", WireSamples.range()),
                                HistoryCodec::encode,
                                HistoryCodec::decodeRange),
                        each(
                                "history",
                                "",
                                Map.of("history", WireSamples.history()),
                                HistoryCodec::encode,
                                HistoryCodec::decodeHistory),
                        each(
                                "inventory",
                                "",
                                Map.of("inventory", WireSamples.inventory()),
                                InventoryCodec::encode,
                                InventoryCodec::decode),
                        each(
                                "examination",
                                "",
                                Map.of("examination", WireSamples.examination()),
                                InventoryCodec::encode,
                                InventoryCodec::decodeExamination))
                .flatMap(samples -> samples);
    }

    private static <T> Stream<MessageSamples> each(
            String kind,
            String prefix,
            Map<String, T> samples,
            Function<T, byte[]> encoder,
            Function<byte[], ? extends T> decoder) {
        return samples.entrySet().stream()
                .map(
                        each ->
                                new MessageSamples(
                                        kind,
                                        prefix + each.getKey(),
                                        each.getValue(),
                                        encoder.apply(each.getValue()),
                                        decoder::apply));
    }
}
