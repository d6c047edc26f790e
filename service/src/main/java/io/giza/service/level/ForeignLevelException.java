package io.giza.service.level;

/** A process does not start, since it does not work at the format level of its cluster. */
final class ForeignLevelException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Says so.
     *
     * @param sentence what to do about it
     */
    ForeignLevelException(String sentence) {
        super(sentence);
    }
}
