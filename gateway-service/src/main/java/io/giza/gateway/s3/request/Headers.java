package io.giza.gateway.s3.request;

import io.giza.http.server.Exchange;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The headers of a request by lower-case name; values are trimmed and read as UTF-8. */
public final class Headers {
    private final SortedMap<String, List<String>> values = new TreeMap<>();

    private Headers() {}

    /** Starts an empty set of headers. */
    public static Headers of(Map<String, List<String>> latin1Values) {
        Headers headers = new Headers();
        latin1Values.forEach(
                (name, all) -> {
                    List<String> known =
                            headers.values.computeIfAbsent(
                                    name.toLowerCase(Locale.ROOT), n -> new ArrayList<>());
                    all.forEach(value -> known.add(utf8(value).strip()));
                });
        return headers;
    }

    /** Takes those of a request as a server received it. */
    public static Headers of(Exchange exchange) {
        Map<String, List<String>> all = new TreeMap<>();
        exchange.forEachHeader(
                (name, value) -> all.computeIfAbsent(name, each -> new ArrayList<>(1)).add(value));
        return of(all);
    }

    /** Returns the value of a header, repeated ones joined by commas. */
    public Optional<String> value(String lowerCaseName) {
        List<String> all = values.get(lowerCaseName);
        return all == null ? Optional.empty() : Optional.of(String.join(",", all));
    }

    /** Tells whether a header was sent. */
    public boolean has(String lowerCaseName) {
        return values.containsKey(lowerCaseName);
    }

    /** Returns these headers without those whose lower-case names begin with {@code prefix}. */
    public Headers without(String prefix) {
        Headers others = new Headers();
        values.forEach(
                (name, all) -> {
                    if (!name.startsWith(prefix)) {
                        others.values.put(name, all);
                    }
                });
        return others;
    }

    /** Returns these headers with others, by lower-case name, in the place of their namesakes. */
    public Headers with(Map<String, String> others) {
        Headers all = new Headers();
        all.values.putAll(values);
        others.forEach((name, value) -> all.values.put(name, List.of(value)));
        return all;
    }

    /** Returns the names that were sent, lower-case and sorted. */
    public Set<String> names() {
        return values.keySet();
    }

    /** The server reads header bytes as Latin-1, while S3's clients sign and send UTF-8. */
    private static String utf8(String latin1) {
        byte[] bytes = latin1.getBytes(StandardCharsets.ISO_8859_1);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return latin1;
        }
    }

    /** Returns a text as the server must be given it to send it as UTF-8. */
    public static String toLatin1(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
