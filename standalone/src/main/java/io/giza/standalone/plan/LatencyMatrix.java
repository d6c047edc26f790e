package io.giza.standalone.plan;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;

/**
 * How far data centers are from each other. As text: lines of {@code #} are remarks, the next has
 * the names after its first column, and each further one a name and the round-trip times to all in
 * milliseconds, separated by commas.
 *
 * @param name of the matrix
 * @param places the data centers
 * @param roundTrips from each to each in that order; the same both ways, and zero to itself
 */
public record LatencyMatrix(String name, List<String> places, List<List<Duration>> roundTrips) {
    private static final String SUFFIX = ".csv";
    private static final double MAX_MILLIS = 10_000;

    public LatencyMatrix {
        places = List.copyOf(places);
        roundTrips = roundTrips.stream().map(List::copyOf).toList();
    }

    /** The matrices that come along, by name. */
    public static final List<String> BUILT_IN =
            List.of("us-2-1", "us-6-1", "world-2-1", "world-6-1", "azure-2026");

    /**
     * Returns a matrix that comes along.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public static LatencyMatrix builtIn(String name) {
        if (!BUILT_IN.contains(name)) {
            throw new IllegalArgumentException(
                    "there is no matrix '" + name + "': use one of " + BUILT_IN + " or a file");
        }
        String resource = "/io/giza/standalone/plan/" + name + SUFFIX;
        try (InputStream in = LatencyMatrix.class.getResourceAsStream(resource)) {
            String text =
                    new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return parse(name, text);
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + resource, e);
        }
    }

    /**
     * Reads a matrix from a file.
     *
     * @throws IllegalArgumentException if it cannot be read or is none, naming the line
     */
    public static LatencyMatrix read(Path file) {
        String name = String.valueOf(file.getFileName());
        try {
            return parse(
                    name.endsWith(SUFFIX)
                            ? name.substring(0, name.length() - SUFFIX.length())
                            : name,
                    Files.readString(file));
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + file, e);
        }
    }

    /**
     * Reads a matrix from its text.
     *
     * @throws IllegalArgumentException if it is none, naming the line
     */
    public static LatencyMatrix parse(String name, String text) {
        List<String> lines =
                text.lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                        .toList();
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("the matrix " + name + " is empty");
        }
        List<String> head = cells(lines.getFirst());
        List<String> places = head.subList(1, head.size());
        if (places.size() < 2 || new HashSet<>(places).size() != places.size()) {
            throw new IllegalArgumentException(
                    "the matrix " + name + " must name two places or more, each once: " + places);
        }
        if (lines.size() != places.size() + 1) {
            throw new IllegalArgumentException(
                    "the matrix " + name + " must have a line for each of " + places);
        }
        List<List<Duration>> rows =
                lines.stream().skip(1).map(line -> row(name, places, line)).toList();
        for (int from = 0; from < places.size(); from++) {
            requirePlace(name, places.get(from), cells(lines.get(from + 1)).getFirst());
            for (int to = 0; to < places.size(); to++) {
                requireSane(name, places, rows, from, to);
            }
        }
        return new LatencyMatrix(name, places, rows);
    }

    /** Returns the matrix of the first of its data centers alone. */
    public LatencyMatrix first(int count) {
        return new LatencyMatrix(
                name + " (first " + count + ")",
                places.subList(0, count),
                roundTrips.subList(0, count).stream().map(row -> row.subList(0, count)).toList());
    }

    /** Returns the round-trip time between two data centers, which are counted from 0. */
    public Duration roundTrip(int from, int to) {
        return roundTrips.get(from).get(to);
    }

    /** Returns the longest way there is. */
    public Duration longest() {
        return roundTrips.stream().flatMap(List::stream).max(Duration::compareTo).orElseThrow();
    }

    /**
     * Returns the round-trip time from a data center to the one of the first {@code among} that is
     * the {@code nth} farthest, itself included as the nearest.
     *
     * @param nth from 1 on
     */
    public Duration nearest(int from, int among, int nth) {
        return roundTrips.get(from).stream().limit(among).sorted().toList().get(nth - 1);
    }

    /** Returns the place of a data center by name. */
    public int indexOf(String place) {
        int index = places.indexOf(place);
        if (index < 0) {
            throw new IllegalArgumentException(
                    name + " has no place '" + place + "': use one of " + places);
        }
        return index;
    }

    private static List<String> cells(String line) {
        return List.of(line.split(",", -1)).stream().map(String::strip).toList();
    }

    private static List<Duration> row(String name, List<String> places, String line) {
        List<String> cells = cells(line);
        if (cells.size() != places.size() + 1) {
            throw new IllegalArgumentException(
                    "the matrix " + name + " must have " + places.size() + " times in: " + line);
        }
        return cells.stream().skip(1).map(cell -> millis(name, cell)).toList();
    }

    private static Duration millis(String name, String cell) {
        try {
            double millis = Double.parseDouble(cell);
            if (millis >= 0 && millis <= MAX_MILLIS) {
                return Duration.ofNanos(Math.round(millis * 1e6));
            }
        } catch (NumberFormatException e) {
            // Said below, with the same words as a number that makes no sense.
        }
        throw new IllegalArgumentException(
                "the matrix " + name + " has '" + cell + "' where 0 to 10000 milliseconds belong");
    }

    private static void requirePlace(String name, String expected, String found) {
        if (!expected.equals(found)) {
            throw new IllegalArgumentException(
                    "the matrix "
                            + name
                            + " has a line of "
                            + found
                            + " where "
                            + expected
                            + "'s"
                            + " belongs");
        }
    }

    private static void requireSane(
            String name, List<String> places, List<List<Duration>> rows, int from, int to) {
        Duration there = rows.get(from).get(to);
        if (!there.equals(rows.get(to).get(from)) || (from == to) != there.isZero()) {
            throw new IllegalArgumentException(
                    "the matrix "
                            + name
                            + " must have one time both ways, and 0 only to itself: "
                            + places.get(from)
                            + ", "
                            + places.get(to));
        }
    }
}
