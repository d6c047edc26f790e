package io.giza.simulation.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.TagRequest;
import io.giza.gateway.service.ObjectService.TagResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.BucketId;
import io.giza.model.OpId;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.replica.Account;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A bucket is deleted and created again through one gateway, while others remember its former life
 * and did nothing since that would tell them.
 */
class RecreatedBucketTest {
    private static final String BUCKET = "bucket";

    @Test
    void aSmallPutThroughAGatewayThatKnowsTheFormerLifeIsStored() {
        check(fixture -> assertThat(fixture.put("key", 10)).isInstanceOf(PutResult.Stored.class));
    }

    @Test
    void aPutThatWentIntoALifeThatEndedJustNowIsOfUnknownOutcome() {
        check(
                Duration.ZERO,
                fixture -> {
                    assertThat(fixture.put("key", 10)).isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(fixture.put("key", 10)).isInstanceOf(PutResult.Stored.class);
                });
    }

    @Test
    void aLargePutIsToBeTriedAgainAndThenIsStored() {
        check(
                fixture -> {
                    assertThat(fixture.put("key", 1000)).isInstanceOf(Failure.BucketReplaced.class);
                    assertThat(fixture.put("key", 1000)).isInstanceOf(PutResult.Stored.class);
                });
    }

    @Test
    void aConditionIsJudgedInTheLifeThatStands() {
        check(
                fixture -> {
                    var condition = new WriteCondition.Matches(new TextBody("here", 20).etag());
                    assertThat(fixture.put("there", 10, condition))
                            .isInstanceOf(PutResult.Stored.class);
                });
        check(
                fixture -> {
                    var condition = new WriteCondition.Matches(new TextBody("here", 20).etag());
                    assertThat(fixture.delete("there", condition))
                            .isInstanceOf(DeleteResult.Done.class);
                    assertThat(fixture.get("there")).isInstanceOf(GetResult.Absent.class);
                });
    }

    @Test
    void anObjectIsFoundDeletedAndTaggedInTheLifeThatStands() {
        check(fixture -> assertThat(fixture.get("there")).isInstanceOf(GetResult.Found.class));
        check(
                fixture -> {
                    var tags = new TagRequest(fixture.target("there"), null, Map.of("a", "b"));
                    assertThat(fixture.stale.objects().tag(tags))
                            .isInstanceOf(TagResult.Tagged.class);
                });
        check(
                fixture -> {
                    assertThat(fixture.delete("there", new WriteCondition.None()))
                            .isInstanceOf(DeleteResult.Done.class);
                    assertThat(fixture.get("there")).isInstanceOf(GetResult.Absent.class);
                });
    }

    @Test
    void anUploadIsBegunAndFoundInTheLifeThatStands() {
        for (Duration age : List.of(Duration.ZERO, Duration.ofMinutes(1))) {
            uploads(age);
        }
    }

    private static void uploads(Duration age) {
        check(
                age,
                fixture -> {
                    var begun =
                            fixture.stale.uploads().create(fixture.target("key"), fixture.upload());
                    assertThat(begun).isInstanceOf(UploadService.CreateResult.Created.class);
                });
        check(
                age,
                fixture ->
                        assertThat(
                                        fixture.stale
                                                .uploads()
                                                .abort(fixture.target("key"), fixture.begun))
                                .isInstanceOf(UploadService.AbortResult.Aborted.class));
        check(
                age,
                fixture -> {
                    var request =
                            new UploadService.PartsRequest(
                                    fixture.target("key"), fixture.begun, 0, 10);
                    assertThat(fixture.stale.uploads().listParts(request))
                            .isInstanceOf(UploadService.PartsResult.Page.class);
                });
    }

    /** What is done through a gateway that knows the former life only. */
    private interface Check {
        void of(Fixture fixture) throws IOException;
    }

    private static void check(Check check) {
        check(Duration.ofMinutes(1), check);
    }

    /**
     * Runs a scenario.
     *
     * @param age how long ago the next life began
     */
    private static void check(Duration age, Check check) {
        Seeds.simulate(
                10,
                simulation -> {
                    Fixture fixture = new Fixture(simulation);
                    fixture.replace();
                    simulation.scenario().time().sleep(age);
                    check.of(fixture);
                });
    }

    /** One bucket that is replaced. */
    private static final class Fixture {
        private final Simulation simulation;
        private final Network network;
        private final SimulatedCluster cluster;
        private final Account account;
        private final Gateway owner;
        private final Gateway stale;
        private UploadId begun;

        Fixture(Simulation simulation) throws IOException {
            this.simulation = simulation;
            cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            network = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            account = cluster.account();
            owner = gateway("owner", 0);
            stale = gateway("stale", 1);
            create();
            assertThat(put("key", 10)).isInstanceOf(PutResult.Stored.class);
            assertThat(delete("key", new WriteCondition.None()))
                    .isInstanceOf(DeleteResult.Done.class);
            begun = begin();
        }

        private Gateway gateway(String name, int number) {
            return cluster.gateway(
                    name,
                    cluster.names().get(number),
                    Reach.over(network, network),
                    GatewaySettings.DEFAULT);
        }

        private BucketId create() {
            return ((CreateResult.Created) owner.create(account, BUCKET)).bucket().id();
        }

        private UploadId begin() {
            return ((UploadService.CreateResult.Created)
                            owner.uploads().create(target("key"), upload()))
                    .upload();
        }

        /** Another life begins, with one object and an upload. */
        void replace() throws IOException {
            assertThat(owner.delete(account, BUCKET)).isInstanceOf(RemoveResult.Deleted.class);
            create();
            assertThat(put(owner, "there", "here", 20, new WriteCondition.None()))
                    .isInstanceOf(PutResult.Stored.class);
            begun = begin();
        }

        Upload upload() {
            return new Upload(
                    Map.of(),
                    Map.of(),
                    Map.of(),
                    Optional.empty(),
                    account.name(),
                    simulation.scenario().time().instant());
        }

        Target target(String key) {
            return new Target(account, BUCKET, key, OpId.random(simulation.scenario().random()));
        }

        PutResult put(String key, int size) throws IOException {
            return put(key, size, new WriteCondition.None());
        }

        PutResult put(String key, int size, WriteCondition condition) throws IOException {
            return put(stale, key, "new", size, condition);
        }

        private PutResult put(
                Gateway gateway, String key, String text, int size, WriteCondition condition)
                throws IOException {
            var request = new PutRequest(target(key), condition, Map.of(), Map.of());
            return gateway.objects().put(request, new TextBody(text, size));
        }

        DeleteResult delete(String key, WriteCondition condition) {
            return stale.objects().delete(new DeleteRequest(target(key), condition));
        }

        GetResult get(String key) {
            return stale.objects().get(new GetRequest(target(key), false));
        }
    }
}
