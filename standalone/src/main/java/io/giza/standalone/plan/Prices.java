package io.giza.standalone.plan;

import io.giza.standalone.config.RefusedException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What data centers charge. As text: lines of {@code #} are remarks, the first of the others is
 * {@code place,storage,egress,writes,reads}, and each further one a place and its prices.
 *
 * @param places the prices of each place by its name
 */
public record Prices(Map<String, Price> places) {
    private static final String HEAD = "place,storage,egress,writes,reads";

    public Prices {
        places = Map.copyOf(places);
    }

    /**
     * The prices of one place, in whatever currency all are in.
     *
     * @param storage of a GB for a month
     * @param egress of a GB that it sends to another place
     * @param writes of ten thousand writes to its stores
     * @param reads of ten thousand reads
     */
    public record Price(double storage, double egress, double writes, double reads) {}

    /**
     * Reads prices.
     *
     * @throws RefusedException if the file cannot be read or has none, naming the line
     */
    public static Prices read(Path file) {
        try {
            return parse(Files.readString(file));
        } catch (IOException e) {
            throw new RefusedException("--prices: cannot read " + file + ".", e);
        }
    }

    /**
     * Reads prices from their text.
     *
     * @throws RefusedException if they are none, naming the line
     */
    static Prices parse(String text) {
        List<String> lines =
                text.lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                        .toList();
        if (lines.isEmpty() || !lines.getFirst().replace(" ", "").equals(HEAD)) {
            throw new RefusedException("--prices: the first line must be '" + HEAD + "'.");
        }
        Map<String, Price> places = new HashMap<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            if (cells.length != 5 || places.put(cells[0].strip(), price(cells, line)) != null) {
                throw new RefusedException(
                        "--prices: a place, once, and four prices must be in: " + line + ".");
            }
        }
        return new Prices(places);
    }

    private static Price price(String[] cells, String line) {
        double[] prices = new double[4];
        for (int i = 0; i < prices.length; i++) {
            try {
                prices[i] = Double.parseDouble(cells[i + 1].strip());
            } catch (NumberFormatException e) {
                prices[i] = -1;
            }
            if (!(prices[i] >= 0) || Double.isInfinite(prices[i])) {
                throw new RefusedException(
                        "--prices: '" + cells[i + 1] + "' is no price in: " + line + ".");
            }
        }
        return new Price(prices[0], prices[1], prices[2], prices[3]);
    }

    /**
     * Returns the prices of a place.
     *
     * @throws RefusedException if there are none
     */
    Price of(String place) {
        Price price = places.get(place);
        if (price == null) {
            throw new RefusedException("--prices: there are none of " + place + ".");
        }
        return price;
    }
}
