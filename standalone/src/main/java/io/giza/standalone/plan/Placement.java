package io.giza.standalone.plan;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A choice of data centers, coding and quorums, and what it costs and gives. Times are milliseconds
 * for a client as it is on average; bytes are per byte of the object.
 *
 * @param coding the scheme
 * @param places the data centers, those that keep metadata first
 * @param metadataDcs how many of them keep metadata
 * @param putP50 what half of all puts take at most
 * @param putP99 what all puts but one of a hundred take at most
 * @param getP50 the same of gets
 * @param getP99 the same of gets
 * @param putAway the median of puts while the data center is away that matters most
 * @param getAway the same of gets
 * @param stored bytes stored
 * @param putTraffic bytes that a put sends to other data centers
 * @param getTraffic bytes that a get takes from other data centers
 * @param losses data centers that may be lost for good, whichever they are, with all objects left
 * @param availability the share of the time that objects can be read and written
 * @param yearsToLoss the mean time to a loss of data by the model of {@code ./giza codes}
 * @param cost what it costs, null where there are no prices
 */
public record Placement(
        String coding,
        List<String> places,
        int metadataDcs,
        double putP50,
        double putP99,
        double getP50,
        double getP99,
        double putAway,
        double getAway,
        double stored,
        double putTraffic,
        double getTraffic,
        int losses,
        double availability,
        double yearsToLoss,
        @Nullable Cost cost) {
    /**
     * What is paid, for a TB of objects.
     *
     * @param month storing it for a month
     * @param put putting it once
     * @param get getting it once
     */
    public record Cost(double month, double put, double get) {}

    public Placement {
        places = List.copyOf(places);
    }
}
