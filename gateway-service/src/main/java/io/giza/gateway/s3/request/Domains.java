package io.giza.gateway.s3.request;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The names by which clients reach the gateways. A host {@code BUCKET.NAME} means a bucket, as S3's
 * virtual-hosted style has it; every other host, and a name itself, leave the bucket to the path.
 */
public final class Domains {
    /** No host means a bucket. */
    public static final Domains NONE = new Domains(List.of());

    private static final Pattern NAME =
            Pattern.compile(
                    "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*");

    private static final int MAX_NAME = 253;
    private static final Pattern PORT = Pattern.compile(":\\d*$");

    private final Set<String> names;
    private final List<String> suffixes;

    /**
     * Takes names of hosts, in lower case and without a port.
     *
     * @throws IllegalArgumentException if one is none
     */
    public Domains(List<String> names) {
        names.forEach(Domains::require);
        this.names = Set.copyOf(names);
        // Of two names that both fit, the longer one leaves the shorter bucket.
        this.suffixes =
                names.stream()
                        .sorted(Comparator.comparing(String::length).reversed())
                        .map(name -> "." + name)
                        .toList();
    }

    private static void require(String name) {
        if (name.length() > MAX_NAME || !NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' is no name of a host in lower case, such as s3.example.net");
        }
    }

    /** Returns the bucket that the header {@code Host} of a request says, empty if it says none. */
    String bucketOf(Headers headers) {
        return suffixes.isEmpty() ? "" : headers.value("host").map(this::bucketOf).orElse("");
    }

    private String bucketOf(String host) {
        String name = PORT.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
        if (names.contains(name)) {
            return "";
        }
        Optional<String> suffix =
                suffixes.stream()
                        .filter(name::endsWith)
                        .filter(each -> name.length() > each.length())
                        .findFirst();
        return suffix.map(each -> name.substring(0, name.length() - each.length())).orElse("");
    }

    /** Makes a request of what came over the wire. */
    public RawRequest request(
            String method, String rawPath, Query query, Headers headers, boolean secure) {
        return new RawRequest(method, rawPath, query, headers, secure, bucketOf(headers));
    }
}
