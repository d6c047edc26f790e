package io.giza.gateway.check;

import io.giza.gateway.check.S3Calls.Call;
import io.giza.gateway.check.S3Calls.FailedCallException;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Checks that the gateways of all regions serve the same objects: what is put through the first is
 * read, listed and found in its versions through every one, and is deleted in the end. It needs no
 * configuration of the cluster, only gateways and an access key.
 */
public final class RegionCheck {
    /** The argument that asks for it in place of a gateway. */
    public static final String COMMAND = "check-regions";

    private static final int PASSED = 0;
    private static final int FAILED = 1;
    private static final int MISUSED = 2;

    /** More than what travels in metadata, so that fragments are written and read. */
    private static final int OBJECT_BYTES = 100_000;

    private static final int NAME_BYTES = 8;
    private static final Pattern VERSION = Pattern.compile("<VersionId>([^<]+)</VersionId>");
    private static final String VERSIONING =
            "<VersioningConfiguration xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
                    + "<Status>Enabled</Status></VersioningConfiguration>";

    private final List<URI> endpoints;
    private final S3Calls calls;
    private final PrintStream out;
    private final String bucket;
    private final String object;
    private final SecureRandom chance = new SecureRandom();

    private RegionCheck(List<URI> endpoints, S3Calls calls, PrintStream out) {
        this.endpoints = endpoints;
        this.calls = calls;
        this.out = out;
        byte[] name = new byte[NAME_BYTES];
        chance.nextBytes(name);
        this.bucket = "/giza-check-" + HexFormat.of().formatHex(name);
        this.object = bucket + "/object";
    }

    /**
     * Checks what arguments name, and prints a line for each step.
     *
     * @return 0 if all of it holds, 1 if not, 2 if the arguments are wrong
     */
    public static int run(
            List<String> arguments, Map<String, String> environment, PrintStream out) {
        CheckOptions options;
        try {
            options = CheckOptions.of(arguments, environment);
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
            return MISUSED;
        }
        try (S3Calls calls = new S3Calls(options)) {
            new RegionCheck(options.endpoints(), calls, out).run();
            out.printf("passed: %d gateways serve the same%n", options.endpoints().size());
            return PASSED;
        } catch (IOException e) {
            out.println("FAILED: " + e.getMessage());
            return FAILED;
        }
    }

    private void run() throws FailedCallException {
        URI here = endpoints.getFirst();
        calls.send(new Call("PUT", here, bucket));
        out.println("made a bucket through " + here);
        FailedCallException failure = null;
        try {
            checkObjects(here);
        } catch (FailedCallException e) {
            failure = e;
        }
        try {
            removeAll(here);
        } catch (FailedCallException e) {
            if (failure == null) {
                failure = e;
            } else {
                failure.addSuppressed(e);
                out.println(bucket.substring(1) + " is left behind: " + e.getMessage());
            }
        }
        if (failure != null) {
            throw failure;
        }
        out.println("deleted all of it through " + here);
    }

    private void checkObjects(URI here) throws FailedCallException {
        calls.send(new Call("PUT", here, bucket + "?versioning=", utf8(VERSIONING)));
        byte[] first = content();
        String older = put(here, first);
        expectEverywhere("", first);
        byte[] second = content();
        String newer = put(endpoints.getLast(), second);
        expectEverywhere("", second);
        expectEverywhere("?versionId=" + older, first);
        for (URI endpoint : endpoints) {
            String listing = text(new Call("GET", endpoint, bucket + "?list-type=2"));
            require(listing.contains("<Key>object</Key>"), endpoint + " does not list the object");
            List<String> versions = versions(endpoint);
            require(
                    versions.containsAll(List.of(older, newer)),
                    endpoint
                            + " lists versions "
                            + versions
                            + " without "
                            + older
                            + " or "
                            + newer);
            out.println("listed it and its versions through " + endpoint);
        }
    }

    private String put(URI endpoint, byte[] content) throws FailedCallException {
        HttpResponse<byte[]> answer = calls.send(new Call("PUT", endpoint, object, content));
        String version = answer.headers().firstValue("x-amz-version-id").orElse("null");
        out.printf("put %d bytes through %s, version %s%n", content.length, endpoint, version);
        return version;
    }

    private void expectEverywhere(String query, byte[] content) throws FailedCallException {
        for (URI endpoint : endpoints) {
            Call call = new Call("GET", endpoint, object + query);
            require(
                    Arrays.equals(calls.send(call).body(), content),
                    call + " returned other bytes than were put");
            out.println("got them through " + endpoint + (query.isEmpty() ? "" : " by version"));
        }
    }

    private void removeAll(URI here) throws FailedCallException {
        for (String version : versions(here)) {
            calls.send(new Call("DELETE", here, object + "?versionId=" + version));
        }
        calls.send(new Call("DELETE", here, bucket));
    }

    private List<String> versions(URI endpoint) throws FailedCallException {
        String listing = text(new Call("GET", endpoint, bucket + "?versions="));
        return VERSION.matcher(listing).results().map(each -> each.group(1)).toList();
    }

    private String text(Call call) throws FailedCallException {
        return new String(calls.send(call).body(), StandardCharsets.UTF_8);
    }

    private byte[] content() {
        byte[] content = new byte[OBJECT_BYTES];
        chance.nextBytes(content);
        return content;
    }

    private static void require(boolean holds, String otherwise) throws FailedCallException {
        if (!holds) {
            throw new FailedCallException(otherwise);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
