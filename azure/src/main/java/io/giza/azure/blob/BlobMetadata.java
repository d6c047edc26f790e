package io.giza.azure.blob;

import org.jspecify.annotations.Nullable;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The words beside a blob, whose names some services return in another case. */
final class BlobMetadata {
    private BlobMetadata() {}

    static Map<String, String> withLowerCaseNames(@Nullable Map<String, String> metadata) {
        return metadata == null
                ? Map.of()
                : metadata.entrySet().stream()
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        e -> e.getKey().toLowerCase(Locale.ROOT),
                                        Map.Entry::getValue,
                                        (first, _) -> first));
    }
}
