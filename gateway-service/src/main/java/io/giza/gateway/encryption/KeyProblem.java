package io.giza.gateway.encryption;

/** Why a data key cannot be had. */
public enum KeyProblem {
    /** The gateway has no master key, or no keeper of named keys. */
    NOT_CONFIGURED,
    /** The object is encrypted with a client's key, which was not sent. */
    KEY_NEEDED,
    /** A client's key was sent for what is not encrypted with one. */
    KEY_NOT_APPLICABLE,
    /** The object is encrypted with another client's key. */
    WRONG_KEY,
    /** There is no key of that name, or it must not be used. */
    NO_SUCH_KEY,
    /** What keeps the keys does not answer. */
    UNREACHABLE,
    /** The wrapped key is there, and nothing that is configured opens it. */
    LOST
}
