package io.giza.paxos;

import io.giza.erasure.ErasureCode;
import io.giza.membership.Admission;
import io.giza.membership.Membership;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.stripe.FragmentState;
import io.giza.version.VersionRules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Plays a transcript: commands at the margin, below each what it is expected to answer, indented.
 * Lines that are empty or begin with # are for the reader.
 *
 * <pre>
 * dcs 3                      how many data centers there are; they are called a, b, c, ...
 * p: a pre-accept 1 v        proposer p asks a; a's latest reply to p is kept for p's verdicts
 * p: fast 1 failed 1 hurried what p makes of the replies to PreAccept; both words are optional,
 *                            and so is "generation 3" in this and the next two
 * p: promises 1              what p makes of the replies to Prepare
 * p: accepts 1               what p makes of the replies to Accept
 * p: forget                  p begins a new phase
 * read a b                   what a reader makes of the rows of a and b
 * lose a 2                   a's rows are lost; an empty table takes their place in epoch 2
 * activate a 2               a is told that all its rows are seeded
 * remove a                   a's row is simply deleted, as nobody ever should
 * store v a b                fragments of v are stored at a and b, of code rs(2,1)
 * poison v c                 the name of v's fragment at c is poisoned
 * look v a c                 what a reader that reaches a and c alone makes of v's fragments
 * </pre>
 */
final class Transcript {
    private final Acceptor acceptor = new Acceptor();
    private final Admission admission = new Admission();
    private final Map<DcName, Row> rows = new TreeMap<>();
    private final Map<DcName, Membership> memberships = new TreeMap<>();
    private final Map<String, Map<DcName, Reply>> conversations = new TreeMap<>();
    private final Map<String, FragmentState> fragments = new TreeMap<>();
    private Quorums quorums = Quorums.of(3);

    private Transcript() {}

