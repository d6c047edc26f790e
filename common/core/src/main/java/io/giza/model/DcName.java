package io.giza.model;

import java.util.regex.Pattern;

/**
 * The logical name of a data center. Names in manifests never change when the physical data center
 * behind them is replaced (Giza, section 3.5).
 *
 * @param value 1 to 63 lower-case letters, digits and hyphens, starting with a letter
 * @throws IllegalArgumentException if the name has another shape
 */
public record DcName(String value) implements Comparable<DcName> {
    private static final Pattern SHAPE = Pattern.compile("[a-z][a-z0-9-]{0,62}");

    public DcName {
        if (!SHAPE.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "data center name '"
                            + value
                            + "' must be 1 to 63 lower-case letters, digits or hyphens and start"
                            + " with a letter");
        }
    }

    @Override
    public int compareTo(DcName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
