package io.giza.console.picture;

import java.util.ArrayList;
import java.util.List;

/**
 * The data centers on a circle, that of the gateway that was asked in the middle of the lines.
 *
 * @param nodes the data centers
 * @param links from the one that was asked to each other one
 */
public record ClusterMap(List<Node> nodes, List<Link> links) {
    /** How wide it is. */
    public static final int WIDTH = 720;

    /** How high it is. */
    public static final int HEIGHT = 330;

    private static final double RADIUS_X = 250;
    private static final double RADIUS_Y = 120;

    /**
     * A data center.
     *
     * @param state up, warn or down
     * @param line what is said below its name
     */
    public record Node(String name, String state, String line, int x, int y) {}

    /** The way from one data center to another. */
    public record Link(int x1, int y1, int x2, int y2, boolean isUp, String label) {
        /** Returns where its label is. */
        public int labelX() {
            return (x1 * 2 + x2 * 3) / 5;
        }

        /** Returns where its label is. */
        public int labelY() {
            return (y1 * 2 + y2 * 3) / 5 - 8;
        }
    }

    /**
     * A data center before it has a place.
     *
     * @param roundTrip such as "2.4 ms"; empty if it does not answer
     */
    public record Place(String name, String state, String line, String roundTrip) {}

    /** Puts data centers on a circle. */
    public static ClusterMap of(List<Place> places, String from) {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            double angle = 2 * Math.PI * i / places.size() - Math.PI / 2;
            Place place = places.get(i);
            nodes.add(
                    new Node(
                            place.name,
                            place.state,
                            place.line,
                            (int) Math.round(WIDTH / 2.0 + RADIUS_X * Math.cos(angle)),
                            (int) Math.round(HEIGHT / 2.0 + RADIUS_Y * Math.sin(angle))));
        }
        List<Link> links = new ArrayList<>();
        for (Node start : nodes) {
            if (start.name.equals(from)) {
                for (int i = 0; i < nodes.size(); i++) {
                    Node end = nodes.get(i);
                    if (!end.name.equals(from)) {
                        String trip = places.get(i).roundTrip;
                        links.add(
                                new Link(
                                        start.x,
                                        start.y,
                                        end.x,
                                        end.y,
                                        !trip.isEmpty(),
                                        trip.isEmpty() ? "no answer" : trip));
                    }
                }
            }
        }
        return new ClusterMap(nodes, links);
    }
}
