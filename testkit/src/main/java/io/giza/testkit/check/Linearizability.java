package io.giza.testkit.check;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/**
 * Decides whether a history of one key is linearizable: whether the operations can be put in one
 * order that respects real time and in which every read finds the latest write, and versions only
 * rise. Wing and Gong's search (J. Parallel and Distributed Computing 17, 1993) with Lowe's memory
 * of configurations seen (Concurrency and Computation 29(4), 2017).
 *
 * <p>What keeps it fast, none of it changing the verdict: a put of unknown outcome that no read
 * found is left out. A read that fits is taken and never reconsidered, as it changes nothing. As
 * values differ, a put whose readers cannot all follow it at once cannot come yet. Writes that
 * nobody reads go along with the next one. A write of unknown outcome must be read to matter.
 */
public final class Linearizability {
    private final List<Operation> operations;
    private final long[] versions;
    private final Set<Configuration> seen = new HashSet<>();
    private final List<Integer> order = new ArrayList<>();
    private List<Integer> longest = List.of();
    private int required;

    /** The register: its value, and the highest version known to have been written. */
    private record State(@Nullable String value, long version) {}

    private record Configuration(BitSet done, State state, boolean unread) {}

    private Linearizability(List<Operation> operations, long[] versions) {
        this.operations = operations;
        this.versions = versions;
        for (Operation operation : operations) {
            required += operation.answered() == Operation.NEVER ? 0 : 1;
        }
    }

    /**
     * Checks the operations of one key that is absent at first.
     *
     * @throws IllegalArgumentException if two puts write equal values
     */
    public static Verdict check(List<Operation> history) {
        List<Operation> operations = withoutUnseen(history);
        Map<String, Long> known = new HashMap<>();
        Set<String> put = new HashSet<>();
        for (Operation operation : operations) {
            String value = operation.value();
            if (value == null) {
                continue;
            }
            if (operation instanceof Operation.Write && !put.add(value)) {
                throw new IllegalArgumentException("values must differ, but two puts of " + value);
            }
            Long earlier =
                    operation.version() == Operation.UNKNOWN_VERSION
                            ? null
                            : known.putIfAbsent(value, operation.version());
            if (earlier != null && earlier != operation.version()) {
                return new Verdict.Violation(
                        value
                                + " was seen as version "
                                + earlier
                                + " and as "
                                + operation.version()
                                + describe(operations, List.of()));
            }
        }
        long[] versions = versions(operations, known);
        Set<Long> written = new HashSet<>();
        for (int i = 0; i < versions.length; i++) {
            if (operations.get(i) instanceof Operation.Write
                    && versions[i] != Operation.UNKNOWN_VERSION
                    && !written.add(versions[i])) {
                return new Verdict.Violation(
                        "version "
                                + versions[i]
                                + " was written twice"
                                + describe(operations, List.of()));
            }
        }
        return new Linearizability(operations, versions).search();
    }

    private static List<Operation> withoutUnseen(List<Operation> history) {
        Set<String> found = new HashSet<>();
        for (Operation operation : history) {
            if (operation instanceof Operation.Read && operation.value() != null) {
                found.add(operation.value());
            }
        }
        return history.stream()
                .filter(
                        operation ->
                                operation.answered() != Operation.NEVER
                                        || operation.value() == null
                                        || found.contains(operation.value()))
                .sorted(Comparator.comparingLong(Operation::invoked))
                .toList();
    }

    private static long[] versions(List<Operation> operations, Map<String, Long> known) {
        long[] versions = new long[operations.size()];
        for (int i = 0; i < versions.length; i++) {
            Operation operation = operations.get(i);
            versions[i] =
                    operation.value() == null
                            ? operation.version()
                            : known.getOrDefault(operation.value(), Operation.UNKNOWN_VERSION);
        }
        return versions;
    }

    private Verdict search() {
        return explain(new BitSet(), new State(null, 0), 0, false)
                ? new Verdict.Linearizable()
                : new Verdict.Violation("not linearizable" + describe(operations, longest));
    }

    /**
     * Tries to order the operations not yet done.
     *
     * @param answered how many operations of known outcome are done
     * @param mustBeRead whether the latest write is only worth its place if a read finds it
     */
    private boolean explain(BitSet done, State state, int answered, boolean mustBeRead) {
        int before = order.size();
        int reads = takeFittingReads(done, state.value);
        int now = answered + reads;
        if (order.size() > longest.size()) {
            longest = List.copyOf(order);
        }
        boolean unread = isUnread(done, state.value);
        // A put's value that others must still read is lost with the next write, as nobody writes
        // it again; and whatever keeps them from reading it now comes before them.
        boolean hopeless = (mustBeRead && reads == 0) || (state.value != null && !unread);
        boolean good =
                now == required
                        || (!hopeless
                                && seen.add(configuration(done, state, unread))
                                && tryWrites(done, state.version, now));
        if (!good) {
            undo(done, before);
        }
        return good;
    }

