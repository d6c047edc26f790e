package io.giza.simulation.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.acl.AccessControlList;
import io.giza.acl.Grant;
import io.giza.acl.Grantee;
import io.giza.acl.Permission;
import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.service.Admission;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.GrantRequest;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.TagResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.lock.VersionLock;
import io.giza.model.Command;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.record.AnnotationCodec;
import io.giza.record.ManifestCodec;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.SingleObject;
import io.giza.simulation.cluster.VoteOracle;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An owner lets a guest replace an object's list, and takes that back, or replaces the object,
 * while the guest opens the object to everyone.
 */
class GrantRaceTest {
    private static final int ROUNDS = 6;
    private static final Grantee GUEST = new Grantee.Account("guest");
    private static final AccessControlList KEPT = AccessControlList.ofOwner("owner");
    private static final AccessControlList LENT =
            new AccessControlList("owner", List.of(new Grant(GUEST, Permission.WRITE_ACP)));
    private static final AccessControlList SPREAD =
            new AccessControlList(
                    "owner", List.of(new Grant(Grantee.Group.ALL_USERS, Permission.READ)));

    @Test
    void whoMayNotReplaceTheListOfAVersionNeverDoes() {
        List<TagResult> results = new ArrayList<>();
        Seeds.simulate(40, simulation -> results.addAll(new Race(simulation).run()));

        // Or the races were none.
        assertThat(results)
                .hasAtLeastOneElementOfType(TagResult.Tagged.class)
                .hasAtLeastOneElementOfType(Failure.AccessDenied.class);
    }

    private static boolean admitsGuest(Optional<AccessControlList> acl) {
        return acl.filter(list -> list.allows(GUEST::equals, Permission.WRITE_ACP)).isPresent();
    }

    private static final class Race {
        private final Simulation simulation;
        private final SimulatedCluster cluster;
        private final SingleObject object;
        private final Gateway owner;
        private final Gateway guest;
        private final ObjectKey key;
        private final List<TagResult> results = new ArrayList<>();

        Race(Simulation simulation) {
            this.simulation = simulation;
            cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            object = new SingleObject(simulation, cluster);
            Network network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            owner = gateway("owner", 0, Reach.over(network, network));
            guest = gateway("guest", 1, Reach.over(network, network));
            key = object.create(owner);
        }

        private Gateway gateway(String name, int dc, Reach reach) {
            return cluster.gateway(name, cluster.names().get(dc), reach, GatewaySettings.DEFAULT);
        }

        List<TagResult> run() {
            for (int round = 0; round < ROUNDS; round++) {
                put(LENT, "lent " + round);
                String kept = "kept " + round;
                boolean overwrites = round % 2 == 0;
                fork("guest", () -> results.add(grant(guest, SPREAD, GrantRaceTest::admitsGuest)));
                fork(
                        "owner",
                        () -> {
                            if (overwrites) {
                                put(KEPT, kept);
                            } else {
                                grant(owner, KEPT, Admission.DECIDED);
                            }
                        });
                simulation.scenario().time().sleep(Duration.ofSeconds(10));
            }
            check(cluster.oracle().chosen(key));
            return results;
        }

        private void fork(String group, Runnable body) {
            simulation.surroundings(group).tasks().fork("requests", body);
        }

        private void put(AccessControlList list, String text) {
            PutRequest request =
                    new PutRequest(
                            target(owner),
                            new WriteCondition.None(),
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            VersionLock.NONE,
                            EncryptionRequest.BY_BUCKET,
                            Optional.of(list));
            try {
                owner.objects().put(request, SingleObject.body(text));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private TagResult grant(Gateway through, AccessControlList list, Admission admission) {
            return through.objects()
                    .grant(new GrantRequest(target(through), null, "owner", _ -> list, admission));
        }

        private Target target(Gateway through) {
            return new Target(
                    cluster.account(),
                    SingleObject.BUCKET,
                    SingleObject.NAME,
                    ClientOperation.once(through.surroundings().random()));
        }
    }

    /** Judges each record of the guest by the list of the version that it names. */
    private static void check(List<VoteOracle.Chosen> log) {
        Map<Long, AccessControlList> lists = new HashMap<>();
        for (int i = 0; i < log.size(); i++) {
            Value value = log.get(i).value();
            if (value.kind() == Value.Kind.PUT) {
                lists.put(i + 1L, ManifestCodec.decode(value).acl().orElseThrow());
            } else if (value.command() instanceof Command.Annotate(long version, var _)
                    && AnnotationCodec.decode(value) instanceof AnnotationCodec.Granted(var list)) {
                Optional<AccessControlList> before = Optional.ofNullable(lists.get(version));
                assertThat(list.equals(SPREAD) && !admitsGuest(before))
                        .as("the guest opens version %s, whose list is %s", version, before)
                        .isFalse();
                lists.put(version, list);
            }
        }
    }
}
