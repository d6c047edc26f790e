package io.giza.model;

/** Why a record ends a version, which is the body of a DELETE_VERSIONS record. */
public enum Ending {
    /** It was visible, or a marker, and is deleted; if it was a null, no older one returns. */
    DELETED(Bytes.EMPTY),
    /** It never became visible: the object is as if it had not been put. */
    GIVEN_UP(Bytes.copyOf(new byte[] {1}));

    private final Bytes body;

    Ending(Bytes body) {
        this.body = body;
    }

    /** Returns the body of the record. */
    public Bytes body() {
        return body;
    }

    /**
     * Returns what a DELETE_VERSIONS record says.
     *
     * @throws IllegalArgumentException if it says nothing that is known
     */
    public static Ending of(Value value) {
        for (Ending ending : values()) {
            if (ending.body.equals(value.body())) {
                return ending;
            }
        }
        throw new IllegalArgumentException("no ending of a version: " + value);
    }
}
