package io.giza.wire;

import io.giza.record.FragmentName;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.FragmentFormat.UnreadableHeaderException;
import io.giza.stripe.FragmentHeader;

import java.io.IOException;
import java.io.InputStream;

/** The beginning of a fragment that is to be stored, as whoever stores it has to look at it. */
public final class FragmentStart {
    private FragmentStart() {}

    /**
     * Reads the header of a fragment, and nothing after it.
     *
     * @param name the name under which the fragment is to be stored
     * @param length how many bytes it is said to have, header included
     * @throws UnreadableHeaderException if it is no header, or not of a fragment of this name and
     *     length
     * @throws IOException if the stream fails
     */
    public static FragmentHeader read(
            FragmentFormat format, FragmentName name, long length, InputStream source)
            throws IOException {
        FragmentHeader header = format.read(source);
        if (!FragmentName.of(header.id()).equals(name)) {
            throw new UnreadableHeaderException("the header names another fragment");
        }
        long body =
                switch (header.kind()) {
                    case DATA -> header.layout().bodyLength();
                    case POISON -> 0;
                };
        if (length != format.headerLength(header.id()) + body) {
            throw new UnreadableHeaderException("the header speaks of another length: " + body);
        }
        return header;
    }
}
