package io.giza.bench.wan.figures;

import io.giza.bench.report.Latencies;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Several ways to do the same, one operation of each in turn, so that what else the machine does
 * meanwhile hits all alike.
 */
final class Turns {
    private Turns() {}

    /** Does something that is measured. */
    interface Operation {
        void run() throws Exception;
    }

    /**
     * One way.
     *
     * @param label what it is called
     * @param operations makes an operation ready by its number; that is not measured
     */
    record Way(String label, Preparation operations) {}

    /** Makes an operation ready. */
    interface Preparation {
        Operation ready(int number) throws Exception;
    }

    /**
     * Takes turns.
     *
     * @param warmUp turns that are not counted
     * @param samples turns that are
     * @throws IllegalStateException if an operation fails: a figure of failures means nothing
     */
    static Map<String, Latencies> take(List<Way> ways, int warmUp, int samples)
            throws InterruptedException {
        Map<String, Latencies> took = new LinkedHashMap<>();
        ways.forEach(way -> took.put(way.label, new Latencies()));
        for (int number = 0; number < warmUp + samples; number++) {
            for (Way way : ways) {
                long nanos = time(way, number);
                if (number >= warmUp) {
                    Objects.requireNonNull(took.get(way.label)).add(nanos);
                }
            }
        }
        return took;
    }

    private static long time(Way way, int number) throws InterruptedException {
        try {
            Operation operation = way.operations.ready(number);
            long began = System.nanoTime();
            operation.run();
            return System.nanoTime() - began;
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(way.label + " failed: " + e.getMessage(), e);
        }
    }
}
