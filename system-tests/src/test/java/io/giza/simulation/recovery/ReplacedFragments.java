package io.giza.simulation.recovery;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.erasure.ErasureCode;
import io.giza.membership.Membership;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.PutId;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.fault.ForwardingFragmentStore;
import io.giza.simulation.version.VersionOracle;
import io.giza.stripe.FragmentHeader.Kind;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fake.MemberFragmentStore;
import io.giza.testkit.fault.FaultyFragmentStore;
import io.giza.testkit.fault.FaultyLink;
import io.giza.wire.BinaryFragmentFormat;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * The fragment store of one data center, which is lost and replaced by an empty one in the next
 * epoch. Gateways of the first epoch look for the old one, and may find the new one in its place.
 */
final class ReplacedFragments {
    static final long BEFORE = 1;
    static final long AFTER = 2;

    private final List<InMemoryFragmentStore> stores;
    private final InMemoryFragmentStore old;
    private final InMemoryFragmentStore fresh;
    private final Protocol protocol;
    private final Coding coding;
    private final boolean misdirected;
    private @Nullable MemberFragmentStore replacement;
    private boolean gone;

    /**
     * Makes a store that is not lost yet.
     *
     * @param cluster the data centers
     * @param lost the number of the one that is lost
     * @param fresh the empty store that takes its place
     * @param misdirected whether the new store is found by those who look for the old one
     */
    ReplacedFragments(
            SimulatedCluster cluster,
            int lost,
            InMemoryFragmentStore fresh,
            Protocol protocol,
            boolean misdirected) {
        this.stores = cluster.stores();
        this.old = stores.get(lost);
        this.fresh = fresh;
        this.protocol = protocol;
        this.coding = cluster.account().coding();
        this.misdirected = misdirected;
    }

    DcName lost() {
        return old.dc();
    }

    /** The old store is gone for ever; returns the puts that what is left does not decode. */
    Set<PutId> lose() {
        gone = true;
        Set<PutId> endangered = new HashSet<>();
        for (FragmentId id : old.ids()) {
            if (isData(old, id) && !decodesWithout(id.putId())) {
                endangered.add(id.putId());
            }
        }
        return endangered;
    }

    /** The empty store begins to serve. */
    void replace() {
        replacement =
                new MemberFragmentStore(
                        fresh,
                        protocol.fragmentAdmission(),
                        Membership.UNINITIALIZED.joining(AFTER));
    }

    /** Tells whether the new store holds something. */
    boolean holds(FragmentId id) {
        return fresh.holds(id);
    }

    /** Tells whether the fragments of the other data centers decode now. */
    boolean decodesWithout(PutId put) {
        Set<Integer> data = new TreeSet<>();
        for (InMemoryFragmentStore store : stores) {
            if (store != old) {
                store.ids().stream()
                        .filter(id -> id.putId().equals(put) && isData(store, id))
                        .forEach(id -> data.add(id.index()));
            }
        }
        return ErasureCode.of(coding).isDecodable(data);
    }

    static boolean isData(InMemoryFragmentStore store, FragmentId id) {
        try {
            return new BinaryFragmentFormat().read(store.content(id)).kind() == Kind.DATA;
        } catch (IOException e) {
            throw new AssertionError("an unreadable fragment: " + id, e);
        }
    }

    /** Reaches data centers as one of an epoch. */
    Reach reachIn(long epoch, Reach reach) {
        return new Reach() {
            @Override
            public MetadataReplica metadata(DcName from, MetadataReplica replica) {
                return reach.metadata(from, replica);
            }

            @Override
            public FragmentStore fragments(DcName from, FragmentStore store) {
                return reach.fragments(
                        from, store.dc().equals(lost()) ? new StoreOfEpoch(old, epoch) : store);
            }
        };
    }

    /** Returns the new store as a recovery reaches it; what it condemns, the oracle is told. */
    FragmentRepair repair(FaultyLink link, VersionOracle oracle) {
        return new FragmentRepair() {
            @Override
            public DcName dc() {
                return lost();
            }

            @Override
            public FragmentStore rebuilding(long epoch) {
                FragmentStore direct = Objects.requireNonNull(replacement).rebuilding(epoch);
                return new FaultyFragmentStore(new AbandonmentRecorder(direct, oracle), link);
            }

            @Override
            public FragmentStore replacing(long epoch) {
                FragmentStore direct = Objects.requireNonNull(replacement).replacing(epoch);
                return new FaultyFragmentStore(direct, link);
            }

            @Override
            public Membership order(TableOrder.OfMembership order) throws ReplicaException {
                return link.call("order", () -> Objects.requireNonNull(replacement).order(order));
            }
        };
    }

    private final class StoreOfEpoch extends ForwardingFragmentStore {
        private final long epoch;

        StoreOfEpoch(FragmentStore old, long epoch) {
            super(old);
            this.epoch = epoch;
        }

        private FragmentStore currentStore() throws ReplicaException {
            MemberFragmentStore member = replacement;
            if (member != null && (epoch == AFTER || misdirected)) {
                return member;
            }
            if (gone || epoch == AFTER) {
                throw new ReplicaException.Unreachable(lost(), new IOException("lost"));
            }
            return store;
        }

        /** What the old store did while it was lost, nobody hears of. */
        private <A> A requireAnswered(FragmentStore target, A answer) throws ReplicaException {
            if (target == store && gone) {
                throw new ReplicaException.Unreachable(lost(), new IOException("lost"));
            }
            return answer;
        }

        @Override
        public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
            FragmentStore target = currentStore();
            FragmentUpload upload = target.create(id, length);
            return new FragmentUpload() {
                @Override
                public void write(ByteBuffer chunk) throws ReplicaException {
                    upload.write(chunk);
                }

                @Override
                public Completion complete() throws ReplicaException {
                    requireAnswered(target, this);
                    return requireAnswered(target, upload.complete());
                }

                @Override
                public void close() {
                    upload.close();
                }
            };
        }

        @Override
        public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
            FragmentStore target = currentStore();
            return requireAnswered(target, target.read(id, offset, length));
        }

        @Override
        public void delete(FragmentId id) throws ReplicaException {
            currentStore().delete(id);
        }
    }

    /** A recovery gives up what was lost only where nobody can rebuild it. */
    private final class AbandonmentRecorder extends ForwardingFragmentStore {
        private final VersionOracle oracle;

        AbandonmentRecorder(FragmentStore store, VersionOracle oracle) {
            super(store);
            this.oracle = oracle;
        }

        @Override
        public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
            if (length == new BinaryFragmentFormat().headerLength(id)) {
                check(!decodesWithout(id.putId()), "I7: given up though it decodes: " + id);
                oracle.noteRecoveryAbandons(id.putId());
            }
            return super.create(id, length);
        }
    }
}
