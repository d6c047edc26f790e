package io.giza.testkit.fake;

import io.giza.membership.Membership;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.record.FragmentName;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentInventory;
import io.giza.version.FragmentAdmission;
import io.giza.version.FragmentAdmission.Verdict;
import io.giza.wire.BinaryFragmentFormat;
import io.giza.wire.FragmentStart;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A store in memory that knows of the topology, and may have taken the place of a lost one. */
public final class MemberFragmentStore implements FragmentStore, FragmentRepair, FragmentInventory {
    private final InMemoryFragmentStore fragments;
    private final FragmentAdmission admission;
    private volatile Membership membership;

    /**
     * Makes a store of one that knows nothing of the topology.
     *
     * @param membership what it is told first
     */
    public MemberFragmentStore(
            InMemoryFragmentStore fragments, FragmentAdmission admission, Membership membership) {
        this.fragments = fragments;
        this.admission = admission;
        this.membership = membership;
    }

    @Override
    public DcName dc() {
        return fragments.dc();
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) {
        return new Upload(fragments.create(id, length), new Arrival(id, length, 0, false));
    }

    @Override
    public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
        boolean knowsAbsence = admission.knowsAbsence(membership);
        FragmentRead read = fragments.read(id, offset, length);
        if (read instanceof FragmentRead.Absent && !knowsAbsence) {
            throw notRebuilt();
        }
        return read;
    }

    @Override
    public void delete(FragmentId id) {
        fragments.delete(id);
    }

    @Override
    public FragmentStore rebuilding(long epoch) {
        return new Recovering(this, epoch, false);
    }

    @Override
    public FragmentStore replacing(long epoch) {
        return new Recovering(this, epoch, true);
    }

    @Override
    public Page inventory(String after, int limit) {
        return fragments.inventory(after, limit);
    }

    @Override
    public Examination examine(String name) throws ReplicaException {
        boolean knowsAbsence = admission.knowsAbsence(membership);
        Examination found = fragments.examine(name);
        if (found.finding() == Finding.ABSENT && !knowsAbsence) {
            throw notRebuilt();
        }
        return found;
    }

    private ReplicaException notRebuilt() {
        return new ReplicaException.NotReady(dc(), "not rebuilt", new IOException("answered 425"));
    }

    @Override
    public Membership order(TableOrder.OfMembership order) {
        return change(order.after(membership));
    }

    private Membership change(Membership next) {
        membership = next;
        return next;
    }

    /** What is to be created, for whom; the epoch is 0 for puts and cleaners. */
    private record Arrival(FragmentId id, long length, long recovery, boolean replaces) {}

    private record Recovering(MemberFragmentStore store, long epoch, boolean replaces)
            implements FragmentStore {
        @Override
        public DcName dc() {
            return store.dc();
        }

        @Override
        public FragmentUpload create(FragmentId id, long length) {
            FragmentUpload upload =
                    replaces
                            ? store.fragments.replace(id, length, store.admission::mayBeReplaced)
                            : store.fragments.create(id, length);
            return store.new Upload(upload, new Arrival(id, length, epoch, replaces));
        }

        @Override
        public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
            return store.read(id, offset, length);
        }

        @Override
        public void delete(FragmentId id) {
            store.delete(id);
        }
    }

    private final class Upload implements FragmentUpload {
        private final FragmentUpload upload;
        private final Arrival arrival;
        private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();

        Upload(FragmentUpload upload, Arrival arrival) {
            this.upload = upload;
            this.arrival = arrival;
        }

        @Override
        public void write(ByteBuffer chunk) throws ReplicaException {
            int wanted = BinaryFragmentFormat.MAX_HEADER_BYTES - beginning.size();
            byte[] copy = new byte[Math.clamp(wanted, 0, chunk.remaining())];
            chunk.duplicate().get(copy);
            beginning.writeBytes(copy);
            upload.write(chunk);
        }

        @Override
        public Completion complete() throws ReplicaException {
            switch (verdict()) {
                case ADMITTED -> {}
                case STALE ->
                        throw new ReplicaException.Refused(
                                dc(), "of an epoch that ended", new IOException("answered 409"));
                case NOT_READY -> throw notRebuilt();
            }
            return upload.complete();
        }

        private Verdict verdict() throws ReplicaException {
            FragmentHeader header;
            try {
                header =
                        FragmentStart.read(
                                new BinaryFragmentFormat(),
                                FragmentName.of(arrival.id),
                                arrival.length,
                                new ByteArrayInputStream(beginning.toByteArray()));
            } catch (IOException e) {
                throw new ReplicaException.Refused(dc(), String.valueOf(e.getMessage()), e);
            }
            if (arrival.replaces && header.kind() == FragmentHeader.Kind.POISON) {
                throw new ReplicaException.Refused(
                        dc(), "poison takes the place of nothing", new IOException("answered 400"));
            }
            Membership seen = membership;
            return arrival.recovery > 0
                    ? admission.judgeRebuilt(seen, arrival.recovery)
                    : admission.judge(seen, header);
        }

        @Override
        public void close() {
            upload.close();
        }
    }
}
