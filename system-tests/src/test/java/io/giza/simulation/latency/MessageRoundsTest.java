package io.giza.simulation.latency;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.s3.body.CopiedBody;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.VersioningResult;
import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.TagRequest;
import io.giza.gateway.service.OpenObject;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.service.UploadService.CompleteRequest;
import io.giza.gateway.service.UploadService.CompleteResult;
import io.giza.gateway.service.UploadService.DeclaredPart;
import io.giza.gateway.service.UploadService.Expected;
import io.giza.gateway.service.UploadService.PartTarget;
import io.giza.gateway.service.VersionListing;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.latency.RoundTripScenario.Measured;
import io.giza.simulation.object.ObjectScenario;
import io.giza.testkit.fixture.Seeds;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How many rounds of messages between data centers each operation takes on an object that is
 * visible and that nobody else writes, in a bucket that was used lately.
 */
class MessageRoundsTest {
    private static final TextBody BODY = new TextBody("first", 1000);

    /** What a client asks for. */
    private enum Operation {
        HEAD,
        LIST,
        LIST_VERSIONS,
        CONDITIONAL_PUT,
        REFUSED_PUT,
        DELETE,
        CONDITIONAL_DELETE,
        DELETE_OF_NOTHING,
        DELETE_IN_VERSIONED_BUCKET,
        DELETE_VERSION,
        TAG,
        COPY,
        CREATE_UPLOAD,
        PUT_PART,
        COMPLETE_UPLOAD,
        CREATE_BUCKET,
        CREATE_OWN_BUCKET_AGAIN
    }

    @ParameterizedTest
    @CsvSource({
        "HEAD, 1",
        "LIST, 2",
        "LIST_VERSIONS, 2",
        "CONDITIONAL_PUT, 1",
        "REFUSED_PUT, 2",
        "DELETE, 1",
        "CONDITIONAL_DELETE, 1",
        "DELETE_OF_NOTHING, 1",
        "DELETE_IN_VERSIONED_BUCKET, 1",
        "DELETE_VERSION, 2",
        "TAG, 2",
        "COPY, 3",
        "CREATE_UPLOAD, 1",
        "PUT_PART, 1",
        "COMPLETE_UPLOAD, 8",
        "CREATE_BUCKET, 2",
        "CREATE_OWN_BUCKET_AGAIN, 1"
    })
    void anUncontendedOperationTakesThatManyRounds(Operation operation, int rounds) {
        Seeds.simulate(
                4,
                simulation -> {
                    int size = simulation.seed() % 2 == 0 ? 3 : 5;
                    Fixture fixture = new Fixture(new RoundTripScenario(simulation, size));
                    Measured<?> measured = fixture.measured(operation);
                    assertThat(measured.trace().roundTrips())
                            .as("%s with %d data centers", operation, size)
                            .isEqualTo(rounds);
                    assertThat(measured.took())
                            .as("%s with %d data centers", operation, size)
                            .isLessThan(
                                    fixture.scenario
                                            .oneWayTo(size)
                                            .plus(fixture.scenario.log.shortest())
                                            .multipliedBy(2L * rounds));
                });
    }

    /** An object, the only one of its bucket. */
    private record Fixture(RoundTripScenario scenario) {
        Measured<?> measured(Operation operation) throws IOException {
            if (operation == Operation.DELETE_IN_VERSIONED_BUCKET
                    || operation == Operation.DELETE_VERSION) {
                assertThat(
                                scenario.gateway.version(
                                        scenario.account,
                                        ObjectScenario.BUCKET,
                                        Versioning.ENABLED))
                        .isInstanceOf(VersioningResult.Changed.class);
            }
            if (operation != Operation.DELETE_OF_NOTHING) {
                var stored = (PutResult.Stored) scenario.stored(BODY.again());
                scenario.awaitDelivery();
                return runOn(operation, stored);
            }
            return scenario.measured(
                    () -> deleted(new DeleteRequest(scenario.target(), new WriteCondition.None())));
        }

