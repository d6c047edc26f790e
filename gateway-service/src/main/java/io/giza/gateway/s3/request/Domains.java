package io.giza.gateway.s3.request;

import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The names by which clients reach the gateways. A host {@code BUCKET.NAME} means a bucket, as S3's
 * virtual-hosted style has it; every other host, and a name itself, leave the bucket to the path.
 * Other names are those of web sites: there {@code BUCKET.NAME} is a bucket for its visitors, and
 * so is a name itself, of the bucket that is called so.
 */
public final class Domains {
    /** No host means a bucket. */
    public static final Domains NONE = new Domains(List.of(), List.of());

    private static final Pattern NAME =
            Pattern.compile(
                    "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*");

    private static final int MAX_NAME = 253;
    private static final Pattern PORT = Pattern.compile(":\\d*$");

    private final Set<String> names;
    private final List<String> suffixes;
    private final Set<String> sites;
    private final List<String> siteSuffixes;

    /**
     * Takes names of hosts, in lower case and without a port.
     *
     * @param names the names for clients of S3
     * @param sites the names for visitors of web sites; a host that fits both is one of these
     * @throws IllegalArgumentException if one is none
     */
    public Domains(List<String> names, List<String> sites) {
        names.forEach(Domains::require);
        sites.forEach(Domains::require);
        this.names = Set.copyOf(names);
        this.suffixes = suffixes(names);
        this.sites = Set.copyOf(sites);
        this.siteSuffixes = suffixes(sites);
    }

    /** Of two names that both fit, the longer one leaves the shorter bucket. */
    private static List<String> suffixes(List<String> names) {
        return names.stream()
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

    /** Tells whether a request comes from a visitor of a web site. */
    public boolean isOfWebsite(@Nullable String host) {
        return !sites.isEmpty() && host != null && !siteOf(withoutPort(host)).isEmpty();
    }

    /** Returns the bucket that the header {@code Host} of a request says, empty if it says none. */
    String bucketOf(Headers headers) {
        return suffixes.isEmpty() && sites.isEmpty()
                ? ""
                : headers.value("host").map(Domains::withoutPort).map(this::bucketOf).orElse("");
    }

    private String bucketOf(String host) {
        String site = siteOf(host);
        return site.isEmpty() && !names.contains(host) ? before(suffixes, host) : site;
    }

    private String siteOf(String host) {
        return sites.contains(host) ? host : before(siteSuffixes, host);
    }

    private static String withoutPort(String host) {
        return PORT.matcher(host.toLowerCase(Locale.ROOT)).replaceFirst("");
    }

    private static String before(List<String> suffixes, String host) {
        return suffixes.stream()
                .filter(host::endsWith)
                .filter(each -> host.length() > each.length())
                .findFirst()
                .map(each -> host.substring(0, host.length() - each.length()))
                .orElse("");
    }

    /** Makes a request of what came over the wire. */
    public RawRequest request(
            String method, String rawPath, Query query, Headers headers, boolean secure) {
        return new RawRequest(method, rawPath, query, headers, secure, bucketOf(headers));
    }
}
