package io.giza.replica;

import io.giza.concurrent.Ticks;

/**
 * What calls tell of a data center. Immutable.
 *
 * @param open how many calls are under way
 * @param silentSince since when none was answered and no bytes were taken while some were under way
 * @param called when the last call began
 * @param failed whether a call failed and none was answered since
 * @param probing whether somebody is asking whether it is back
 */
record CallState(int open, Ticks silentSince, Ticks called, boolean failed, boolean probing) {
    /** Stands where nothing was yet. */
    private static final Ticks NONE = new Ticks(0);

    static final CallState UNKNOWN = new CallState(0, NONE, NONE, false, false);

    CallState begun(Ticks now) {
        return new CallState(open + 1, open == 0 ? now : silentSince, now, failed, probing);
    }

    CallState ended() {
        return new CallState(open - 1, silentSince, called, failed, probing);
    }

    CallState answered(Ticks now) {
        return new CallState(open, now, called, false, probing);
    }

    CallState progressed(Ticks now) {
        return new CallState(open, now, called, failed, probing);
    }

    CallState afterFailure() {
        return new CallState(open, silentSince, called, true, true);
    }

    CallState afterBrokenProbe() {
        return new CallState(open, silentSince, called, failed, false);
    }

    CallState notProbing() {
        return new CallState(open, silentSince, called, false, false);
    }
}
