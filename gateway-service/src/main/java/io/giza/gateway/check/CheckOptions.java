package io.giza.gateway.check;

import io.giza.signature.CredentialScope;
import io.giza.signature.RequestSigner;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a check is told.
 *
 * @param endpoints the gateways by their URLs, the one of this region first
 * @param authority a file of certificates that are trusted in place of the JVM's own, where it is
 *     there; null for none
 * @param patience how long a step is tried again before it has failed
 * @param signer who asks
 */
record CheckOptions(
        List<URI> endpoints, @Nullable Path authority, Duration patience, RequestSigner signer) {
    private static final String USAGE =
            " Usage: check-regions [--ca=FILE] [--timeout=SECONDS] URL..., with GIZA_ACCESS_KEY and"
                    + " GIZA_SECRET_KEY in the environment.";

    CheckOptions {
        endpoints = List.copyOf(endpoints);
    }

    /**
     * Reads arguments and environment.
     *
     * @throws IllegalArgumentException with what is wrong, and the usage
     */
    static CheckOptions of(List<String> arguments, Map<String, String> environment) {
        List<URI> endpoints = new ArrayList<>();
        Path authority = null;
        Duration patience = Duration.ofMinutes(2);
        for (String argument : arguments) {
            if (argument.startsWith("--ca=")) {
                authority = Path.of(argument.substring("--ca=".length()));
            } else if (argument.startsWith("--timeout=")) {
                patience = seconds(argument.substring("--timeout=".length()));
            } else {
                endpoints.add(endpoint(argument));
            }
        }
        if (endpoints.isEmpty()) {
            throw new IllegalArgumentException("No gateway is named." + USAGE);
        }
        return new CheckOptions(
                endpoints,
                authority,
                patience,
                new RequestSigner(
                        variable(environment, "GIZA_ACCESS_KEY"),
                        variable(environment, "GIZA_SECRET_KEY"),
                        CredentialScope.S3));
    }

    private static Duration seconds(String text) {
        try {
            return Duration.ofSeconds(Integer.parseInt(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "--timeout is '" + text + "': write a number of seconds." + USAGE, e);
        }
    }

    private static URI endpoint(String text) {
        if (!text.matches("https?://[A-Za-z0-9.:\\[\\]-]+")) {
            throw new IllegalArgumentException(
                    "'"
                            + text
                            + "' is no URL of a gateway such as https://s3.example.net."
                            + USAGE);
        }
        return URI.create(text);
    }

    private static String variable(Map<String, String> environment, String name) {
        String value = environment.getOrDefault(name, "");
        if (value.isEmpty()) {
            throw new IllegalArgumentException(name + " is not in the environment." + USAGE);
        }
        return value;
    }
}