    /** Returns the lines of {@code text}, those that are wrong as pairs of "- " and "+ " lines. */
    static Result play(String text) {
        Transcript transcript = new Transcript();
        List<String> shown = new ArrayList<>();
        List<String> lines = text.lines().toList();
        boolean right = true;
        int commands = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            shown.add("  " + line);
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            commands++;
            String expected = "";
            if (i + 1 < lines.size() && lines.get(i + 1).startsWith(" ")) {
                expected = lines.get(++i).strip();
            }
            String actual = transcript.run(line);
            if (actual.equals(expected)) {
                shown.add("    " + expected);
            } else {
                right = false;
                shown.add("-   " + expected);
                shown.add("+   " + actual);
            }
        }
        return new Result(right && commands > 0, String.join("\n", shown));
    }

    record Result(boolean right, String shown) {}

    private String run(String line) {
        try {
            int colon = line.indexOf(": ");
            return colon < 0
                    ? command("nobody", line)
                    : command(line.substring(0, colon), line.substring(colon + 2));
        } catch (IllegalStateException e) {
            return "stopped: " + e.getMessage();
        }
    }

    private String command(String speaker, String text) {
        List<String> words = Notation.words(text);
        Map<DcName, Reply> replies =
                conversations.computeIfAbsent(speaker, _ -> new LinkedHashMap<>());
        return switch (words.getFirst()) {
            case "dcs" -> begin(Integer.parseInt(words.get(1)));
            case "lose" -> lose(new DcName(words.get(1)), Long.parseLong(words.get(2)));
            case "activate" ->
                    report(
                            new DcName(words.get(1)),
                            membership(new DcName(words.get(1)))
                                    .activated(Long.parseLong(words.get(2))));
            case "remove" -> remove(new DcName(words.get(1)));
            case "store" -> write(words, FragmentState.DATA);
            case "poison" -> write(words, FragmentState.POISON);
            case "look" -> look(words.get(1), words.subList(2, words.size()));
            case "read" -> read(words.subList(1, words.size()));
            case "forget" -> forget(replies);
            case "fast" ->
                    Replies.text(
                            FastRound.judge(
                                    quorums,
                                    at(words),
                                    new FastRound.RoundState(
                                            replies, failed(words), words.contains("hurried"))));
            case "promises" ->
                    Replies.text(
                            ClassicRound.judgePromises(
                                    quorums,
                                    new ValueSelection(),
                                    at(words),
                                    replies,
                                    failed(words)));
            case "accepts" ->
                    Replies.text(
                            ClassicRound.judgeAccepts(quorums, at(words), replies, failed(words)));
            default -> ask(words.getFirst(), text.substring(text.indexOf(' ') + 1), replies);
        };
    }

    private String begin(int count) {
        quorums = Quorums.of(count);
        for (int i = 0; i < count; i++) {
            rows.put(new DcName(String.valueOf((char) ('a' + i))), Row.ABSENT);
        }
        return "";
    }

    private static String forget(Map<DcName, Reply> replies) {
        replies.clear();
        return "";
    }

    private String read(List<String> names) {
        Map<DcName, Row> seen = new LinkedHashMap<>();
        names.forEach(name -> seen.put(new DcName(name), rowOf(new DcName(name))));
        return Replies.text(new LatestVersion().judge(quorums, seen));
    }

    private String remove(DcName dc) {
        rows.put(dc, Row.ABSENT);
        return "";
    }

    /** A fragment's name is written once. */
    private String write(List<String> words, FragmentState state) {
        words.stream().skip(2).forEach(dc -> fragments.putIfAbsent(words.get(1) + dc, state));
        return "";
    }

    private String look(String value, List<String> reached) {
        List<FragmentState> states =
                rows.keySet().stream()
                        .map(DcName::value)
                        .map(
                                dc ->
                                        reached.contains(dc)
                                                ? fragments.getOrDefault(
                                                        value + dc, FragmentState.ABSENT)
                                                : FragmentState.UNKNOWN)
                        .toList();
        boolean enough = states.stream().filter(FragmentState.DATA::equals).count() >= 2;
        return VersionRules.PROTOCOL
                        .judge(ErasureCode.of(new Coding.ReedSolomon(2, 1)), states)
                        .name()
                        .toLowerCase(Locale.ROOT)
                + ", in the paper "
                + (enough ? "this version" : "the version before");
    }

    private String ask(String name, String request, Map<DcName, Reply> replies) {
        DcName dc = new DcName(name);
        Request parsed = Notation.request(request);
        // The order to raise the epoch came before the first request of it.
        Membership membership = membership(dc).raised(parsed.epoch());
        memberships.put(dc, membership);
        Optional<Reply> refusal = admission.refusal(membership, rowOf(dc), parsed);
        if (refusal.isPresent()) {
            replies.put(dc, refusal.get());
            return Notation.text(refusal.get());
        }
        Acceptor.Step step = acceptor.step(rowOf(dc), parsed);
        rows.put(dc, step.row());
        replies.put(dc, step.reply());
        return Notation.text(step.reply());
    }

    private String lose(DcName dc, long epoch) {
        rows.put(dc, Row.ABSENT);
        return report(dc, Membership.UNINITIALIZED.joining(epoch));
    }

    private String report(DcName dc, Membership membership) {
        memberships.put(dc, membership);
        return membership.state().name().toLowerCase(Locale.ROOT)
                + " epoch "
                + membership.epoch()
                + " joined "
                + membership.joined();
    }

    private Membership membership(DcName dc) {
        return memberships.getOrDefault(dc, Membership.UNINITIALIZED.founded(1));
    }

    private Row rowOf(DcName dc) {
        Row row = rows.get(dc);
        if (row == null) {
            throw new IllegalArgumentException("there is no data center " + dc);
        }
        return row;
    }

    private static Instance at(List<String> words) {
        int index = words.indexOf("generation");
        long generation = index < 0 ? 0 : Long.parseLong(words.get(index + 1));
        return new Instance(1, generation, Long.parseLong(words.get(1)));
    }

    private static int failed(List<String> words) {
        int index = words.indexOf("failed");
        return index < 0 ? 0 : Integer.parseInt(words.get(index + 1));
    }
}
