package io.giza.simulation.drill;

import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.fault.ForwardingFragmentStore;
import io.giza.version.VersionRules;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The scenarios of objects with one rule broken each. */
final class ObjectMutants {
    private ObjectMutants() {}

    /** Returns the mutants that clients of objects must notice, by name. */
    static Map<String, Protocol> ofObjects() {
        Map<String, Protocol> mutants = new LinkedHashMap<>();
        mutants.put("fragment out of reach taken for absent", new UnreachableIsAbsent());
        mutants.put("upload of unknown outcome taken for stored", new UnknownIsStored());
        mutants.put("any record of the same identity taken for a repeat", new TakesAnything());
        mutants.put(
                "known committed versions only",
                Objects.requireNonNull(
                        ConsensusMutants.all().get("known committed versions only")));
        return mutants;
    }

    /** Returns the mutants that matter where there are spare data centers, by name. */
    static Map<String, Protocol> ofSpares() {
        return Map.of("record names the data centers that were meant at first", new FirstPlaces());
    }

    private static final class FirstPlaces extends Protocol {
        @Override
        public VersionRules versions() {
            return new VersionRules() {
                @Override
                public List<DcName> placementToRecord(List<DcName> first, List<DcName> last) {
                    return first;
                }
            };
        }
    }

    private static final class UnreachableIsAbsent extends Protocol {
        @Override
        public FragmentStore storeSeenByGateway(FragmentStore store) {
            return new ForwardingFragmentStore(store) {
                @Override
                public FragmentRead read(FragmentId id, long offset, long length) {
                    try {
                        return store.read(id, offset, length);
                    } catch (ReplicaException e) {
                        return new FragmentRead.Absent();
                    }
                }
            };
        }
    }

    private static final class TakesAnything extends Protocol {
        @Override
        public VersionRules versions() {
            return new VersionRules() {
                @Override
                public boolean isRepeat(boolean saysTheSame) {
                    return true;
                }
            };
        }
    }

    private static final class UnknownIsStored extends Protocol {
        @Override
        public FragmentStore storeSeenByGateway(FragmentStore store) {
            return new ForwardingFragmentStore(store) {
                @Override
                public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
                    return new Optimist(store.create(id, length));
                }
            };
        }

        private record Optimist(FragmentUpload upload) implements FragmentUpload {
            @Override
            public void write(ByteBuffer chunk) throws ReplicaException {
                upload.write(chunk);
            }

            @Override
            public Completion complete() {
                try {
                    return upload.complete();
                } catch (ReplicaException e) {
                    return new Completion(Outcome.STORED, Optional.empty());
                }
            }

            @Override
            public void close() {
                upload.close();
            }
        }
    }
}
