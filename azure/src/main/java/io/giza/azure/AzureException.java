package io.giza.azure;

import java.io.IOException;

/** A call to Azure Storage failed. Holds nothing of the request or the answer that is secret. */
public final class AzureException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient AzureFailure failure;

    /**
     * Says what failed.
     *
     * @param location the account or a part of it, without secrets
     * @param failure what went wrong
     */
    public AzureException(String location, AzureFailure failure) {
        super(location + " " + failure.text());
        this.failure = failure;
    }

    /**
     * Makes one of what the SDK threw. That is not kept as the cause: its texts quote what the
     * service answered.
     */
    public static AzureException of(String location, Throwable thrown) {
        return thrown instanceof AzureException known
                ? known
                : new AzureException(location, AzureFailure.of(thrown));
    }

    /** Returns what went wrong. */
    public AzureFailure failure() {
        return failure;
    }
}
