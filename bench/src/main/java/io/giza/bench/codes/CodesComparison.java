package io.giza.bench.codes;

import io.giza.bench.report.Median;
import io.giza.model.Coding;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Times the implementations in turn, round after round, by the CPU time of this thread: what else
 * the machine does disturbs all of them alike, and the ratios not at all.
 */
final class CodesComparison {
    private static final double BYTES_PER_GIGABYTE = 1e9;
    private static final int MIN_ROUNDS = 3;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final long sliceNanos;
    private final int rounds;
    private final long limitNanos;

    /**
     * Plans a comparison.
     *
     * @param slice the CPU time that each implementation gets in each round
     * @param rounds how many; one more is run first and forgotten
     * @param limit after how long of a busy machine's time no further round is begun, unless fewer
     *     than three were run
     */
    CodesComparison(Duration slice, int rounds, Duration limit) {
        sliceNanos = slice.toNanos();
        this.rounds = rounds;
        limitNanos = limit.toNanos();
    }

    /** What is done with an object. */
    enum Operation {
        ENCODE,
        REBUILD;

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        void run(CodeUnderTest subject) {
            switch (this) {
                case ENCODE -> subject.encode();
                case REBUILD -> subject.rebuild();
            }
        }
    }

    /**
     * One line of the result.
     *
     * @param coding as {@code rs(6,3)}
     * @param operation {@code encode} or {@code rebuild}
     * @param implementation who
     * @param gbPerS the median, in 10^9 bytes of user data per second of CPU
     */
    record Line(String coding, String operation, String implementation, double gbPerS) {}

    /**
     * How one implementation compares with another.
     *
     * @param to the other: JavaReedSolomon, or table where that does not know the code
     * @param ratio the median over rounds of its speed through the other's in the same round
     */
    record Ratio(String coding, String operation, String implementation, String to, double ratio) {}

    /** All lines, and the ratios between them. */
    record Result(List<Line> lines, List<Ratio> ratios) {
        /** Returns the lines of vectors that tables beat. */
        List<Line> slowerThanTables() {
            return lines.stream()
                    .filter(line -> isVector(line) && line.gbPerS < tableSpeed(line))
                    .toList();
        }

        private static boolean isVector(Line line) {
            return line.implementation.equals(Implementation.VECTOR.label());
        }

        private double tableSpeed(Line like) {
            return lines.stream()
                    .filter(line -> line.implementation.equals(Implementation.TABLE.label()))
                    .filter(line -> line.coding.equals(like.coding))
                    .filter(line -> line.operation.equals(like.operation))
                    .mapToDouble(Line::gbPerS)
                    .findFirst()
                    .orElse(0);
        }
    }

    /** One implementation in a case, and its speed in each round. */
    private record Runner(
            Implementation implementation, CodeUnderTest subject, List<Double> speeds) {}

    /** One coding and operation under measurement. */
    private record Case(Coding coding, Operation operation, List<Runner> runners) {
        static Case of(Coding coding, Operation operation) {
            List<Runner> runners = new ArrayList<>();
            for (Implementation one : Implementation.of(coding)) {
                CodeUnderTest subject = one.newCode(coding, BenchmarkObject.shards(coding));
                subject.encode();
                runners.add(new Runner(one, subject, new ArrayList<>()));
            }
            return new Case(coding, operation, runners);
        }

        /** JavaReedSolomon, or the kernel of plain Java where it does not know the code. */
        Runner reference() {
            return runners.getLast();
        }
    }

    /** Compares; the thread that calls is the one that works. */
    Result run(List<Coding> codings) {
        List<Case> cases = new ArrayList<>();
        for (Coding coding : codings) {
            for (Operation operation : Operation.values()) {
                cases.add(Case.of(coding, operation));
            }
        }
        long began = System.nanoTime();
        for (int round = 0; round <= rounds; round++) {
            if (round > MIN_ROUNDS && System.nanoTime() - began > limitNanos) {
                break;
            }
            for (Case one : cases) {
                for (Runner runner : one.runners) {
                    double speed = slice(one.operation, runner.subject);
                    if (round > 0) {
                        runner.speeds.add(speed);
                    }
                }
            }
        }
        cases.forEach(CodesComparison::requireSameShards);
        return result(cases);
    }

    private double slice(Operation operation, CodeUnderTest subject) {
        long began = threads.getCurrentThreadCpuTime();
        long spent = 0;
        long objects = 0;
        while (spent < sliceNanos) {
            operation.run(subject);
            objects++;
            spent = threads.getCurrentThreadCpuTime() - began;
        }
        return objects * (double) BenchmarkObject.BYTES / BYTES_PER_GIGABYTE / (spent / 1e9);
    }

    /** A fast wrong answer must not win. */
    private static void requireSameShards(Case one) {
        List<byte[][]> all = one.runners.stream().map(runner -> runner.subject.shards()).toList();
        for (byte[][] shards : all) {
            if (!Arrays.deepEquals(shards, all.getFirst())) {
                throw new IllegalStateException(
                        "the implementations of " + one.coding + " disagree about its shards");
            }
        }
    }

    private static Result result(List<Case> cases) {
        List<Line> lines = new ArrayList<>();
        List<Ratio> ratios = new ArrayList<>();
        for (Case one : cases) {
            String coding = one.coding.toString();
            String operation = one.operation.label();
            List<Double> reference = one.reference().speeds;
            for (Runner runner : one.runners) {
                String implementation = runner.implementation.label();
                lines.add(new Line(coding, operation, implementation, Median.of(runner.speeds)));
                if (runner.implementation != one.reference().implementation) {
                    double ratio = Median.ofRatios(runner.speeds, reference);
                    String to = one.reference().implementation.label();
                    ratios.add(new Ratio(coding, operation, implementation, to, ratio));
                }
            }
        }
        return new Result(lines, ratios);
    }
}
