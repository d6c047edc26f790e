package io.giza.standalone.cli;

import io.giza.standalone.plan.Placement;

import java.util.List;
import java.util.Locale;

/** Placements as text. */
final class PlanTable {
    private static final String LEGEND =
            """
            ms        for a client as it is on average: half of all operations take at most p50, all
                      but one of a hundred p99; away is the median while the data center is away
                      whose absence is worst
            stored    bytes stored, put and get bytes that cross between data centers, per byte of
                      the object
            losses    data centers that may be lost for good, whichever they are
            works     the share of the time that objects can be read and written
            MTTF      mean years to a loss of data, by the model of './giza codes'
            """;

    private static final String COST =
            """
            cost      of a TB of objects: storing it a month, putting it, getting it
            """;

    private PlanTable() {}

    static String of(List<Placement> placements) {
        boolean isPriced = placements.stream().anyMatch(placement -> placement.cost() != null);
        StringBuilder text = new StringBuilder();
        text.append(
                String.format(
                        "%-11s %20s %20s %19s %17s %8s%s%n",
                        "",
                        "put, ms",
                        "get, ms",
                        "bytes",
                        "",
                        "MTTF",
                        isPriced ? "       cost of a TB" : ""));
        text.append(
                String.format(
                        "%-11s %6s %6s %6s %6s %6s %6s %7s %5s %5s %6s %10s %8s%s%n",
                        "coding",
                        "p50",
                        "p99",
                        "away",
                        "p50",
                        "p99",
                        "away",
                        "stored",
                        "put",
                        "get",
                        "losses",
                        "works",
                        "years",
                        isPriced ? "  month    put    get" : ""));
        placements.forEach(placement -> text.append(lines(placement)));
        text.append(String.format("%n")).append(LEGEND).append(isPriced ? COST : "");
        return text.toString().stripTrailing();
    }

    private static String lines(Placement one) {
        List<String> tables = one.places().subList(0, one.metadataDcs());
        List<String> others = one.places().subList(one.metadataDcs(), one.places().size());
        return String.format(
                        Locale.ROOT,
                        "%-11s %6.0f %6.0f %6.0f %6.0f %6.0f %6.0f %6.2fx %5.2f %5.2f %6d %9.5f%% %8.1e%s%n",
                        one.coding(),
                        one.putP50(),
                        one.putP99(),
                        one.putAway(),
                        one.getP50(),
                        one.getP99(),
                        one.getAway(),
                        one.stored(),
                        one.putTraffic(),
                        one.getTraffic(),
                        one.losses(),
                        100 * one.availability(),
                        one.yearsToLoss(),
                        cost(one))
                + String.format(
                        "            metadata and data in %s%s%n",
                        String.join(", ", tables),
                        others.isEmpty() ? "" : "; data in " + String.join(", ", others));
    }

    private static String cost(Placement one) {
        Placement.Cost cost = one.cost();
        return cost == null
                ? ""
                : String.format(
                        Locale.ROOT, " %6.2f %6.2f %6.2f", cost.month(), cost.put(), cost.get());
    }
}
