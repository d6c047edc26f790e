package io.giza.testkit.fake;

import io.giza.concurrent.Time;
import io.giza.concurrent.VirtualThreads;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.record.FragmentName;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.FragmentUpload.Outcome;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentExaminer;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentInventory;
import io.giza.wire.BinaryFragmentFormat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A store of fragments that are few and small. Serves any number of real threads, and a simulation
 * if {@code pause} is its yield point.
 */
public final class InMemoryFragmentStore implements FragmentStore, FragmentInventory {
    private static final long LONGEST = 64 << 20;
    private static final Predicate<Finding> NEVER = _ -> false;

    private final DcName dc;
    private final Runnable pause;
    private final Time time;
    private final ConcurrentMap<FragmentId, byte[]> fragments = new ConcurrentHashMap<>();
    private final ConcurrentMap<FragmentId, Long> writtenAt = new ConcurrentHashMap<>();

    /**
     * Makes an empty store.
     *
     * @param pause runs wherever another process could get in between
     * @param time tells how old fragments are
     */
    public InMemoryFragmentStore(DcName dc, Runnable pause, Time time) {
        this.dc = dc;
        this.pause = pause;
        this.time = time;
    }

    /** Makes an empty store for real threads. */
    public InMemoryFragmentStore(DcName dc) {
        this(dc, () -> {}, new VirtualThreads());
    }

    @Override
    public DcName dc() {
        return dc;
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) {
        return upload(id, length, NEVER);
    }

    /**
     * Begins an upload that also takes the place of what is there.
     *
     * @param mayBeReplaced tells of what is there when the upload is complete whether it is
     *     replaced
     */
    public FragmentUpload replace(FragmentId id, long length, Predicate<Finding> mayBeReplaced) {
        return upload(id, length, mayBeReplaced);
    }

    private FragmentUpload upload(FragmentId id, long length, Predicate<Finding> mayBeReplaced) {
        if (length < 0 || length > LONGEST) {
            throw new IllegalArgumentException(
                    "length must be 0 to " + LONGEST + " here, not " + length);
        }
        pause.run();
        return new BufferedUpload(
                id, length, pause, content -> store(id, content, mayBeReplaced), time);
    }

    @Override
    public FragmentRead read(FragmentId id, long offset, long length) {
        if (offset < 0 || length < 1) {
            throw new IllegalArgumentException(
                    "not a range: offset " + offset + ", length " + length);
        }
        pause.run();
        byte[] fragment = fragments.get(id);
        pause.run();
        if (fragment == null) {
            return new FragmentRead.Absent();
        }
        int from = (int) Math.min(offset, fragment.length);
        int count = (int) Math.min(length, fragment.length - from);
        return new FragmentRead.Found(new ByteArrayInputStream(fragment, from, count));
    }

    @Override
    public void delete(FragmentId id) {
        pause.run();
        fragments.remove(id);
        pause.run();
    }

    @Override
    public Page inventory(String after, int limit) {
        pause.run();
        List<Item> items =
                fragments.entrySet().stream()
                        .filter(each -> nameOf(each.getKey()).compareTo(after) > 0)
                        .sorted(Comparator.comparing(each -> nameOf(each.getKey())))
                        .limit(limit)
                        .map(each -> item(each.getKey(), each.getValue()))
                        .toList();
        return new Page(items, items.size() == limit);
    }

    @Override
    public Examination examine(String name) {
        FragmentName wanted = new FragmentName(name);
        pause.run();
        for (FragmentId id : ids()) {
            byte[] fragment = fragments.get(id);
            if (fragment != null && FragmentName.of(id).equals(wanted)) {
                return new Examination(examined(id, fragment), fragment.length);
            }
        }
        return Examination.ABSENT;
    }

    private static Finding examined(FragmentId id, byte[] fragment) {
        try {
            return new FragmentExaminer(new BinaryFragmentFormat())
                    .examine(new ByteArrayInputStream(fragment), id::equals);
        } catch (IOException e) {
            throw new AssertionError("an array cannot fail", e);
        }
    }

    private Item item(FragmentId id, byte[] fragment) {
        Optional<FragmentHeader> header;
        try {
            header =
                    Optional.of(new BinaryFragmentFormat().read(new ByteArrayInputStream(fragment)))
                            .filter(each -> each.id().equals(id));
        } catch (IOException e) {
            header = Optional.empty();
        }
        long since = time.nanos() - writtenAt.getOrDefault(id, time.nanos());
        return new Item(nameOf(id), header, fragment.length, Duration.ofNanos(since));
    }

    private static String nameOf(FragmentId id) {
        return FragmentName.of(id).path();
    }

    /** Tells whether the fragment is there. */
    public boolean holds(FragmentId id) {
        return fragments.containsKey(id);
    }

    /**
     * Returns the bytes of a fragment, as they are now.
     *
     * @throws IllegalStateException if it is not there
     */
    public InputStream content(FragmentId id) {
        byte[] fragment = fragments.get(id);
        if (fragment == null) {
            throw new IllegalStateException("no " + id + " in " + dc);
        }
        return new ByteArrayInputStream(fragment);
    }

    /** Returns the names of all fragments, in an order that follows from the names. */
    public List<FragmentId> ids() {
        return fragments.keySet().stream()
                .sorted(Comparator.comparing(FragmentId::toString))
                .toList();
    }

    /**
     * Loses a fragment, as a broken disk does.
     *
     * @return whether it was there
     */
    public boolean lose(FragmentId id) {
        return fragments.remove(id) != null;
    }

    /**
     * Inverts the bits of one byte of a fragment, as a rotting disk does.
     *
     * @param position 0-based, header included
     * @throws IllegalStateException if there is no such byte
     */
    public void corrupt(FragmentId id, int position) {
        tamper(
                id,
                bytes -> {
                    if (position >= bytes.length) {
                        throw new IllegalStateException("no byte " + position + " of " + id);
                    }
                    bytes[position] ^= (byte) 0xff;
                    return bytes;
                });
    }

    /**
     * Changes what is under a name, as a broken disk does.
     *
     * @param change is given a copy of the bytes, and returns what they become
     * @throws IllegalStateException if there is nothing
     */
    public void tamper(FragmentId id, UnaryOperator<byte[]> change) {
        if (fragments.computeIfPresent(id, (name, bytes) -> change.apply(bytes.clone())) == null) {
            throw new IllegalStateException("no " + id + " in " + dc);
        }
    }

    private Outcome store(FragmentId id, byte[] content, Predicate<Finding> mayBeReplaced)
            throws ReplicaException {
        pause.run();
        boolean stored = put(id, content, mayBeReplaced);
        if (stored) {
            writtenAt.put(id, time.nanos());
        }
        pause.run();
        return stored ? Outcome.STORED : Outcome.ALREADY_THERE;
    }

    private boolean put(FragmentId id, byte[] content, Predicate<Finding> mayBeReplaced)
            throws ReplicaException {
        byte[] there = fragments.putIfAbsent(id, content);
        while (there != null) {
            pause.run();
            if (mayBeReplaced == NEVER) {
                return false;
            }
            Finding found = examined(id, there);
            if (!mayBeReplaced.test(found)) {
                if (found == Finding.LATER) {
                    throw new ReplicaException.Refused(
                            dc, "of a later format", new IOException("answered 409"));
                }
                return false;
            }
            pause.run();
            // Arrays are equal only to themselves: nothing else came in between.
            if (fragments.replace(id, there, content)) {
                return true;
            }
            there = fragments.putIfAbsent(id, content);
        }
        return true;
    }
}
