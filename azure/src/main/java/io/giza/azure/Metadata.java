package io.giza.azure;

import org.jspecify.annotations.Nullable;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The words beside a blob, whose names some services return in another case. */
final class Metadata {
    private Metadata() {}

    static Map<String, String> byLowerCase(@Nullable Map<String, String> metadata) {
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
