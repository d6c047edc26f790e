package io.giza.lock;

/** Whether a version must not be deleted until somebody says otherwise. */
public enum LegalHold {
    /** Nobody ever said. */
    UNSET,
    /** It was said that it may. */
    OFF,
    /** It must not. */
    ON
}