    private static Configuration configuration(BitSet done, State state, boolean unread) {
        String value = unread ? "" : state.value;
        return new Configuration((BitSet) done.clone(), new State(value, state.version), unread);
    }

    private boolean tryWrites(BitSet done, long version, int answered) {
        long horizon = horizon(done);
        boolean unknownDeleteTried = false;
        for (int i = done.nextClearBit(0);
                i < operations.size() && operations.get(i).invoked() < horizon;
                i = done.nextClearBit(i + 1)) {
            Operation operation = operations.get(i);
            if (!(operation instanceof Operation.Write) || !rises(i, version)) {
                continue;
            }
            boolean unknown = operation.answered() == Operation.NEVER;
            boolean unknownDelete = unknown && operation.value() == null;
            if (unknownDelete && unknownDeleteTried) {
                continue;
            }
            unknownDeleteTried |= unknownDelete;
            int before = order.size();
            long reached = takeUnread(done, i, horizon, version);
            take(done, i);
            int counted = order.size() - before - (unknown ? 1 : 0);
            State state = new State(operation.value(), Math.max(reached, versions[i]));
            if (rises(i, reached) && explain(done, state, answered + counted, unknown)) {
                return true;
            }
            undo(done, before);
        }
        return false;
    }

    private boolean rises(int write, long version) {
        return versions[write] == Operation.UNKNOWN_VERSION || versions[write] > version;
    }

    /**
     * Takes the writes that nobody reads and that may come now: just before another write they
     * disturb nothing. One of known version is only taken if the next write must come after it.
     *
     * @return the highest version known to be written
     */
    private long takeUnread(BitSet done, int next, long horizon, long version) {
        long reached = version;
        for (int i = done.nextClearBit(0);
                i < operations.size() && operations.get(i).invoked() < horizon;
                i = done.nextClearBit(i + 1)) {
            Operation operation = operations.get(i);
            boolean fits =
                    versions[i] == Operation.UNKNOWN_VERSION
                            || (versions[i] > version && versions[i] < versions[next]);
            if (i != next
                    && fits
                    && operation instanceof Operation.Write
                    && operation.answered() != Operation.NEVER
                    && isUnread(done, operation.value())) {
                take(done, i);
                reached = Math.max(reached, versions[i]);
            }
        }
        return reached;
    }

    /** Tells whether no read that is left finds {@code value}. */
    private boolean isUnread(BitSet done, @Nullable String value) {
        for (int i = done.nextClearBit(0); i < operations.size(); i = done.nextClearBit(i + 1)) {
            Operation operation = operations.get(i);
            if (operation instanceof Operation.Read && Objects.equals(operation.value(), value)) {
                return false;
            }
        }
        return true;
    }

    private void take(BitSet done, int operation) {
        done.set(operation);
        order.add(operation);
    }

    private void undo(BitSet done, int size) {
        while (order.size() > size) {
            done.clear(order.removeLast());
        }
    }

    private int takeFittingReads(BitSet done, @Nullable String value) {
        int taken = 0;
        boolean again = true;
        while (again) {
            again = false;
            long horizon = horizon(done);
            for (int i = done.nextClearBit(0);
                    i < operations.size() && operations.get(i).invoked() < horizon;
                    i = done.nextClearBit(i + 1)) {
                Operation operation = operations.get(i);
                if (operation instanceof Operation.Read
                        && Objects.equals(operation.value(), value)) {
                    take(done, i);
                    taken++;
                    again = true;
                }
            }
        }
        return taken;
    }

    /** Returns the earliest answer of those not done: what is invoked later cannot come next. */
    private long horizon(BitSet done) {
        long horizon = Operation.NEVER;
        for (int i = done.nextClearBit(0); i < operations.size(); i = done.nextClearBit(i + 1)) {
            horizon = Math.min(horizon, operations.get(i).answered());
        }
        return horizon;
    }

    private static String describe(List<Operation> operations, List<Integer> order) {
        String line = System.lineSeparator() + "  ";
        StringBuilder text = new StringBuilder(line + "longest order that could be explained:");
        order.forEach(i -> text.append(line).append("  ").append(operations.get(i)));
        text.append(line).append("cannot be added:");
        Map<Long, Operation> rest = new TreeMap<>();
        for (int i = 0; i < operations.size(); i++) {
            if (!order.contains(i)) {
                rest.put(operations.get(i).invoked(), operations.get(i));
            }
        }
        rest.values().forEach(operation -> text.append(line).append("  ").append(operation));
        return text.toString();
    }
}
