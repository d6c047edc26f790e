package io.giza.console;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/**
 * How a console is configured, under {@code giza.console}.
 *
 * @param gateways where it reaches gateways, the preferred one first; the next one is used while
 *     one does not answer
 * @param s3Urls where browsers reach the same gateways, in the same order; the gateways themselves
 *     where it is left out
 * @param region the region that its requests are signed for
 * @param gatewayCa a file of certificates of those who vouch for https gateways; the JDK's trust
 *     store where it is left out, or the file is not there
 * @param sessionKey what sessions are encrypted with, 32 bytes in base 64; drawn at start where it
 *     is left out, so that sessions end with the process
 * @param idle how long a session lasts that is not used
 * @param longest how long one lasts at most
 */
@ConfigurationProperties("giza.console")
record ConsoleProperties(
        @DefaultValue("http://127.0.0.1:9000") List<URI> gateways,
        @DefaultValue List<URI> s3Urls,
        @DefaultValue("us-east-1") String region,
        @Nullable Path gatewayCa,
        @DefaultValue("") String sessionKey,
        @DefaultValue("30m") Duration idle,
        @DefaultValue("12h") Duration longest) {
    private static final int KEY_BYTES = 32;
    private static final Duration DAY = Duration.ofDays(1);

    public ConsoleProperties {
        gateways = List.copyOf(gateways);
        s3Urls = s3Urls.isEmpty() ? gateways : List.copyOf(s3Urls);
        require(!gateways.isEmpty(), "gateways must name at least one, such as http://host:9000");
        require(
                s3Urls.size() == gateways.size(),
                "s3-urls must name one for each of gateways, in the same order");
        gateways.forEach(each -> requireUrl("gateways", each));
        s3Urls.forEach(each -> requireUrl("s3-urls", each));
        require(region.matches("[a-z0-9-]{1,63}"), "region must look like us-east-1");
        require(
                sessionKey.isEmpty() || isKey(sessionKey),
                "session-key must be 32 bytes in base 64: make it with 'openssl rand -base64 32'");
        require(isWithin(idle, DAY), "idle must be more than 0 and at most 24h");
        require(isWithin(longest, DAY), "longest must be more than 0 and at most 24h");
    }

    /** Leaves the key out: configurations are logged. */
    @Override
    public String toString() {
        return "ConsoleProperties[gateways=" + gateways + ", s3Urls=" + s3Urls + "]";
    }

    private static boolean isKey(String text) {
        try {
            return Base64.getDecoder().decode(text).length == KEY_BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static void requireUrl(String key, URI url) {
        boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        String path = url.getRawPath();
        require(
                isHttp && url.getHost() != null && (path == null || path.isEmpty()),
                key + " has " + url + ", which is no URL such as https://s3.example.net");
    }

    private static boolean isWithin(Duration duration, Duration greatest) {
        return duration.isPositive() && duration.compareTo(greatest) <= 0;
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException("giza.console." + problem);
        }
    }
}
