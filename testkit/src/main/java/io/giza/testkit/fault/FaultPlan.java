package io.giza.testkit.fault;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How badly the network treats each call.
 *
 * @param rates how often what goes wrong
 * @param delays how long a message takes
 * @param patience how long a caller waits for its answer
 */
public record FaultPlan(Rates rates, Delays delays, Duration patience) {
    /** Nothing goes wrong, messages take 1 to 5 ms. */
    public static final FaultPlan CALM = delayed(Duration.ofMillis(1), Duration.ofMillis(5));

    /**
     * Probabilities, each from 0 to 1.
     *
     * @param dropRequest the request never arrives
     * @param dropReply the request is executed, its answer never arrives
     * @param duplicate the request arrives twice
     * @param late a message takes longer than its caller waits
     * @param throttle the replica declines to do anything for now
     */
    public record Rates(
            double dropRequest, double dropReply, double duplicate, double late, double throttle) {
        /** Nothing goes wrong. */
        public static final Rates NONE = new Rates(0, 0, 0, 0, 0);

        public Rates {
            check("dropRequest", dropRequest);
            check("dropReply", dropReply);
            check("duplicate", duplicate);
            check("late", late);
            check("throttle", throttle);
        }

        private static void check(String name, double rate) {
            if (!(rate >= 0 && rate <= 1)) {
                throw new IllegalArgumentException(name + " must be 0 to 1, not " + rate);
            }
        }
    }

    /**
     * How long a message takes one way between data centers; inside one it takes a twentieth.
     *
     * @param shortest of an ordinary message
     * @param longest of an ordinary message
     * @param latest how much longer than the caller's patience a late one may take
     */
    public record Delays(Duration shortest, Duration longest, Duration latest) {
        public Delays {
            if (shortest.isNegative() || longest.compareTo(shortest) < 0 || !latest.isPositive()) {
                throw new IllegalArgumentException(
                        "delays must be 0 <= shortest <= longest and latest > 0, not "
                                + shortest
                                + ", "
                                + longest
                                + ", "
                                + latest);
            }
        }
    }

    /** Returns a plan without faults, with messages of a random delay between two bounds. */
    public static FaultPlan delayed(Duration shortest, Duration longest) {
        return new FaultPlan(
                Rates.NONE,
                new Delays(shortest, longest, Duration.ofMinutes(2)),
                Duration.ofMillis(500));
    }

    public FaultPlan {
        if (!patience.isPositive()) {
            throw new IllegalArgumentException("patience must be positive, not " + patience);
        }
    }

    /**
     * Draws the plan of one run. A third of all plans drop nothing and many have no late messages:
     * a fault that always happens hides what only another fault shows. Some callers are more
     * patient than phases are, so that a silence has no end that anybody hears.
     */
    public static FaultPlan draw(RandomGenerator random) {
        double drop = pick(random, 0, 0, 0.02, 0.1);
        Rates rates =
                new Rates(
                        drop,
                        drop,
                        pick(random, 0, 0.05, 0.3),
                        pick(random, 0, 0.02, 0.1),
                        pick(random, 0, 0, 0.05));
        Duration longest = Duration.ofMillis((long) pick(random, 1, 5, 30, 120));
        return new FaultPlan(
                rates,
                new Delays(Duration.ofNanos(100_000), longest, Duration.ofMinutes(2)),
                Duration.ofMillis((long) pick(random, 100, 500, 100, 500, 5000)));
    }

    /** Returns this plan with other rates. */
    public FaultPlan withRates(Rates rates) {
        return new FaultPlan(rates, delays, patience);
    }

    /** Returns this plan with callers of another patience. */
    public FaultPlan withPatience(Duration other) {
        return new FaultPlan(rates, delays, other);
    }

    private static double pick(RandomGenerator random, double... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
