package io.giza.version;

/** What a look at the fragments of a chosen version says of its data. */
public enum Sight {
    /** What is there decodes: the version is visible from now on, until it is deleted. */
    VISIBLE,
    /** It would not decode even with all that could not be looked at: nobody was shown it yet. */
    INVISIBLE,
    /** What is there does not decode, and with what could not be looked at it might. */
    UNCLEAR
}
