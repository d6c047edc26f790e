package io.giza.replica;

import io.giza.model.DcName;

import org.jspecify.annotations.Nullable;

/**
 * One replica did not do what was asked. None of these says that the request had no effect, except
 * {@link Refused}. Caught where answers of several replicas are gathered, nowhere else.
 */
public abstract sealed class ReplicaException extends Exception {
    private static final long serialVersionUID = 1L;

    private ReplicaException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The replica could not be reached, or the connection broke: the outcome is unknown. */
    public static final class Unreachable extends ReplicaException {
        private static final long serialVersionUID = 1L;

        public Unreachable(DcName dc, Throwable cause) {
            super(dc + " cannot be reached: " + cause, cause);
        }
    }

    /** No answer came in time: the outcome is unknown. */
    public static final class TimedOut extends ReplicaException {
        private static final long serialVersionUID = 1L;

        public TimedOut(DcName dc, Throwable cause) {
            super(dc + " did not answer in time", cause);
        }
    }

    /** The replica is over its limits and asks to be left alone for a while. */
    public static final class Throttled extends ReplicaException {
        private static final long serialVersionUID = 1L;

        public Throttled(DcName dc, String detail, @Nullable Throwable cause) {
            super(dc + " is throttling: " + detail, cause);
        }
    }

    /** The disk of the replica is full. */
    public static final class Full extends ReplicaException {
        private static final long serialVersionUID = 1L;

        public Full(DcName dc, String detail, @Nullable Throwable cause) {
            super(dc + " is full: " + detail, cause);
        }
    }

    /** This process made no call: too many wait already. That says nothing of the replica. */
    public static final class Withheld extends ReplicaException {
        private static final long serialVersionUID = 1L;

        public Withheld(DcName dc, String detail, @Nullable Throwable cause) {
            super(dc + " was not asked: " + detail, cause);
        }
    }

    /**
     * This process made no call: the replica failed, answered nothing since, and many calls wait to
     * find that out already. It was away then, whatever it is by now.
     */
    public static final class Away extends ReplicaException {
        private static final long serialVersionUID = 1L;

        public Away(DcName dc, String detail) {
            super(dc + " is away: " + detail, null);
        }
    }

    /** The replica understood and declined (wrong token, unknown format, bad request). */
    public static final class Refused extends ReplicaException {
        private static final long serialVersionUID = 1L;

        public Refused(DcName dc, String detail, @Nullable Throwable cause) {
            super(dc + " refused: " + detail, cause);
        }
    }

    /**
     * The replica took the place of a lost one and was not given yet what it is asked for, or does
     * not know yet whether it is an older copy of itself.
     */
    public static final class NotReady extends ReplicaException {
        private static final long serialVersionUID = 1L;

        public NotReady(DcName dc, String detail, @Nullable Throwable cause) {
            super(dc + " is not ready: " + detail, cause);
        }
    }

    /** The replica failed inside, or answered with something unreadable: the outcome is unknown. */
    public static final class Failed extends ReplicaException {
        private static final long serialVersionUID = 1L;

        public Failed(DcName dc, String detail, @Nullable Throwable cause) {
            super(dc + " failed: " + detail, cause);
        }
    }
}
