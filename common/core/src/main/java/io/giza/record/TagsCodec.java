package io.giza.record;

import io.giza.model.Bytes;
import io.giza.model.Value;

import java.util.Map;

/**
 * The tags of a version as the bodies of ANNOTATE values: all of them, each time.
 *
 * <pre>annotation := tags</pre>
 */
public final class TagsCodec {
    /** The format of the bodies, carried by their values. */
    public static final int FORMAT = 1;

    private TagsCodec() {}

    /** Encodes tags. */
    public static Bytes encode(Map<String, String> tags) {
        return new BinaryWriter().texts(tags).toBytes();
    }

    /**
     * Decodes the tags of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     set of tags
     */
    public static Map<String, String> decode(Value value) {
        if (value.kind() != Value.Kind.ANNOTATE || value.format() != FORMAT) {
            throw new FormatException(
                    value + " of format " + value.format() + " is no annotation of format 1");
        }
        return BinaryReader.decode("tags of " + value.id(), value.body(), BinaryReader::texts);
    }
}
