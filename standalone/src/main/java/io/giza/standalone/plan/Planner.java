package io.giza.standalone.plan;

import io.giza.erasure.CodeFigures;
import io.giza.model.Coding;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Finds the placements that are best for clients, among all that the data centers allow. It
 * calculates; nothing is measured.
 */
public final class Planner {
    /** What is tried at most, which takes some seconds. */
    static final long MOST_CHOICES = 500_000;

    private static final double MEDIAN = 0.5;
    private static final double P99 = 0.99;

    private final Question question;
    private final Tail tail;

    /**
     * What is wanted.
     *
     * @param matrix how far data centers are from each other
     * @param among those that may be chosen, by their place in the matrix
     * @param always those that must be
     * @param codings the schemes that may be chosen
     * @param metadataDcs the numbers of data centers with metadata that may be chosen
     * @param clients how much of the load comes from where; empty for the same from each data
     *     center that is chosen
     * @param tailRatio how many times its median one call in a hundred takes
     * @param away the share of the time that a data center is away
     * @param costs what placements cost, null where nobody asks
     */
    public record Question(
            LatencyMatrix matrix,
            List<Integer> among,
            List<Integer> always,
            List<Coding> codings,
            List<Integer> metadataDcs,
            Map<Integer, Double> clients,
            double tailRatio,
            double away,
            @Nullable Costs costs) {
        public Question {
            among = List.copyOf(among);
            always = List.copyOf(always);
            codings = List.copyOf(codings);
            metadataDcs = List.copyOf(metadataDcs);
            clients = Map.copyOf(clients);
        }
    }

    /** Answers a question. */
    public Planner(Question question) {
        this.question = question;
        this.tail = Tail.ofRatio(question.tailRatio());
    }

    /**
     * Returns the best placements, the best first.
     *
     * @param by what is to be small
     * @throws IllegalArgumentException if there are too many to try, or none
     */
    public List<Placement> best(ToDoubleFunction<Placement> by, int limit) {
        requireFew();
        List<Placement> all = new ArrayList<>();
        for (Coding coding : question.codings()) {
            for (List<Integer> places : choices(question.among(), coding.fragments())) {
                if (places.containsAll(question.always())) {
                    bestTables(coding, places, by).forEach(all::add);
                }
            }
        }
        if (all.isEmpty()) {
            throw new IllegalArgumentException(
                    "nothing fits: "
                            + question.codings()
                            + " in "
                            + question.among().size()
                            + " data centers, metadata in "
                            + question.metadataDcs());
        }
        return all.stream().sorted(Comparator.comparingDouble(by)).limit(limit).toList();
    }

    /** Of the ways to keep metadata in some of the places, the best for each number of them. */
    private List<Placement> bestTables(
            Coding coding, List<Integer> places, ToDoubleFunction<Placement> by) {
        return question.metadataDcs().stream()
                .filter(count -> count <= places.size())
                .flatMap(
                        count ->
                                choices(places, count).stream()
                                        .map(tables -> placement(coding, tables, places))
                                        .min(Comparator.comparingDouble(by))
                                        .stream())
                .toList();
    }

    private void requireFew() {
        long count = 0;
        for (Coding coding : question.codings()) {
            if (coding.fragments() > Availability.MOST_PLACES) {
                throw new IllegalArgumentException(
                        coding + " has more than " + Availability.MOST_PLACES + " fragments");
            }
            long tables =
                    question.metadataDcs().stream()
                            .mapToLong(each -> binomial(coding.fragments(), each))
                            .sum();
            count += binomial(question.among().size(), coding.fragments()) * tables;
        }
        if (count > MOST_CHOICES) {
            throw new IllegalArgumentException(
                    count + " choices are too many: name fewer data centers or codings");
        }
    }

    private static long binomial(int all, int chosen) {
        long count = chosen > all ? 0 : 1;
        for (int i = 1; i <= chosen && count > 0; i++) {
            count = count * (all - chosen + i) / i;
        }
        return count;
    }

    private static List<List<Integer>> choices(List<Integer> from, int count) {
        if (count == 0) {
            return List.of(List.of());
        }
        List<List<Integer>> all = new ArrayList<>();
        for (int first = 0; first <= from.size() - count; first++) {
            for (List<Integer> rest : choices(from.subList(first + 1, from.size()), count - 1)) {
                List<Integer> one = new ArrayList<>(count);
                one.add(from.get(first));
                one.addAll(rest);
                all.add(one);
            }
        }
        return all;
    }

    private Placement placement(Coding coding, List<Integer> tables, List<Integer> places) {
        List<Integer> ordered = new ArrayList<>(tables);
        places.stream().filter(place -> !tables.contains(place)).forEach(ordered::add);
        Paths paths = new Paths(question.matrix(), ordered, tables.size(), coding);
        CodeFigures figures = CodeFigures.of(coding);
        ClientMix clients = clients(ordered);
        double way = clients.way(paths);
        return new Placement(
                coding.toString(),
                ordered.stream().map(question.matrix().places()::get).toList(),
                tables.size(),
                way + clients.mean(paths, g -> tail.percentile(paths.put(g), MEDIAN)),
                way + clients.mean(paths, g -> tail.percentile(paths.put(g), P99)),
                way + clients.mean(paths, g -> tail.percentile(paths.get(g), MEDIAN)),
                way + clients.mean(paths, g -> tail.percentile(paths.get(g), P99)),
                way
                        + clients.mean(
                                paths, g -> worst(ordered, g, away -> paths.putWithout(g, away))),
                way
                        + clients.mean(
                                paths, g -> worst(ordered, g, away -> paths.getWithout(g, away))),
                figures.overhead(),
                figures.putTraffic(),
                figures.getTraffic(),
                figures.toleratedLosses(),
                Availability.of(coding, tables.size(), question.away()),
                figures.mttfYears(),
                question.costs() == null ? null : question.costs().of(paths, clients));
    }

    /** Returns the longest time of those in which one of the others is away. */
    private static double worst(List<Integer> places, int gateway, IntToDoubleFunction whileAway) {
        return places.stream()
                .filter(place -> place != gateway)
                .mapToDouble(whileAway::applyAsDouble)
                .max()
                .orElseThrow();
    }

    private ClientMix clients(List<Integer> places) {
        return question.clients().isEmpty()
                ? new ClientMix(places.stream().collect(Collectors.toMap(place -> place, _ -> 1.0)))
                : new ClientMix(question.clients());
    }
}
