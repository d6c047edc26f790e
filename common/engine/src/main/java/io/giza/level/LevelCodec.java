package io.giza.level;

import io.giza.model.Bytes;
import io.giza.model.Value;
import io.giza.record.BinaryReader;
import io.giza.record.BinaryWriter;
import io.giza.record.FormatException;

/**
 * Levels as the bodies of PUT values in the system key space, compact binary.
 *
 * <pre>record := level release</pre>
 *
 * <p>Every later release writes this format, since every earlier one has to read it.
 */
public final class LevelCodec {
    /** The format of the bodies, carried by their values. */
    public static final int FORMAT = 1;

    private LevelCodec() {}

    /** Encodes a level. */
    public static Bytes encode(DecidedLevel decided) {
        return new BinaryWriter().count(decided.level()).text(decided.release()).toBytes();
    }

    /**
     * Decodes the level of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     level
     */
    public static DecidedLevel decode(Value value) {
        return BinaryReader.decode(
                "level",
                value,
                FORMAT,
                reader -> new DecidedLevel(Math.toIntExact(reader.count()), reader.text()));
    }
}
