package io.giza.version;

/** What a look at the fragments of a chosen version says of its data. */
public enum Visibility {
    /** What is there suffices: the version is visible from now on, until it is deleted. */
    VISIBLE,
    /**
     * What is there decodes, and not all that is needed was seen: it is shown only once a record
     * says that it is visible.
     */
    DECODABLE,
    /**
     * Something that is needed is not there, or it would not decode even with all that could not be
     * looked at: nobody was shown it yet, but where a record says that it is visible.
     */
    INVISIBLE,
    /** What is there does not decode, and with what could not be looked at it might. */
    UNCLEAR
}
