package io.giza.paxos;

import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry.Resolution;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The protocol's nouns as short text, for tests and transcripts.
 *
 * <pre>
 * value    v            a put of id v, operation v, base 0
 *          v@2/o        the same of base 2 and operation o
 *          n^3          a no-op that raises the fence to 3
 *          r!3  d!      REMOVE that announces generation 3, DROP
 * ballot   0  1  2a     fast, confirm, round 2 of owner a in epoch 1; e2:2a in epoch 2
 * vote     -  0:v  2a:w
 * entry    1=v  1=v+  1=v~  1=v-    unresolved, visible, degraded, aborted
 * row      0 [] 0 0:v               chosen, log, promised, vote; "fence 3" when it is raised,
 *                                   "generation 3" when it is not the first
 * request  pre-accept 1 v | prepare 1 2a | accept 1 2a v | commit | remove 3 | read
 *          seed e2:2a
 *          then, as needed: after 1=v 2=w, epoch 2, generation 1
 * </pre>
 */
public final class Notation {
    private static final Pattern VALUE =
            Pattern.compile(
                    "([a-z0-9]{1,7})(?:@(\\d+))?(?:/([a-z0-9]{1,7}))?(?:\\^(\\d+)|(!)(\\d*))?");
    private static final Pattern BALLOT = Pattern.compile("(?:e(\\d+):)?(\\d+)([a-z])");

    private Notation() {}

    static DcName dc(String letter) {
        return new DcName(letter.toLowerCase(Locale.ROOT));
    }

    static Value value(String text) {
        Matcher m = matched(VALUE, text);
        String op = m.group(3) == null ? m.group(1) : m.group(3);
        Value.Kind kind =
                m.group(4) != null
                        ? Value.Kind.NO_OP
                        : m.group(5) == null
                                ? Value.Kind.PUT
                                : m.group(6).isEmpty() ? Value.Kind.DROP : Value.Kind.REMOVE;
        String argument =
                switch (kind) {
                    case NO_OP -> m.group(4);
                    case REMOVE -> m.group(6);
                    case PUT, MARKER, DELETE_VERSIONS, ANNOTATE, DROP, VISIBLE -> "0";
                };
        return new Value(
                1,
                new PutId(packed(m.group(1))),
                m.group(2) == null ? 0 : Long.parseLong(m.group(2)),
                operation(op),
                Command.of(kind, Long.parseLong(argument), Bytes.EMPTY));
    }

    /** Equality of identities ignores the last bits, so the name is in the first. */
    private static OpId operation(String name) {
        UUID id = packed(name);
        return new OpId(new UUID(id.getLeastSignificantBits(), id.getMostSignificantBits()));
    }

    static String text(Value value) {
        return unpacked(value.id().value());
    }

    static Ballot ballot(String text) {
        if (text.equals("0")) {
            return Ballot.FAST;
        }
        if (text.equals("1")) {
            return Ballot.CONFIRM;
        }
        Matcher m = matched(BALLOT, text);
        long epoch = m.group(1) == null ? 1 : Long.parseLong(m.group(1));
        return new Ballot(
                epoch,
                Integer.parseInt(m.group(2)),
                new UUID(0, m.group(3).charAt(0) - 'a' + 1),
                1);
    }

    static String text(Ballot ballot) {
        if (!ballot.isClassic()) {
            return Integer.toString(ballot.round());
        }
        char owner = (char) ('a' + ballot.owner().getLeastSignificantBits() - 1);
        return (ballot.epoch() == 1 ? "" : "e" + ballot.epoch() + ":") + ballot.round() + owner;
    }

    static @Nullable Vote vote(String text) {
        if (text.equals("-")) {
            return null;
        }
        int colon = text.lastIndexOf(':');
        return new Vote(ballot(text.substring(0, colon)), value(text.substring(colon + 1)));
    }

    static String text(@Nullable Vote vote) {
        return vote == null ? "-" : text(vote.ballot()) + ":" + text(vote.value());
    }

    static Entry entry(String text) {
        int equals = text.indexOf('=');
        Resolution resolution =
                switch (text.charAt(text.length() - 1)) {
                    case '+' -> Resolution.VISIBLE;
                    case '~' -> Resolution.DEGRADED;
                    case '*' -> Resolution.REPAIRED;
                    case '-' -> Resolution.ABORTED;
                    default -> Resolution.UNRESOLVED;
                };
        int end = text.length() - (resolution == Resolution.UNRESOLVED ? 0 : 1);
        return new Entry(
                Long.parseLong(text.substring(0, equals)),
                value(text.substring(equals + 1, end)),
                resolution);
    }

