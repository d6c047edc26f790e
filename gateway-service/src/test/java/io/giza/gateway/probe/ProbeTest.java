package io.giza.gateway.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.gateway.fake.InMemoryObjects;
import io.giza.gateway.fake.InMemoryRows;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.probe.Probe.Report;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.Bucket;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.RemoveResult;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.system.SystemRows;
import io.giza.model.BucketRecord.Versioning;
import io.giza.replica.Account;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.Random;

/** That a probe leaves nothing behind, and says so where it may. */
class ProbeTest {
    private static final VirtualThreads THREADS = new VirtualThreads();
    private static final Account ACCOUNT = RunningGateway.account();

    private final Surroundings surroundings = new Surroundings(THREADS, THREADS, new Random(1));
    private final InMemoryObjects objects = new InMemoryObjects();
    private final BucketService buckets = objects.bucketService();
    private final InMemoryRows rows = new InMemoryRows();
    private final Probe probe = new Probe(objects, rows, surroundings);

    private Bucket bucket(Versioning versioning) {
        var created =
                (CreateResult.Created)
                        buckets.create(
                                ACCOUNT, "photos", ClientOperation.once(surroundings.random()));
        if (versioning == Versioning.UNVERSIONED) {
            return created.bucket();
        }
        buckets.setVersioning(
                ACCOUNT, "photos", versioning, ClientOperation.once(surroundings.random()));
        return ((BucketService.FindResult.Found) buckets.find("photos")).bucket();
    }

    private static List<String> steps(Report report) {
        return report.steps().stream().map(Probe.Step::name).toList();
    }

    /** A bucket can be deleted when no version and no marker is left in it. */
    @ParameterizedTest
    @EnumSource(Versioning.class)
    void nothingIsLeftInABucket(Versioning versioning) {
        Report report = probe.ofObject(ACCOUNT, bucket(versioning));

        assertThat(report.isFine()).as(report.toString()).isTrue();
        assertThat(report.residue()).isEmpty();
        assertThat(steps(report)).containsExactly("put", "get", "delete");
        assertThat(report.name()).matches("photos/\\.giza-probe/[0-9a-f]{32}");
        assertThat(report.bytes()).isEqualTo(65536);
        assertThat(report.steps()).allMatch(step -> !step.began().isAfter(step.ended()));
        assertThat(buckets.delete(ACCOUNT, "photos", ClientOperation.once(surroundings.random())))
                .isInstanceOf(RemoveResult.Deleted.class);
    }

    @Test
    void whatCertainlyWasNotWrittenIsNotDeleted() {
        Bucket bucket = bucket(Versioning.UNVERSIONED);
        objects.failNextWith(new Failure.Unavailable("dc2 and dc3 are away"));

        Report report = probe.ofObject(ACCOUNT, bucket);

        assertThat(report.isFine()).isFalse();
        assertThat(report.residue()).isEmpty();
        assertThat(steps(report)).containsExactly("put");
        assertThat(report.steps().getFirst().problem()).isEqualTo("dc2 and dc3 are away");
    }

    @Test
    void whatMayHaveBeenWrittenIsDeletedAndSaid() {
        Bucket bucket = bucket(Versioning.UNVERSIONED);
        objects.failNextWith(new Failure.OutcomeUnknown("no answer"));

        Report report = probe.ofObject(ACCOUNT, bucket);

        assertThat(report.isFine()).isFalse();
        assertThat(steps(report)).containsExactly("put", "delete");
        assertThat(report.residue()).contains("may be written yet");
    }

    /** A delete without a version would add a delete marker, which stays. */
    @Test
    void whereVersionsAreKeptNoMarkerIsAddedToWhatMayNotBeThere() {
        Bucket bucket = bucket(Versioning.ENABLED);
        objects.failNextWith(new Failure.OutcomeUnknown("no answer"));

        Report report = probe.ofObject(ACCOUNT, bucket);

        assertThat(report.residue()).contains("nobody knows whether it was written");
        assertThat(buckets.delete(ACCOUNT, "photos", ClientOperation.once(surroundings.random())))
                .isInstanceOf(RemoveResult.Deleted.class);
    }

    @Test
    void nothingIsLeftOfARow() {
        Report report = probe.ofRow();

        assertThat(report.isFine()).as(report.toString()).isTrue();
        assertThat(steps(report)).containsExactly("put", "get", "delete");
        assertThat(((SystemRows.Listed) rows.list("", "", 10)).records()).isEmpty();
    }

    @Test
    void aRowThatMayBeLeftIsSaidToBe() {
        rows.beSilent(true);

        Report report = probe.ofRow();

        assertThat(report.isFine()).isFalse();
        assertThat(steps(report)).containsExactly("put", "delete");
        assertThat(report.residue()).isEqualTo("silent");
    }
}
