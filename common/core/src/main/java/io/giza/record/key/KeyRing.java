package io.giza.record.key;

import io.giza.model.Bytes;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The versions of the cluster's key that wrap the data keys of objects, each sealed with the master
 * key. New objects get the newest, and the others open what they wrapped.
 *
 * @param versions by number, ascending from 1
 */
public record KeyRing(List<Version> versions) {
    /** A ring without a key. */
    public static final KeyRing EMPTY = new KeyRing(List.of());

    /** As many as fit into a row; one a month lasts for twenty years. */
    public static final int MAX_VERSIONS = 250;

    public KeyRing {
        versions = List.copyOf(versions);
        if (versions.size() > MAX_VERSIONS) {
            throw new IllegalArgumentException(versions.size() + " versions of a key");
        }
    }

    /**
     * A version of the key.
     *
     * @param created when it was made
     * @param sealed the key, sealed with the master key
     */
    public record Version(Instant created, Bytes sealed) {}

    /** Returns a version by its number, from 1. */
    public Optional<Version> version(int number) {
        return number < 1 || number > versions.size()
                ? Optional.empty()
                : Optional.of(versions.get(number - 1));
    }

    /** Returns the number of the newest version, 0 if there is none. */
    public int newest() {
        return versions.size();
    }

    /** Returns this with another version, which is the newest. */
    public KeyRing with(Version another) {
        List<Version> all = new ArrayList<>(versions);
        all.add(another);
        return new KeyRing(all);
    }
}
