package io.giza.gateway.load;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How many requests of S3 a gateway served within the last hour, in steps of half a minute. It is
 * found by looking at the metrics again and again, so that no request pays for it.
 */
public final class RecentRequests {
    /** How long a step is: whoever looks does so once in each. */
    public static final Duration STEP = Duration.ofSeconds(30);

    private static final int MOST = 120;

    private final MeterRegistry meters;
    private volatile Seen seen = new Seen(new Served(0, 0), List.of());

    /**
     * What was served.
     *
     * @param requests all of them
     * @param failures those that failed by the fault of the cluster
     */
    record Served(long requests, long failures) {
        Served minus(Served earlier) {
            return new Served(requests - earlier.requests, failures - earlier.failures);
        }

        Served plus(Served other) {
            return new Served(requests + other.requests, failures + other.failures);
        }
    }

    private record Seen(Served inAll, List<Served> steps) {}

    /** Looks at the metrics of a gateway. */
    public RecentRequests(MeterRegistry meters) {
        this.meters = meters;
    }

    /** Ends a step. One task alone looks. */
    public void look() {
        Served now = inAll();
        Seen last = seen;
        List<Served> steps = new ArrayList<>(last.steps);
        steps.add(now.minus(last.inAll));
        seen =
                new Seen(
                        now,
                        List.copyOf(steps.subList(Math.max(0, steps.size() - MOST), steps.size())));
    }

    private Served inAll() {
        Served all = new Served(0, 0);
        for (Timer timer : meters.find("giza.s3.latency").timers()) {
            boolean isFailure = "server".equals(timer.getId().getTag("result"));
            all = all.plus(new Served(timer.count(), isFailure ? timer.count() : 0));
        }
        return all;
    }

    /** Returns the steps, the oldest first; none before the first is over. */
    List<Served> steps() {
        return seen.steps;
    }
}
