package io.giza.simulation.version;

import io.giza.model.Mode;
import io.giza.model.Value.Kind;
import io.giza.simulation.cluster.VoteOracle.Chosen;
import io.giza.simulation.version.VersionOracle.ReadOutcome;
import io.giza.simulation.version.VersionOracle.Span;

import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Judges what a read was told by the fold of the first so many versions of a log.
 *
 * @param mustBeVisible tells whether a chosen put was certainly visible when a span began
 */
record VersionJudge(VersionLog log, BiPredicate<Integer, Span> mustBeVisible) {
    /** Tells whether a state of so many versions fits at some time of the span. */
    boolean atSomeTime(Span span, IntPredicate fits) {
        List<Chosen> all = log.log();
        for (int versions = 0; versions <= all.size(); versions++) {
            boolean over = versions < all.size() && all.get(versions).moment() <= span.askedAt();
            boolean yet = versions == 0 || all.get(versions - 1).moment() <= span.answeredAt();
            if (!over && yet && fits.test(versions)) {
                return true;
            }
        }
        return false;
    }

    boolean isNewest(int found, int versions, Span span) {
        return isNewest(found, versions, span, _ -> true);
    }

    boolean isNull(int found, ReadOutcome outcome, int versions, Span span) {
        if (outcome != ReadOutcome.MARKER) {
            return isNewest(found, versions, span, Mode::isNull)
                    && (outcome == ReadOutcome.FOUND || !mustBeMarker(versions));
        }
        return isNewest(0, versions, span, Mode::isNull) && isMarker(versions, span);
    }

    /** Tells whether the newest null is a marker, whatever may or may not be seen. */
    private boolean mustBeMarker(int versions) {
        for (int version = versions; version >= 1; version--) {
            if (log.isObject(version)
                    && Mode.of(log.chosen(version)).isNull()
                    && (!log.isGivenUpIn(version, versions))) {
                return log.chosen(version).kind() == Kind.MARKER
                        && Mode.of(log.chosen(version)) == Mode.UNVERSIONED
                        && !log.isDeleted(version, versions);
            }
        }
        return false;
    }

    /** Tells whether the newest null may be a marker. */
    private boolean isMarker(int versions, Span span) {
        for (int version = versions; version >= 1; version--) {
            if (!log.isObject(version) || !Mode.of(log.chosen(version)).isNull()) {
                continue;
            }
            if (log.chosen(version).kind() == Kind.MARKER) {
                return Mode.of(log.chosen(version)) == Mode.UNVERSIONED
                        && !log.isDeleted(version, versions);
            }
            if (!log.isGivenUpIn(version, versions)
                    && (log.isDeleted(version, versions) || mustBeVisible.test(version, span))) {
                return false;
            }
        }
        return false;
    }

    private boolean isNewest(int found, int versions, Span span, Predicate<Mode> wanted) {
        boolean nullsEnded = false;
        for (int version = versions; version >= 1; version--) {
            if (!log.isObject(version) || !wanted.test(Mode.of(log.chosen(version)))) {
                continue;
            }
            boolean isNull = Mode.of(log.chosen(version)).isNull();
            if (log.isDeleted(version, versions)) {
                nullsEnded |= isNull && !log.isGivenUpIn(version, versions);
                continue;
            }
            if (isNull && nullsEnded) {
                continue;
            }
            if (log.chosen(version).kind() == Kind.MARKER) {
                return found == 0;
            }
            if (version == found) {
                return true;
            }
            if (mustBeVisible.test(version, span)) {
                return false;
            }
        }
        return found == 0;
    }

    boolean fits(int version, ReadOutcome outcome, int versions, Span span) {
        boolean there = version <= versions && !log.isDeleted(version, versions);
        return switch (outcome) {
            case FOUND -> there && log.chosen(version).kind() == Kind.PUT;
            case MARKER -> there && log.chosen(version).kind() == Kind.MARKER;
            case NOTHING ->
                    !there
                            || (log.chosen(version).kind() == Kind.PUT
                                    && !mustBeVisible.test(version, span))
                            || (log.chosen(version).kind() != Kind.PUT
                                    && log.chosen(version).kind() != Kind.MARKER);
        };
    }
}
