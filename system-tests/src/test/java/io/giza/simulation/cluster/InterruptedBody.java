package io.giza.simulation.cluster;

import io.giza.gateway.service.ObjectBody;

/** A body that runs something before its first byte. */
public final class InterruptedBody implements ObjectBody {
    private final TextBody body;
    private final Runnable interruption;
    private boolean hasBegun;

    public InterruptedBody(TextBody body, Runnable interruption) {
        this.body = body;
        this.interruption = interruption;
    }

    @Override
    public long length() {
        return body.length();
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (!hasBegun) {
            hasBegun = true;
            interruption.run();
        }
        return body.read(target, offset, length);
    }

    @Override
    public void digest(byte[] source, int offset, int length) {
        body.digest(source, offset, length);
    }

    @Override
    public Digests finish() {
        return body.finish();
    }
}
