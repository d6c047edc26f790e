package io.giza.gateway.probe;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Ticks;
import io.giza.concurrent.Trace;
import io.giza.gateway.service.BucketService.Bucket;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.system.SystemRows;
import io.giza.replica.Account;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;

/**
 * Writes, reads and removes something small as a client would, and keeps which services were called
 * meanwhile. It removes what it wrote, however the steps before ended.
 *
 * @param objects what it writes objects by
 * @param rows what it writes rows of the system by
 */
public record Probe(ObjectService objects, SystemRows rows, Surroundings surroundings) {
    /** What the keys of its objects begin with. */
    public static final String PREFIX = ".giza-probe/";

    private static final int NAME_BYTES = 16;

    /**
     * What was done, one step after the other.
     *
     * @param name what was written
     * @param bytes how many bytes it has
     * @param began when, by the clock that {@link Trace.Hop} has its times of
     * @param residue why something may be left of it; empty if nothing is
     */
    public record Report(String name, int bytes, Ticks began, List<Step> steps, String residue) {
        public Report {
            steps = List.copyOf(steps);
        }

        /** Tells whether all went well. */
        public boolean isFine() {
            return steps.stream().allMatch(step -> step.problem().isEmpty());
        }
    }

    /**
     * A step.
     *
     * @param name {@code put}, {@code get} or {@code delete}
     * @param began when
     * @param ended when it would have been answered to a client
     * @param problem why it failed; empty if it did not
     * @param trace what it called, also of what went on after its end
     */
    public record Step(String name, Ticks began, Ticks ended, String problem, Trace trace) {}

    /** Probes with an object of a bucket. */
    public Report ofObject(Account account, Bucket bucket) {
        return run(
                new ObjectSubject(objects, surroundings, account, bucket, PREFIX + randomName()));
    }

    /** Probes with a row of the system's own, which lies in metadata alone. */
    public Report ofRow() {
        return run(new RowSubject(rows, surroundings, randomName()));
    }

    private String randomName() {
        byte[] name = new byte[NAME_BYTES];
        surroundings.random().nextBytes(name);
        return HexFormat.of().formatHex(name);
    }

    private Report run(ProbeSubject subject) {
        Ticks began = surroundings.time().ticks();
        List<Step> steps = new ArrayList<>();
        steps.add(step("put", subject::write));
        if (steps.getFirst().problem().isEmpty()) {
            steps.add(step("get", subject::read));
        }
        String residue = "";
        if (subject.mayBeThere()) {
            Step removal = step("delete", subject::remove);
            steps.add(removal);
            residue = removal.problem();
        }
        return new Report(subject.name(), subject.size(), began, steps, residue);
    }

    private Step step(String name, Supplier<String> action) {
        Trace trace = new Trace();
        Ticks began = surroundings.time().ticks();
        String problem = trace.record(action::get);
        return new Step(name, began, surroundings.time().ticks(), problem, trace);
    }
}
