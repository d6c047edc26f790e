package io.giza.cli.cluster;

import io.giza.signature.CredentialScope;
import io.giza.signature.RequestSigner;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * A cluster that is asked.
 *
 * @param label how it is called, for people
 * @param endpoints its gateways; the next one is tried where one does not answer
 * @param accessKey who asks
 * @param secretKey the secret of that key
 * @param ca the certificates that are trusted in place of the system's, null for those
 */
public record Target(
        String label, List<URI> endpoints, String accessKey, String secretKey, @Nullable Path ca) {
    public Target {
        endpoints = List.copyOf(endpoints);
        if (endpoints.isEmpty()) {
            throw new IllegalArgumentException("a cluster has a gateway at least");
        }
    }

    /** Returns the same, which trusts these certificates. */
    Target trusting(Path certificates) {
        return new Target(label, endpoints, accessKey, secretKey, certificates);
    }

    /** Returns what signs requests of operators. */
    RequestSigner signer() {
        return new RequestSigner(accessKey, secretKey, CredentialScope.ADMIN);
    }

    /**
     * Reads the URL of a gateway.
     *
     * @throws CommandException if it is none
     */
    public static URI endpoint(String text) {
        if (!text.matches("https?://([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+])(:\\d{1,5})?/?")) {
            throw new CommandException(
                    ExitCode.MISUSE,
                    "'"
                            + text
                            + "' is no URL of a gateway: write https://host or http://host:port.");
        }
        return URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    }

    /** Leaves the secret out. */
    @Override
    public String toString() {
        return "Target[" + label + ", " + endpoints + ", " + accessKey + "]";
    }
}
