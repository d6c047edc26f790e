package io.giza.simulation.listing;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.VersionListing.Failed;
import io.giza.gateway.service.VersionListing.Marker;
import io.giza.gateway.service.VersionListing.Page;
import io.giza.gateway.service.VersionListing.Request;
import io.giza.gateway.service.VersionListing.Version;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.FragmentId;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.fault.LostResolutions;
import io.giza.simulation.version.VersionScenario;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Versions of objects are listed key by key, the newest first, whatever the size of the pages. */
class VersionListingTest {
    private static final int SEEDS = 10;
    private static final int INLINE = 20;
    private static final int STORED = 1000;

    @Test
    void everyVersionAndMarkerIsListedOncePageByPage() {
        Seeds.simulate(SEEDS, simulation -> new Run(simulation).pageByPage());
    }

    @Test
    void aPlaceAfterAVersionIsKeptWhenThatVersionIsDeleted() {
        Seeds.simulate(SEEDS, simulation -> new Run(simulation).placeOfADeletedVersion());
    }

    @Test
    void aVersionWhoseDataNeverCameIsNotListed() {
        Seeds.simulate(SEEDS, simulation -> new Run(simulation).lostVersion());
    }

    @Test
    void whatNobodyCanTellMakesThePageUnavailable() {
        Seeds.simulate(SEEDS, simulation -> new Run(simulation).unclearVersion());
    }

    private static final class Run {
        private final SimulatedCluster cluster;
        private final Network data;
        private final Gateway gateway;
        private final Simulation simulation;
        private final ObjectKey key;
        private int texts;

        Run(Simulation simulation) {
            this.simulation = simulation;
            this.cluster = new SimulatedCluster(simulation, 3, Protocol.PRODUCTION);
            cluster.stopFailures();
            Network metadata = new Network(simulation.surroundings("network"), FaultPlan.CALM);
            this.data = new Network(simulation.surroundings("data"), FaultPlan.CALM);
            // Nobody is told what became of data, so that it has to be looked for.
            Reach reach = new LostResolutions(Reach.over(metadata, data));
            this.gateway =
                    cluster.gateway(
                            "gateway", cluster.names().get(1), reach, GatewaySettings.DEFAULT);
            CreateResult created = gateway.create(cluster.account(), "bucket");
            VersionScenario.version(gateway, cluster.account(), Versioning.ENABLED);
            this.key = new ObjectKey(((CreateResult.Created) created).bucket().id(), "b");
        }

        void pageByPage() {
            put("a", INLINE);
            put("a", STORED);
            delete("a");
            put("a", STORED);
            put("d/1", INLINE);
            put("d/2", INLINE);
            delete("e");
            put("e", INLINE);
            delete("e");
            List<Version> all = walk("", 1000);

            assertThat(all)
                    .extracting(
                            each ->
                                    each.key()
                                            + each.id().version()
                                            + (each.manifest().isEmpty() ? "-" : "")
                                            + (each.isLatest() ? "*" : ""))
                    .containsExactly(
                            "a4*", "a3-", "a2", "a1", "d/11*", "d/21*", "e3-*", "e2", "e1-");
            for (int limit : new int[] {1, 2, 3, 5}) {
                assertThat(walk("", limit)).as("pages of %d", limit).isEqualTo(all);
            }
            assertThat(page("/", Marker.START, 5).commonPrefixes()).containsExactly("d/");
            assertThat(walk("/", 2)).extracting(Version::key).doesNotContain("d/1", "d/2");
        }

        void placeOfADeletedVersion() {
            put("b", INLINE);
            put("b", INLINE);
            put("b", STORED);
            Page first = page("", Marker.START, 2);
            var second = first.versions().getLast().id();
            assertThat(gateway.objects().delete(DeleteRequest.of(target("b"), second)))
                    .isInstanceOf(DeleteResult.Done.class);

            assertThat(page("", first.next().orElseThrow(), 2).versions())
                    .extracting(each -> each.id().version())
                    .containsExactly(1L);
            assertThat(walk("", 1)).extracting(each -> each.id().version()).containsExactly(3L, 1L);
        }

        void lostVersion() {
            put("b", STORED);
            put("b", STORED);
            Version newest = walk("", 10).getFirst();
            lose(newest);

            assertThat(walk("", 10))
                    .extracting(each -> each.id().version() + (each.isLatest() ? "*" : ""))
                    .containsExactly("1*");
        }

        void unclearVersion() {
            put("b", STORED);
            data.isolate(cluster.names().getFirst(), cluster.names());
            data.isolate(cluster.names().getLast(), cluster.names());

            assertThat(gateway.objects().listVersions(request("", Marker.START, 10)))
                    .isInstanceOf(Failed.class);
            data.heal();
            simulation.scenario().time().sleep(GatewaySettings.DEFAULT.suspicion().multipliedBy(5));
            assertThat(walk("", 10)).hasSize(1);
        }

        private void lose(Version version) {
            Manifest.Fragmented where =
                    version.manifest().flatMap(Manifest::fragmented).orElseThrow();
            for (int i = 0; i < where.coding().fragments(); i++) {
                FragmentId id = new FragmentId(where.account(), key, version.id().putId(), i);
                cluster.stores().forEach(store -> store.delete(id));
            }
        }

        private List<Version> walk(String delimiter, int limit) {
            List<Version> all = new ArrayList<>();
            Optional<Marker> after = Optional.of(Marker.START);
            while (after.isPresent()) {
                Page page = page(delimiter, after.get(), limit);
                all.addAll(page.versions());
                after = page.next();
            }
            return all;
        }

        private Page page(String delimiter, Marker after, int limit) {
            return (Page) gateway.objects().listVersions(request(delimiter, after, limit));
        }

        private Request request(String delimiter, Marker after, int limit) {
            return new Request(cluster.account(), "bucket", "", delimiter, after, limit);
        }

        private void put(String name, int size) {
            PutRequest request =
                    new PutRequest(target(name), new WriteCondition.None(), Map.of(), Map.of());
            try {
                assertThat(gateway.objects().put(request, new TextBody("text" + texts++, size)))
                        .isInstanceOf(PutResult.Stored.class);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void delete(String name) {
            gateway.objects().delete(new DeleteRequest(target(name), new WriteCondition.None()));
        }

        private Target target(String name) {
            return new Target(
                    cluster.account(), "bucket", name, OpId.random(simulation.scenario().random()));
        }
    }
}