    static String text(Entry entry) {
        return entry.version()
                + "="
                + text(entry.value())
                + switch (entry.resolution()) {
                    case UNRESOLVED -> "";
                    case VISIBLE -> "+";
                    case DEGRADED -> "~";
                    case REPAIRED -> "*";
                    case ABORTED -> "-";
                };
    }

    static List<Entry> entries(String text) {
        return words(text).stream().map(Notation::entry).toList();
    }

    /** Reads "promised vote". */
    static Slot slot(String text) {
        List<String> words = words(text);
        return new Slot(ballot(words.get(0)), vote(words.get(1)));
    }

    /** Makes a row of epoch 1 that learned {@code log} and has the open instance {@code slot}. */
    public static Row row(String log, String slot) {
        return Row.ABSENT.learn(entries(log)).withEpoch(1).withOpen(slot(slot));
    }

    static String text(Row row) {
        return row.chosen()
                + " ["
                + row.log().stream().map(Notation::text).collect(Collectors.joining(" "))
                + "] "
                + text(row.open().promised())
                + " "
                + text(row.open().vote())
                + (row.fence() == 0 ? "" : " fence " + row.fence())
                + (row.generation() == 0 ? "" : " generation " + row.generation());
    }

    /** Returns the type of a reply and its row. */
    static String text(Reply reply) {
        String type =
                switch (reply) {
                    case Reply.Voted _ -> "voted";
                    case Reply.Promised _ -> "promised";
                    case Reply.Accepted _ -> "accepted";
                    case Reply.Nacked _ -> "nacked";
                    case Reply.Chosen _ -> "chosen";
                    case Reply.Lagging _ -> "lagging";
                    case Reply.Fenced _ -> "fenced";
                    case Reply.Already already -> "already-" + already.version();
                    case Reply.StaleEpoch _ -> "stale-epoch";
                    case Reply.NotReady _ -> "not-ready";
                    case Reply.Current _ -> "current";
                };
        return type + " " + text(reply.row());
    }

    static Request request(String text) {
        List<String> words = new ArrayList<>(words(text));
        long epoch = option(words, "epoch", 1);
        long generation = option(words, "generation", 0);
        List<Entry> tail = tail(words);
        return switch (words.getFirst()) {
            case "read" -> new Request.Read(epoch, 0);
            case "seed" -> new Request.Seed(epoch, seeded(words.get(1), tail));
            case "commit" -> new Request.Commit(epoch, generation, tail);
            case "pre-accept" ->
                    new Request.PreAccept(at(epoch, generation, words), value(words.get(2)), tail);
            case "prepare" ->
                    new Request.Prepare(at(epoch, generation, words), ballot(words.get(2)), tail);
            case "accept" ->
                    new Request.Accept(
                            at(epoch, generation, words),
                            ballot(words.get(2)),
                            value(words.get(3)),
                            tail);
            case "remove" -> new Request.Remove(epoch, Long.parseLong(words.get(1)));
            default -> throw new IllegalArgumentException("no such request: " + text);
        };
    }

    private static Row seeded(String promised, List<Entry> log) {
        return Row.ABSENT.learn(log).withOpen(new Slot(ballot(promised), null));
    }

    static List<String> words(String text) {
        return Arrays.stream(text.strip().split("\\s+", -1)).filter(w -> !w.isEmpty()).toList();
    }

    private static Instance at(long epoch, long generation, List<String> words) {
        return new Instance(epoch, generation, Long.parseLong(words.get(1)));
    }

    private static long option(List<String> words, String name, long otherwise) {
        int index = words.indexOf(name);
        if (index < 0) {
            return otherwise;
        }
        words.remove(index);
        return Long.parseLong(words.remove(index));
    }

    private static List<Entry> tail(List<String> words) {
        int index = words.indexOf("after");
        if (index < 0) {
            return List.of();
        }
        List<String> part = words.subList(index, words.size());
        List<Entry> tail = part.stream().skip(1).map(Notation::entry).toList();
        part.clear();
        return tail;
    }

    private static Matcher matched(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("cannot read '" + text + "'");
        }
        return matcher;
    }

    private static UUID packed(String name) {
        long bits = 0;
        for (char c : name.toCharArray()) {
            bits = bits << 8 | c;
        }
        return new UUID(0, bits);
    }

    private static String unpacked(UUID id) {
        StringBuilder name = new StringBuilder();
        for (long bits = id.getLeastSignificantBits(); bits != 0; bits >>>= 8) {
            name.insert(0, (char) (bits & 0xFF));
        }
        return name.toString();
    }
}
