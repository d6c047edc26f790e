package io.giza.paxos;

import io.giza.model.DcName;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Replies and verdicts as short text, for the tests of the rounds. */
final class Replies {
    private Replies() {}

    /**
     * Reads replies of the data centers a, b, ..., each "type promised vote [entries of the log]",
     * separated by semicolons; an empty one is missing.
     */
    static Map<DcName, Reply> of(String text) {
        Map<DcName, Reply> replies = new LinkedHashMap<>();
        char dc = 'a';
        for (String each : text.split(";", -1)) {
            if (!each.isBlank()) {
                replies.put(new DcName(String.valueOf(dc)), reply(each.strip()));
            }
            dc++;
        }
        return replies;
    }

    private static Reply reply(String text) {
        String[] parts = text.split("\\s+", 4);
        Row row = Notation.row(parts.length > 3 ? parts[3] : "", parts[1] + " " + parts[2]);
        return switch (parts[0]) {
            case "voted" -> new Reply.Voted(row);
            case "promised" -> new Reply.Promised(row);
            case "accepted" -> new Reply.Accepted(row);
            case "nacked" -> new Reply.Nacked(row);
            case "chosen" -> new Reply.Chosen(row);
            case "lagging" -> new Reply.Lagging(row);
            case "fenced" -> new Reply.Fenced(row);
            case "already" -> new Reply.Already(row, 1);
            case "stale-epoch" -> new Reply.StaleEpoch(row.withEpoch(7));
            default -> throw new IllegalArgumentException("no such reply: " + text);
        };
    }

    static String text(FastRound.Verdict verdict) {
        return switch (verdict) {
            case FastRound.Wait _ -> "wait";
            case FastRound.Decided decided -> "decided " + Notation.text(decided.value());
            case FastRound.Confirm confirm -> "confirm " + Notation.text(confirm.value());
            case FastRound.Contended contended -> "contended " + contended.round();
            case RoundExit detour -> text(detour);
        };
    }

    static String text(ClassicRound.PrepareVerdict verdict) {
        return switch (verdict) {
            case ClassicRound.Wait _ -> "wait";
            case ClassicRound.Propose propose -> "propose " + Notation.text(propose.value());
            case ClassicRound.Free _ -> "free";
            case ClassicRound.Preempted preempted -> text(preempted);
            case RoundExit detour -> text(detour);
        };
    }

    static String text(ClassicRound.AcceptVerdict verdict) {
        return switch (verdict) {
            case ClassicRound.Wait _ -> "wait";
            case ClassicRound.Accepted _ -> "accepted";
            case ClassicRound.Preempted preempted -> text(preempted);
            case RoundExit detour -> text(detour);
        };
    }

    static String text(ClassicRound.ReadVerdict verdict) {
        return switch (verdict) {
            case ClassicRound.Open open -> "open " + open.round();
            case RoundExit detour -> text(detour);
        };
    }

    static String text(LatestVersion.Verdict verdict) {
        return switch (verdict) {
            case LatestVersion.TooFew _ -> "too-few";
            case LatestVersion.Settled settled -> "settled " + log(settled.row());
            case LatestVersion.Ambiguous ambiguous ->
                    "ambiguous "
                            + log(ambiguous.row())
                            + " confirmable "
                            + ambiguous.confirmable().map(Notation::text).orElse("-")
                            + " round "
                            + ambiguous.round();
        };
    }

    private static String log(Row row) {
        return row.chosen()
                + " "
                + row.log().stream().map(Notation::text).collect(Collectors.joining(" ", "[", "]"));
    }

    private static String text(ClassicRound.Preempted preempted) {
        return "preempted " + preempted.round() + (preempted.refused() ? " refused" : "");
    }

    private static String text(RoundExit detour) {
        return switch (detour) {
            case RoundExit.MovedOn moved -> "moved-on " + moved.dc() + " " + log(moved.row());
            case RoundExit.Fenced _ -> "fenced";
            case RoundExit.Replaced replaced ->
                    "replaced by generation " + replaced.row().generation();
            case RoundExit.Already already -> "already " + already.version();
            case RoundExit.StaleEpoch stale -> "stale-epoch " + stale.epoch();
        };
    }
}
