package io.giza.azure;

import com.azure.core.http.HttpResponse;

import io.giza.model.DcName;
import io.giza.replica.ReplicaException;

import java.time.Duration;

/**
 * Why a call to Azure Storage failed. The texts have status, code and host, never a URL, a header
 * or the service's own words, which may quote signatures.
 */
public sealed interface AzureFailure {
    /** Returns what went wrong, in some words. */
    String text();

    /**
     * Tells whether it is certain that the request changed nothing, and never will. If it is not, a
     * write may have been applied, or may yet be.
     */
    boolean hasChangedNothing();

    /** Tells whether the same request may succeed if it is sent again. */
    default boolean isTransient() {
        return switch (this) {
            case Throttled _, Unreachable _, Interrupted _, TimedOut _, Failed _ -> true;
            case NotFound _,
                    Conflict _,
                    ConditionNotMet _,
                    Unauthorized _,
                    AccountGone _,
                    Rejected _ ->
                    false;
        };
    }

    /**
     * Over a limit of the account or the partition.
     *
     * @param code the service's word for it
     * @param retryAfter how long it asks to be left alone, zero if it does not say
     */
    record Throttled(int status, String code, Duration retryAfter) implements AzureFailure {
        @Override
        public String text() {
            return "is throttling (" + status + " " + code + ")";
        }

        /** 503 may also come from something in between that passed the request on. */
        @Override
        public boolean hasChangedNothing() {
            return status == 429;
        }
    }

    /**
     * What was asked for is not there.
     *
     * @param code the service's word for it, which says what: a blob, an entity, or all of the
     *     container or table
     */
    record NotFound(String code) implements AzureFailure {
        @Override
        public String text() {
            return "has no such thing (404 " + code + ")";
        }

        @Override
        public boolean hasChangedNothing() {
            return true;
        }
    }

    /**
     * It is there already, or in use.
     *
     * @param code the service's word for it
     */
    record Conflict(String code) implements AzureFailure {
        @Override
        public String text() {
            return "has a conflict (409 " + code + ")";
        }

        @Override
        public boolean hasChangedNothing() {
            return true;
        }
    }

    /** A condition of the request does not hold. */
    record ConditionNotMet(String code) implements AzureFailure {
        @Override
        public String text() {
            return "finds a condition not met (412 " + code + ")";
        }

        @Override
        public boolean hasChangedNothing() {
            return true;
        }
    }

    /**
     * The credential is wrong, or may not do this.
     *
     * @param code the service's word for it
     */
    record Unauthorized(int status, String code) implements AzureFailure {
        @Override
        public String text() {
            return "does not accept the credential (" + status + " " + code + ")";
        }

        @Override
        public boolean hasChangedNothing() {
            return true;
        }
    }

    /**
     * There is no such account, or it was disabled.
     *
     * @param detail how that shows
     */
    record AccountGone(String detail) implements AzureFailure {
        @Override
        public String text() {
            return "is not there (" + detail + "): was the account deleted, disabled or renamed?";
        }

        @Override
        public boolean hasChangedNothing() {
            return true;
        }
    }

    /**
     * The request was understood and declined.
     *
     * @param code the service's word for it
     */
    record Rejected(int status, String code) implements AzureFailure {
        @Override
        public String text() {
            return "refused (" + status + " " + code + ")";
        }

        @Override
        public boolean hasChangedNothing() {
            return true;
        }
    }

    /**
     * No connection could be made.
     *
     * @param detail the kind of exception
     */
    record Unreachable(String detail) implements AzureFailure {
        @Override
        public String text() {
            return "cannot be reached (" + detail + ")";
        }

        @Override
        public boolean hasChangedNothing() {
            return true;
        }
    }

    /**
     * The connection broke after it had been made, or what came was no answer.
     *
     * @param detail the kind of exception
     */
    record Interrupted(String detail) implements AzureFailure {
        @Override
        public String text() {
            return "broke off (" + detail + ")";
        }

        @Override
        public boolean hasChangedNothing() {
            return false;
        }
    }

    /**
     * No answer came in time, or the service itself gave up.
     *
     * @param detail who gave up
     */
    record TimedOut(String detail) implements AzureFailure {
        @Override
        public String text() {
            return "did not answer in time (" + detail + ")";
        }

        @Override
        public boolean hasChangedNothing() {
            return false;
        }
    }

    /**
     * The service failed inside.
     *
     * @param code the service's word for it
     */
    record Failed(int status, String code) implements AzureFailure {
        @Override
        public String text() {
            return "failed (" + status + " " + code + ")";
        }

        @Override
        public boolean hasChangedNothing() {
            return false;
        }
    }

    /** Returns what an exception of the SDK, or of what lies below it, means. */
    static AzureFailure of(Throwable thrown) {
        return FailureClassifier.classify(thrown);
    }

    /** Returns what a response means that is no success. */
    static AzureFailure of(HttpResponse response) {
        return FailureClassifier.classify(response, null);
    }

    /** Returns how one who asked for a data center's replica sees this. */
    default ReplicaException toReplicaException(DcName dc, Throwable cause) {
        return switch (this) {
            case Throttled t -> new ReplicaException.Throttled(dc, t.code(), cause);
            case TimedOut _ -> new ReplicaException.TimedOut(dc, cause);
            case Unreachable _, Interrupted _ -> new ReplicaException.Unreachable(dc, cause);
            case AccountGone _, Unauthorized _, Rejected _ ->
                    new ReplicaException.Refused(dc, text(), cause);
            case NotFound _, Conflict _, ConditionNotMet _, Failed _ ->
                    new ReplicaException.Failed(dc, text(), cause);
        };
    }
}
