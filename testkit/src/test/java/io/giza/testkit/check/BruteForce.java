package io.giza.testkit.check;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;

/** The definition of linearizability, tried on every order of every subset. For up to 8 or so. */
final class BruteForce {
    private BruteForce() {}

    static boolean isLinearizable(List<Operation> history) {
        return anyOrder(history, new int[history.size()], new boolean[history.size()], 0);
    }

    private static boolean anyOrder(
            List<Operation> history, int[] order, boolean[] used, int length) {
        if (isGood(history, order, used, length)) {
            return true;
        }
        for (int i = 0; i < used.length; i++) {
            if (!used[i]) {
                used[i] = true;
                order[length] = i;
                boolean good = anyOrder(history, order, used, length + 1);
                used[i] = false;
                if (good) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isGood(
            List<Operation> history, int[] order, boolean[] used, int length) {
        for (int i = 0; i < used.length; i++) {
            if (!used[i] && history.get(i).answered() != Operation.NEVER) {
                return false;
            }
        }
        for (int i = 0; i < length; i++) {
            for (int j = i + 1; j < length; j++) {
                if (history.get(order[j]).answered() < history.get(order[i]).invoked()) {
                    return false;
                }
            }
        }
        return readsFit(history, order, length) && versionsRise(history, order, length);
    }

    private static boolean readsFit(List<Operation> history, int[] order, int length) {
        @Nullable String value = null;
        for (int i = 0; i < length; i++) {
            Operation operation = history.get(order[i]);
            if (operation instanceof Operation.Write) {
                value = operation.value();
            } else if (!Objects.equals(operation.value(), value)) {
                return false;
            }
        }
        return true;
    }

    /** All operations on one value tell the same version, and writes have rising ones. */
    private static boolean versionsRise(List<Operation> history, int[] order, int length) {
        long last = 0;
        for (int i = 0; i < length; i++) {
            Operation write = history.get(order[i]);
            if (!(write instanceof Operation.Write)) {
                continue;
            }
            long version = write.version();
            for (Operation other : history) {
                boolean same =
                        write.value() != null && Objects.equals(other.value(), write.value());
                if (same && other.version() != 0) {
                    if (version != 0 && version != other.version()) {
                        return false;
                    }
                    version = other.version();
                }
            }
            if (version != 0 && version <= last) {
                return false;
            }
            last = Math.max(last, version);
        }
        return true;
    }
}
