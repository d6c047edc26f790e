package io.giza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutRequest;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.TagRequest;
import io.giza.gateway.service.ObjectService.TagResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.BucketId;
import io.giza.model.OpId;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.replica.Account;
import io.giza.simulation.SimulatedCluster.Gateway;
import io.giza.simulation.SimulatedCluster.Patience;
import io.giza.simulation.SimulatedCluster.Reach;
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
class BucketLivesTest {
    private static final String BUCKET = "bucket";

    @Test
    void aSmallPutThroughAGatewayThatKnowsTheFormerLifeIsStored() {
        tell(story -> assertThat(story.put("key", 10)).isInstanceOf(PutResult.Stored.class));
    }

    @Test
    void aPutThatWentIntoALifeThatEndedJustNowIsOfUnknownOutcome() {
        tell(
                Duration.ZERO,
                story -> {
                    assertThat(story.put("key", 10)).isInstanceOf(Failure.OutcomeUnknown.class);
                    assertThat(story.put("key", 10)).isInstanceOf(PutResult.Stored.class);
                });
    }

    @Test
    void aLargePutIsToBeTriedAgainAndThenIsStored() {
        tell(
                story -> {
                    assertThat(story.put("key", 1000)).isInstanceOf(Failure.BucketReplaced.class);
                    assertThat(story.put("key", 1000)).isInstanceOf(PutResult.Stored.class);
                });
    }

    @Test
    void aConditionIsJudgedInTheLifeThatStands() {
        tell(
                story -> {
                    var condition = new WriteCondition.Matches(new TextBody("here", 20).etag());
                    assertThat(story.put("there", 10, condition))
                            .isInstanceOf(PutResult.Stored.class);
                });
        tell(
                story -> {
                    var condition = new WriteCondition.Matches(new TextBody("here", 20).etag());
                    assertThat(story.delete("there", condition))
                            .isInstanceOf(DeleteResult.Done.class);
                    assertThat(story.get("there")).isInstanceOf(GetResult.Absent.class);
                });
    }

    @Test
    void anObjectIsFoundDeletedAndTaggedInTheLifeThatStands() {
        tell(story -> assertThat(story.get("there")).isInstanceOf(GetResult.Found.class));
        tell(
                story -> {
                    var tags = new TagRequest(story.target("there"), null, Map.of("a", "b"));
                    assertThat(story.stale.objects().tag(tags))
                            .isInstanceOf(TagResult.Tagged.class);
                });
        tell(
                story -> {
                    assertThat(story.delete("there", new WriteCondition.None()))
                            .isInstanceOf(DeleteResult.Done.class);
                    assertThat(story.get("there")).isInstanceOf(GetResult.Absent.class);
                });
    }

    @Test
    void anUploadIsBegunAndFoundInTheLifeThatStands() {
        for (Duration age : List.of(Duration.ZERO, Duration.ofMinutes(1))) {
            uploads(age);
        }
    }

    private static void uploads(Duration age) {
        tell(
                age,
                story -> {
                    var begun = story.stale.uploads().create(story.target("key"), story.upload());
                    assertThat(begun).isInstanceOf(UploadService.CreateResult.Created.class);
                });
        tell(
                age,
                story ->
                        assertThat(story.stale.uploads().abort(story.target("key"), story.begun))
                                .isInstanceOf(UploadService.AbortResult.Aborted.class));
        tell(
                age,
                story -> {
                    var request =
                            new UploadService.PartsRequest(story.target("key"), story.begun, 0, 10);
                    assertThat(story.stale.uploads().listParts(request))
                            .isInstanceOf(UploadService.PartsResult.Page.class);
                });
    }

    /** What is done through a gateway that knows the former life only. */
    private interface Told {
        void of(Story story) throws IOException;
    }

    private static void tell(Told told) {
        tell(Duration.ofMinutes(1), told);
    }

    /**
     * Tells a story.
     *
     * @param age how long ago the next life began
     */
    private static void tell(Duration age, Told told) {
        Seeds.simulate(
                10,
                simulation -> {
                    Story story = new Story(simulation);
                    story.replace();
                    simulation.scenario().time().sleep(age);
                    told.of(story);
                });
    }

    /** One bucket that is replaced. */
    private static final class Story {
        private final Simulation simulation;
        private final Network network;
        private final SimulatedCluster cluster;
        private final Account account;
        private final Gateway owner;
        private final Gateway stale;
        private UploadId begun;

        Story(Simulation simulation) throws IOException {
            this.simulation = simulation;
            cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.calm();
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
                    Patience.DEFAULT);
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
            assertThat(owner.buckets().delete(account, BUCKET))
                    .isInstanceOf(RemoveResult.Deleted.class);
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
