package io.giza.simulation.topology;

import io.giza.erasure.ErasureCode;
import io.giza.membership.Membership;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.PutId;
import io.giza.replica.FragmentRepair;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.Topology.DataCenter;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.object.ObjectOracle.Holdings;
import io.giza.stripe.FragmentHeader;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fake.MemberFragmentStore;
import io.giza.testkit.fault.FaultyFragmentStore;
import io.giza.testkit.fault.FaultyLink;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;
import io.giza.wire.BinaryFragmentFormat;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Fragment stores of a few data centers behind addresses, as the topology of each epoch has it. */
final class MovingStores {
    private final Simulation simulation;
    private final Protocol protocol;
    private final Network network;
    private final Map<URI, Store> byAddress = new HashMap<>();
    private final Map<DcName, List<Store>> byDataCenter = new TreeMap<>();
    private final Set<PutId> endangered = new HashSet<>();

    /**
     * A store.
     *
     * @param since the epoch in which it takes the place of a lost store, 0 for the first
     */
    private record Store(long since, InMemoryFragmentStore fragments, MemberFragmentStore member) {
        boolean holds(FragmentId id) {
            return fragments.holds(id);
        }
    }

    MovingStores(Simulation simulation, Protocol protocol, Network network) {
        this.simulation = simulation;
        this.protocol = protocol;
        this.network = network;
    }

    Network network() {
        return network;
    }

    /** Starts a store that begins with its cluster. */
    void found(DataCenter dc) {
        start(dc, Membership.UNINITIALIZED.founded(1));
    }

    /** Starts an empty store; the store that it replaces is lost. */
    void startEmpty(DataCenter dc) {
        noteEndangered(dc.name());
        start(dc, Membership.UNINITIALIZED);
    }

    private void start(DataCenter dc, Membership membership) {
        var fragments =
                new InMemoryFragmentStore(
                        dc.name(), simulation::yieldPoint, simulation.surroundings("store").time());
        Store store =
                new Store(
                        dc.since(),
                        fragments,
                        new MemberFragmentStore(
                                fragments, protocol.fragmentAdmission(), membership));
        byAddress.put(dc.fragments(), store);
        byDataCenter.computeIfAbsent(dc.name(), _ -> new ArrayList<>()).add(store);
    }

    /** Cuts the store at an address off. */
    void shutDown(URI address) {
        byAddress.remove(address);
    }

    /** Has the store at an address listen at another address too. */
    void listenAlso(URI address, URI other) {
        byAddress.put(other, Objects.requireNonNull(byAddress.get(address)));
    }

    /** Notes the puts of the newest store of a data center that the other stores do not decode. */
    private void noteEndangered(DcName dc) {
        for (FragmentId id : newest(dc).fragments().ids()) {
            FragmentHeader header = header(newest(dc), id);
            if (header.kind() == FragmentHeader.Kind.DATA && !decodesWithout(dc, id, header)) {
                endangered.add(id.putId());
            }
        }
    }

    private boolean decodesWithout(DcName lost, FragmentId any, FragmentHeader header) {
        Set<Integer> left = new TreeSet<>();
        for (DcName dc : byDataCenter.keySet()) {
            if (!dc.equals(lost)) {
                Store store = newest(dc);
                store.fragments().ids().stream()
                        .filter(id -> id.putId().equals(any.putId()))
                        .filter(id -> header(store, id).kind() == FragmentHeader.Kind.DATA)
                        .forEach(id -> left.add(id.index()));
            }
        }
        return ErasureCode.of(header.layout().coding()).isDecodable(left);
    }

    private static FragmentHeader header(Store store, FragmentId id) {
        try {
            return new BinaryFragmentFormat().read(store.fragments().content(id));
        } catch (IOException e) {
            throw new AssertionError("an unreadable fragment: " + id, e);
        }
    }

    private Store newest(DcName dc) {
        return Objects.requireNonNull(byDataCenter.get(dc)).getLast();
    }

    /** Whether a put had too few fragments when one of its stores was lost. */
    boolean isEndangered(PutId put) {
        return endangered.contains(put);
    }

    /** Tells how many puts had too few fragments when one of their stores was lost. */
    int endangered() {
        return endangered.size();
    }

    /** Returns what was ever stored at each data center. */
    List<Holdings> everStored() {
        return holdings(List::copyOf);
    }

    /** Returns what the newest store of each data center has. */
    List<Holdings> newest() {
        return holdings(stores -> List.of(stores.getLast()));
    }

    private interface Choice {
        List<Store> of(List<Store> stores);
    }

    private List<Holdings> holdings(Choice choice) {
        List<Holdings> all = new ArrayList<>();
        byDataCenter.forEach((dc, stores) -> all.add(new Chosen(dc, stores, choice)));
        return all;
    }

    private record Chosen(DcName dc, List<Store> stores, Choice choice) implements Holdings {
        @Override
        public boolean holds(FragmentId id) {
            return choice.of(stores).stream().anyMatch(store -> isData(store, id));
        }

        private static boolean isData(Store store, FragmentId id) {
            return store.holds(id) && header(store, id).kind() == FragmentHeader.Kind.DATA;
        }

        @Override
        public long count(String putId) {
            return choice.of(stores).stream()
                    .flatMap(store -> store.fragments().ids().stream())
                    .filter(id -> id.putId().toString().equals(putId))
                    .count();
        }
    }

    /** Reaches the store at the address of a data center, from another data center. */
    FragmentStore reached(DcName home, DataCenter dc) {
        return new FaultyFragmentStore(
                new Through(dc.name(), new Addressed(dc)::current), link(home, dc));
    }

    private FaultyLink link(DcName home, DataCenter dc) {
        return network.link(home, dc.name());
    }

    /** Reaches the store as a recovery does. */
    FragmentRepair repair(DcName home, DataCenter dc) {
        Addressed address = new Addressed(dc);
        FaultyLink link = link(home, dc);
        return new FragmentRepair() {
            @Override
            public DcName dc() {
                return dc.name();
            }

            @Override
            public FragmentStore rebuilding(long epoch) {
                return new FaultyFragmentStore(
                        new Through(dc.name(), () -> address.current().rebuilding(epoch)), link);
            }

            @Override
            public FragmentStore replacing(long epoch) {
                return new FaultyFragmentStore(
                        new Through(dc.name(), () -> address.current().replacing(epoch)), link);
            }

            @Override
            public Membership order(TableOrder.OfMembership order) throws ReplicaException {
                return link.call("order", () -> address.current().order(order));
            }
        };
    }

    /** Who answers at each call. */
    private interface Answering {
        FragmentStore now() throws ReplicaException;
    }

    private record Through(DcName dc, Answering answering) implements FragmentStore {
        @Override
        public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
            return answering.now().create(id, length);
        }

        @Override
        public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
            return answering.now().read(id, offset, length);
        }

        @Override
        public void delete(FragmentId id) throws ReplicaException {
            answering.now().delete(id);
        }
    }

    /** The address of a data center: only the store that is meant answers. */
    private final class Addressed {
        private final DataCenter dc;

        Addressed(DataCenter dc) {
            this.dc = dc;
        }

        MemberFragmentStore current() throws ReplicaException {
            Store store = byAddress.get(dc.fragments());
            if (store == null) {
                throw new ReplicaException.Unreachable(
                        dc.name(), new IOException("nobody is there"));
            }
            if (store.since() != dc.since() || !store.fragments().dc().equals(dc.name())) {
                throw new ReplicaException.Refused(dc.name(), "another store", null);
            }
            return store.member();
        }
    }
}
