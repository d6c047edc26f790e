package io.giza.record;

import io.giza.lifecycle.LifecycleActions;
import io.giza.lifecycle.LifecycleActions.AfterDays;
import io.giza.lifecycle.LifecycleActions.Expiration;
import io.giza.lifecycle.LifecycleActions.LoneMarkers;
import io.giza.lifecycle.LifecycleActions.Noncurrent;
import io.giza.lifecycle.LifecycleActions.OnDate;
import io.giza.lifecycle.LifecycleConfiguration;
import io.giza.lifecycle.LifecycleFilter;
import io.giza.lifecycle.LifecycleRule;
import io.giza.model.Bytes;
import io.giza.model.Value;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.TreeMap;

/**
 * Lifecycle configurations as the bodies of PUT values in the system key space, compact binary.
 *
 * <pre>
 * configuration := rule*
 * rule          := id enabled prefix tags above+1 below expiration noncurrent abort-days
 * expiration    := 0 | 1 days | 2 seconds | 3
 * noncurrent    := 0 | 1 days kept
 * </pre>
 */
public final class LifecycleCodec {
    /** The format of the bodies, carried by their values. */
    public static final int FORMAT = 1;

    private LifecycleCodec() {}

    /** Encodes a configuration. */
    public static Bytes encode(LifecycleConfiguration configuration) {
        return new BinaryWriter().list(configuration.rules(), LifecycleCodec::write).toBytes();
    }

    /**
     * Decodes the configuration of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     lifecycle configuration
     */
    public static LifecycleConfiguration decode(Value value) {
        return BinaryReader.decode(
                "lifecycle",
                value,
                FORMAT,
                reader -> new LifecycleConfiguration(reader.list(LifecycleCodec::readRule)));
    }

    private static void write(BinaryWriter writer, LifecycleRule rule) {
        LifecycleFilter filter = rule.filter();
        writer.text(rule.id())
                .octet(rule.enabled() ? 1 : 0)
                .text(filter.prefix())
                .texts(filter.tags())
                .count(filter.above() + 1)
                .count(filter.below());
        writeExpiration(writer, rule.actions().expiration());
        Noncurrent noncurrent = rule.actions().noncurrent();
        if (noncurrent == null) {
            writer.octet(0);
        } else {
            writer.octet(1).count(noncurrent.days()).count(noncurrent.kept());
        }
        writer.count(rule.actions().abortUploadsAfterDays());
    }

    private static void writeExpiration(BinaryWriter writer, @Nullable Expiration expiration) {
        switch (expiration) {
            case null -> writer.octet(0);
            case AfterDays(int days) -> writer.octet(1).count(days);
            case OnDate(Instant date) -> writer.octet(2).fixed64(date.getEpochSecond());
            case LoneMarkers() -> writer.octet(3);
        }
    }

    private static LifecycleRule readRule(BinaryReader reader) {
        return new LifecycleRule(
                reader.text(), flag(reader), readFilter(reader), readActions(reader));
    }

    private static LifecycleFilter readFilter(BinaryReader reader) {
        return new LifecycleFilter(
                reader.text(), new TreeMap<>(reader.texts()), reader.count() - 1, reader.count());
    }

    private static LifecycleActions readActions(BinaryReader reader) {
        Expiration expiration =
                switch (reader.octet()) {
                    case 0 -> null;
                    case 1 -> new AfterDays(Math.toIntExact(reader.count()));
                    case 2 -> new OnDate(Instant.ofEpochSecond(reader.fixed64()));
                    case 3 -> new LoneMarkers();
                    default -> throw new FormatException("there is no such expiration");
                };
        Noncurrent noncurrent =
                flag(reader)
                        ? new Noncurrent(
                                Math.toIntExact(reader.count()), Math.toIntExact(reader.count()))
                        : null;
        return new LifecycleActions(expiration, noncurrent, Math.toIntExact(reader.count()));
    }

    private static boolean flag(BinaryReader reader) {
        int octet = reader.octet();
        if (octet > 1) {
            throw new FormatException(octet + " is neither yes nor no");
        }
        return octet == 1;
    }
}
