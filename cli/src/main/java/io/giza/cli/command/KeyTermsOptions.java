package io.giza.cli.command;

import io.giza.cli.call.Durations;
import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a key may ask of S3, and until when, as options say it. */
final class KeyTermsOptions {
    private static final Set<String> NAMES = Set.of("readonly", "readwrite", "writeonly");
    private static final int MOST_BYTES = 32 << 10;

    @Option(
            names = "--policy",
            paramLabel = "NAME|FILE",
            description =
                    "What of S3 it may do: readonly, readwrite, writeonly, or a file with a policy"
                            + " as JSON. All that its account may, if left out.")
    private @Nullable String policy;

    @Option(
            names = "--prefix",
            paramLabel = "BUCKET[/PREFIX]",
            description = "To which keys a policy with a name is bound.")
    private @Nullable String prefix;

    @Option(
            names = "--expires",
            paramLabel = "TIME",
            description =
                    "When it is no longer good: after a time such as 90m, 24h or 30d, or at one"
                            + " such as 2027-01-31T12:00:00Z.")
    private @Nullable String expires;

    /** Returns the fields of the request that makes the key. */
    Map<String, String> fields(Instant now) {
        Map<String, String> fields = new TreeMap<>();
        if (policy != null) {
            fields.put("policy", NAMES.contains(policy) ? policy : read(policy));
        }
        if (prefix != null) {
            fields.put("prefix", prefix);
        }
        if (expires != null) {
            fields.put("expires", end(expires, now));
        }
        return fields;
    }

    private static String end(String text, Instant now) {
        return text.contains("T")
                ? text
                : now.plus(Durations.parse("--expires", text))
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString();
    }

    private static String read(String file) {
        try {
            Path path = Path.of(file);
            if (Files.size(path) > MOST_BYTES) {
                throw misuse(file + " is too long for a policy.");
            }
            // The document must begin with its brace, and editors add a line at the end.
            return Files.readString(path).strip();
        } catch (IOException | IllegalArgumentException e) {
            throw misuse(
                    "--policy is '"
                            + file
                            + "': write readonly, readwrite, writeonly, or the name of a file that"
                            + " can be read.");
        }
    }

    private static CommandException misuse(String message) {
        return new CommandException(ExitCode.MISUSE, message);
    }
}