        private Measured<?> runOn(Operation operation, PutResult.Stored stored) throws IOException {
            var matches = new WriteCondition.Matches(BODY.etag());
            return switch (operation) {
                case HEAD -> scenario.measured(() -> opened());
                case LIST -> scenario.measured(this::listed);
                case LIST_VERSIONS -> scenario.measured(this::listedVersions);
                case CONDITIONAL_PUT -> scenario.measured(() -> put(matches));
                case REFUSED_PUT -> scenario.measured(() -> put(new WriteCondition.Absent()));
                case DELETE, DELETE_OF_NOTHING, DELETE_IN_VERSIONED_BUCKET ->
                        scenario.measured(
                                () ->
                                        deleted(
                                                new DeleteRequest(
                                                        scenario.target(),
                                                        new WriteCondition.None())));
                case CONDITIONAL_DELETE ->
                        scenario.measured(
                                () -> deleted(new DeleteRequest(scenario.target(), matches)));
                case DELETE_VERSION ->
                        scenario.measured(
                                () -> deleted(DeleteRequest.of(scenario.target(), stored.id())));
                case TAG ->
                        scenario.measured(
                                () ->
                                        scenario.gateway
                                                .objects()
                                                .tag(
                                                        new TagRequest(
                                                                scenario.target(),
                                                                null,
                                                                Map.of("n", "1"))));
                case COPY -> scenario.measured(this::copied);
                case CREATE_UPLOAD -> scenario.measured(this::upload);
                case PUT_PART -> {
                    UploadId upload = upload();
                    scenario.awaitDelivery();
                    yield scenario.measured(() -> part(upload));
                }
                case CREATE_BUCKET -> scenario.measured(() -> created("fresh"));
                case CREATE_OWN_BUCKET_AGAIN ->
                        scenario.measured(() -> created(ObjectScenario.BUCKET));
                case COMPLETE_UPLOAD -> {
                    UploadId upload = upload();
                    part(upload);
                    scenario.awaitDelivery();
                    yield scenario.measured(() -> completed(upload));
                }
            };
        }

        private BucketService.CreateResult created(String bucket) {
            return scenario.gateway.create(scenario.account, bucket);
        }

        private OpenObject opened() {
            GetResult result =
                    scenario.gateway.objects().get(new GetRequest(scenario.target(), false));
            return ((GetResult.Found) result).object();
        }

        private ListResult.Page listed() {
            ListRequest request =
                    new ListRequest(scenario.account, ObjectScenario.BUCKET, "", "", "", 10);
            return (ListResult.Page) scenario.gateway.objects().list(request);
        }

        private VersionListing.Page listedVersions() {
            var start = VersionListing.Marker.START;
            var request =
                    new VersionListing.Request(
                            scenario.account, ObjectScenario.BUCKET, "", "", start, 10);
            return (VersionListing.Page) scenario.gateway.objects().listVersions(request);
        }

        private PutResult put(WriteCondition condition) throws IOException {
            PutRequest request = new PutRequest(scenario.target(), condition, Map.of(), Map.of());
            return scenario.gateway.objects().put(request, new TextBody("next", 1000));
        }

        private DeleteResult.Done deleted(DeleteRequest request) {
            return (DeleteResult.Done) scenario.gateway.objects().delete(request);
        }

        private PutResult.Stored copied() throws IOException {
            OpenObject source = opened();
            long size = source.manifest().size();
            PutRequest request =
                    new PutRequest(
                            scenario.target(), new WriteCondition.None(), Map.of(), Map.of());
            try (CopiedBody body =
                    new CopiedBody(
                            scenario.gateway.surroundings(), source, 0, size, Optional.empty())) {
                return (PutResult.Stored) scenario.gateway.objects().put(request, body);
            }
        }

        private UploadId upload() {
            var kind =
                    new Upload(
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            Optional.empty(),
                            scenario.account.name(),
                            scenario.simulation.scenario().time().instant());
            var result = scenario.gateway.uploads().create(scenario.target(), kind);
            return ((UploadService.CreateResult.Created) result).upload();
        }

        private PutResult.Stored part(UploadId upload) throws IOException {
            PartTarget part = new PartTarget(scenario.target(), upload, 1);
            return (PutResult.Stored) scenario.gateway.uploads().putPart(part, _ -> BODY.again());
        }

        private CompleteResult.Completed completed(UploadId upload) {
            var claims = List.of(new DeclaredPart(1, BODY.etag(), Map.of()));
            var request =
                    new CompleteRequest(
                            scenario.target(),
                            upload,
                            claims,
                            new WriteCondition.None(),
                            Expected.NOTHING);
            return (CompleteResult.Completed) scenario.gateway.uploads().complete(request);
        }
    }
}
