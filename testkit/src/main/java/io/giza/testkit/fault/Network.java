package io.giza.testkit.fault;

import io.giza.concurrent.Surroundings;
import io.giza.model.DcName;

import java.util.Collection;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The network between data centers: a plan of faults for every message, and cuts between pairs. Its
 * own surroundings carry the messages, so one in flight survives the crash of its sender.
 */
public final class Network {
    /** As bytes all messages would take half as long again; one in so many finds as much. */
    private static final int BYTES_EVERY = 8;

    /** Where messages get lost, one in so many of those in bytes arrives with another bit. */
    private static final int DAMAGED_EVERY = 16;

    private final Surroundings surroundings;
    private final Set<Route> cuts = ConcurrentHashMap.newKeySet();
    private final Set<DcName> hung = ConcurrentHashMap.newKeySet();
    private volatile FaultPlan plan;
    private volatile boolean comparesChecksums = true;

    /** Apart from what the run draws, which is then the same with bytes and without. */
    private final SplittableRandom random = new SplittableRandom(BYTES_EVERY);

    private record Route(DcName from, DcName to) {}

    /**
     * Makes a network without cuts.
     *
     * @param surroundings those of a group of its own, in which nothing else runs
     */
    public Network(Surroundings surroundings, FaultPlan plan) {
        this.surroundings = surroundings;
        this.plan = plan;
    }

    /** Returns the link over which {@code from} calls the replicas of {@code to}. */
    public FaultyLink link(DcName from, DcName to) {
        return new FaultyLink(this, from, to);
    }

    /** Stops messages in one direction, those in flight included. */
    public void cut(DcName from, DcName to) {
        cuts.add(new Route(from, to));
    }

    /** Stops messages between {@code dc} and each of {@code others} except itself, both ways. */
    public void isolate(DcName dc, Collection<DcName> others) {
        for (DcName other : others) {
            if (!other.equals(dc)) {
                cut(dc, other);
                cut(other, dc);
            }
        }
    }

    /** Stops messages between {@code dc} and everybody, itself included. */
    public void takeDown(DcName dc, Collection<DcName> others) {
        isolate(dc, others);
        cut(dc, dc);
    }

    /**
     * Lets a data center hang: what is sent to it is taken and never answered, and nobody is told
     * that a connection broke. As a stopped process, or one that swaps.
     */
    public void hang(DcName dc) {
        hung.add(dc);
    }

    /** Has nobody compare the checksum of what arrived with the one that was told. */
    public void ignoreChecksums() {
        comparesChecksums = false;
    }

    /** Removes all cuts, and lets who hangs go on; what was sent to it meanwhile is lost. */
    public void heal() {
        cuts.clear();
        hung.clear();
    }

    /** Removes all cuts and, for messages sent from now on, all faults. */
    public void calm() {
        heal();
        plan = FaultPlan.CALM;
    }

    /** Returns the plan for messages sent now. */
    public FaultPlan plan() {
        return plan;
    }

    boolean isHung(DcName dc) {
        return hung.contains(dc);
    }

    boolean isCut(DcName from, DcName to) {
        return cuts.contains(new Route(from, to));
    }

    synchronized boolean drawsBytes() {
        return random.nextInt(BYTES_EVERY) == 0;
    }

    boolean comparesChecksums() {
        return comparesChecksums;
    }

    /** Returns what arrives of a message, which may have another bit somewhere. */
    synchronized byte[] carry(byte[] message) {
        if (plan.rates().dropRequest() == 0 || random.nextInt(DAMAGED_EVERY) > 0) {
            return message;
        }
        byte[] arrived = message.clone();
        arrived[random.nextInt(arrived.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        return arrived;
    }

    Surroundings surroundings() {
        return surroundings;
    }
}
