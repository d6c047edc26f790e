package io.giza.replica;

/**
 * What calls tell of a data center. Immutable.
 *
 * @param open how many calls are under way
 * @param silentSince since when none was answered and no bytes were taken while some were under way
 * @param called when the last call began
 * @param failed whether a call failed and none was answered since
 * @param probing whether somebody is asking whether it is back
 */
record CallState(int open, long silentSince, long called, boolean failed, boolean probing) {
    static final CallState UNKNOWN = new CallState(0, 0, 0, false, false);

    CallState begun(long now) {
        return new CallState(open + 1, open == 0 ? now : silentSince, now, failed, probing);
    }

    CallState ended() {
        return new CallState(open - 1, silentSince, called, failed, probing);
    }

    CallState answered(long now) {
        return new CallState(open, now, called, false, probing);
    }

    CallState progressed(long now) {
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
