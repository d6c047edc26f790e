package io.giza.simulation.prove;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How far a proof has come: every seed of its plan before position {@code next} went well with this
 * code.
 *
 * @param code a fingerprint of the classes that were run
 * @param plan what is to be run; a later run may ask for more
 * @param next the first position that is not done
 * @param seconds how long it took so far
 * @param ends how often operations ended how
 */
record Progress(String code, Plan plan, long next, double seconds, Map<String, Long> ends) {
    Progress {
        ends = new TreeMap<>(ends);
    }

    /** Returns the beginning of {@code plan}. */
    static Progress begin(String code, Plan plan) {
        return new Progress(code, plan, 0, 0, Map.of());
    }

    /** Returns what {@code file} says, empty if there is no such file or it is unreadable. */
    static Optional<Progress> load(Path file) {
        try {
            return Files.exists(file)
                    ? Optional.of(
                            JsonMapper.shared().readValue(Files.readAllBytes(file), Progress.class))
                    : Optional.empty();
        } catch (IOException | JacksonException e) {
            return Optional.empty();
        }
    }

    /** Tells whether a run of {@code other} with {@code code} can go on from here. */
    boolean continues(String code, Plan other) {
        return this.code.equals(code)
                && plan.from() == other.from()
                && plan.shares().equals(other.shares());
    }

    /** Returns this progress towards {@code other}, which it {@link #continues}. */
    Progress towards(Plan other) {
        return new Progress(code, other, next, seconds, ends);
    }

    /** Returns this progress after {@code block}, the next one, went well. */
    Progress after(Block block, Map<String, Long> more, double secondsInAll) {
        Map<String, Long> sum = new TreeMap<>(ends);
        more.forEach((end, count) -> sum.merge(end, count, Long::sum));
        return new Progress(code, plan, block.last() + 1, secondsInAll, sum);
    }

    /** Returns how many seeds are done. */
    long done() {
        return Math.min(next, plan.seeds());
    }

    /** Returns how many rounds are done, in each of which every scenario ran its share. */
    long rounds() {
        return plan.roundsBefore(done());
    }

    /** Returns how many operations were simulated. */
    long operations() {
        return ends.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Writes this to {@code file}, whole or not at all. */
    void save(Path file) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.write(fresh, JsonMapper.shared().writeValueAsBytes(this));
        Files.move(
                fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
