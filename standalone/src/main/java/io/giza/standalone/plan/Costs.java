package io.giza.standalone.plan;

/**
 * What placements cost at some prices.
 *
 * @param prices of the data centers
 * @param objectBytes the size of objects, which the number of requests depends on
 */
public record Costs(Prices prices, long objectBytes) {
    private static final double TERABYTE = 1e12;
    private static final double GIGABYTES = 1e3;
    private static final double PRICED_REQUESTS = 1e4;

    /** A vote, and the notice that a version counts. */
    private static final int WRITES_PER_ROW = 2;

    /** Returns what a TB of objects costs. */
    Placement.Cost of(Paths paths, ClientMix clients) {
        double k = paths.coding().dataFragments();
        double objects = TERABYTE / objectBytes / PRICED_REQUESTS;
        double month = 0;
        double writes = 0;
        for (int i = 0; i < paths.places().size(); i++) {
            Prices.Price price = price(paths, paths.places().get(i));
            month += GIGABYTES * price.storage() / k;
            writes += price.writes() * (i < paths.metadataDcs() ? 1 + WRITES_PER_ROW : 1);
        }
        return new Placement.Cost(
                month,
                objects * writes + clients.mean(paths, gateway -> sent(paths, gateway)),
                objects * clients.mean(paths, gateway -> reads(paths, gateway))
                        + clients.mean(paths, gateway -> fetched(paths, gateway)));
    }

    private double sent(Paths paths, int gateway) {
        double copies = (paths.places().size() - 1.0) / paths.coding().dataFragments();
        return GIGABYTES * copies * price(paths, gateway).egress();
    }

    /** Whoever sends pays. */
    private double fetched(Paths paths, int gateway) {
        return paths.fragmentsFor(gateway).stream()
                .filter(place -> place != gateway)
                .mapToDouble(place -> price(paths, place).egress())
                .map(egress -> GIGABYTES * egress / paths.coding().dataFragments())
                .sum();
    }

    private double reads(Paths paths, int gateway) {
        double fragments = total(paths, paths.fragmentsFor(gateway));
        return fragments + total(paths, paths.tablesFor(gateway));
    }

    private double total(Paths paths, Iterable<Integer> places) {
        double sum = 0;
        for (int place : places) {
            sum += price(paths, place).reads();
        }
        return sum;
    }

    private Prices.Price price(Paths paths, int place) {
        return prices.of(paths.matrix().places().get(place));
    }
}
