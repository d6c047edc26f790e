package io.giza.config;

import io.giza.erasure.CodingKernels;
import io.giza.erasure.KernelKind;
import io.giza.erasure.KernelTrial;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * Chooses the kernel of erasure codes when a process starts, under {@code giza.erasure.kernel}, and
 * warms it in the background: until it is warm the kernel of plain Java computes, so that neither
 * the start nor the first requests wait for the JIT.
 *
 * <p>A kernel is taken only after it computed the same bytes as the one of plain Java, and, unless
 * it was asked for by name, only if it is faster here.
 */
public final class KernelStartup {
    /** The setting. */
    public static final String KEY = "giza.erasure.kernel";

    /** The value of {@link #KEY} that leaves the choice to the machine. */
    public static final String AUTO = "auto";

    private static final Logger LOG = LoggerFactory.getLogger(KernelStartup.class);

    private static final Duration MOST_CPU = Duration.ofSeconds(10);
    private static final int WARM_ROUNDS = 8;
    private static final int FEWEST_ROUNDS = 40;

    /** Several services may share a JVM, and its kernel is warmed once. */
    private static final AtomicBoolean BEGUN = new AtomicBoolean();

    private final KernelKind wanted;
    private final boolean forced;

    private KernelStartup(KernelKind wanted, boolean forced) {
        this.wanted = wanted;
        this.forced = forced;
    }

    /**
     * Reads the setting.
     *
     * @throws IllegalArgumentException if it names no kernel, or one that this JVM cannot have
     */
    public static KernelStartup of(String setting) {
        if (setting.equals(AUTO)) {
            KernelKind wanted = Jit.compilesVectors() ? KernelKind.best() : KernelKind.TABLE;
            return new KernelStartup(wanted, false);
        }
        KernelKind kind =
                KernelKind.labelled(setting)
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                KEY
                                                        + " is "
                                                        + setting
                                                        + ": use "
                                                        + AUTO
                                                        + " or one of "
                                                        + labels()));
        kind.obstacle()
                .ifPresent(
                        why -> {
                            throw new IllegalArgumentException(
                                    KEY + " is " + setting + ", but " + why + "; or use " + AUTO);
                        });
        return new KernelStartup(kind, true);
    }

    /** Returns the kernel that is to be used once it is warm. */
    public KernelKind wanted() {
        return wanted;
    }

    /** Reports which kernel is in use: 1 for that one, 0 for the others. */
    public void report(MeterRegistry meters) {
        for (KernelKind kind : KernelKind.values()) {
            Gauge.builder("giza.erasure.kernel", () -> CodingKernels.kind() == kind ? 1 : 0)
                    .description("Which kernel erasure codes compute with")
                    .tag("kernel", kind.label())
                    .register(meters);
        }
    }

    /** Begins to warm the kernel, unless another service in this JVM has. */
    public void begin() {
        if (BEGUN.compareAndSet(false, true)) {
            Thread.ofPlatform().daemon().name("kernel-warm-up").start(this::warm);
        }
    }

    /** Warms the kernel and takes it, if it proves right and worth it. */
    void warm() {
        if (wanted == KernelKind.TABLE) {
            LOG.info("Erasure codes use the kernel table: {}", whyTable());
            return;
        }
        try {
            judge(new KernelTrial(wanted));
        } catch (RuntimeException | LinkageError e) {
            LOG.error(
                    "Erasure codes stay with the kernel {}: {} failed",
                    CodingKernels.kind().label(),
                    wanted.label(),
                    e);
        }
    }

    /** Takes the kernel, if its trial ends well. */
    void judge(KernelTrial trial) {
        take(WarmUpResult.of(trial));
    }

    private String whyTable() {
        return forced
                ? KEY + " says so"
                : KernelKind.VECTOR128
                        .obstacle()
                        .orElse("the JIT compiler that vectors need is switched off");
    }

    private void take(WarmUpResult warmth) {
        if (!warmth.correct) {
            LOG.error(
                    "Erasure codes stay with the kernel {}: {} computes other bytes on this machine",
                    CodingKernels.kind().label(),
                    wanted.label());
        } else if (!forced && warmth.timesAsFast < 1) {
            LOG.warn(
                    "Erasure codes stay with the kernel {}: {} is only {} times as fast here",
                    CodingKernels.kind().label(),
                    wanted.label(),
                    warmth.timesAsFastText());
        } else {
            CodingKernels.use(wanted);
            LOG.info(
                    "Erasure codes use the kernel {}, {} times as fast as table; warmed in {} ms,"
                            + " {} ms of CPU",
                    wanted.label(),
                    warmth.timesAsFastText(),
                    warmth.took.toMillis(),
                    warmth.cpu.toMillis());
        }
    }

    /**
     * What a trial came to.
     *
     * @param correct whether the same bytes were computed
     * @param timesAsFast the kernel against the one of plain Java at the end, by CPU time
     * @param took how long the trial was
     * @param cpu what it cost, without the JIT's own threads
     */
    private record WarmUpResult(boolean correct, double timesAsFast, Duration took, Duration cpu) {
        /** All by CPU time: what else the machine does must not pass for a slow kernel. */
        static WarmUpResult of(KernelTrial trial) {
            long began = System.nanoTime();
            long beganCpu = cpuNanos();
            double[] last = new double[WARM_ROUNDS];
            boolean right = true;
            for (int round = 0; right && !isWarm(last, round) && within(beganCpu); round++) {
                long start = cpuNanos();
                List<byte[][]> expected = trial.expected();
                long between = cpuNanos();
                List<byte[][]> computed = trial.computed();
                long end = cpuNanos();
                right = Arrays.deepEquals(expected.toArray(), computed.toArray());
                last[round % WARM_ROUNDS] = (between - start) / (double) Math.max(1, end - between);
            }
            Arrays.sort(last);
            return new WarmUpResult(
                    right,
                    last[WARM_ROUNDS / 2],
                    Duration.ofNanos(System.nanoTime() - began),
                    Duration.ofNanos(cpuNanos() - beganCpu));
        }

        /** Not yet compiled, vectors are many times slower than tables; compiled, faster. */
        private static boolean isWarm(double[] last, int rounds) {
            return rounds >= FEWEST_ROUNDS && Arrays.stream(last).allMatch(ratio -> ratio > 2);
        }

        private static boolean within(long beganCpu) {
            return cpuNanos() - beganCpu < MOST_CPU.toNanos();
        }

        /** The CPU time of this thread, or the clock's where no thread's is known. */
        private static long cpuNanos() {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long nanos =
                    threads.isCurrentThreadCpuTimeSupported()
                            ? threads.getCurrentThreadCpuTime()
                            : -1;
            return nanos >= 0 ? nanos : System.nanoTime();
        }

        String timesAsFastText() {
            return String.format(Locale.ROOT, "%.1f", timesAsFast);
        }
    }

    private static String labels() {
        return Arrays.stream(KernelKind.values())
                .map(KernelKind::label)
                .collect(Collectors.joining(", "));
    }
}
