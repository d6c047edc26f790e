package io.giza.stripe.write;

/** A stripe that lies in an array already. */
final class ArraySource implements StripeSource {
    private final byte[] bytes;
    private int given;

    ArraySource(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public void fill(byte[] target, int offset, int length) {
        System.arraycopy(bytes, given, target, offset, length);
        given += length;
    }

    /** What was given was copied. */
    @Override
    public void release(long stripe) {}
}
