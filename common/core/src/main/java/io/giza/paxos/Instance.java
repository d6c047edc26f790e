package io.giza.paxos;

/**
 * One instance of consensus of a row.
 *
 * @param epoch the proposer's topology epoch
 * @param generation the incarnation of the row that the proposer knows
 * @param version the version to be decided, from 1
 */
public record Instance(long epoch, long generation, long version) {
    public Instance {
        if (epoch < 0 || generation < 0 || version < 1) {
            throw new IllegalArgumentException(
                    "no such instance: " + epoch + "/" + generation + "/" + version);
        }
    }
}
