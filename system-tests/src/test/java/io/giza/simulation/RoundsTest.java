package io.giza.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.s3.body.CopiedBody;
import io.giza.gateway.service.BucketService.VersioningResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.ListRequest;
import io.giza.gateway.service.ObjectService.ListResult;
import io.giza.gateway.service.ObjectService.OpenObject;
import io.giza.gateway.service.ObjectService.PutRequest;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.TagRequest;
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
import io.giza.simulation.RoundTripStory.Measured;
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
class RoundsTest {
    private static final TextBody BODY = new TextBody("first", 1000);

    /** What a client asks for. */
    private enum Asked {
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
        COMPLETE_UPLOAD
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
        "COMPLETE_UPLOAD, 8"
    })
    void anUncontendedOperationTakesThatManyRounds(Asked asked, int rounds) {
        Seeds.simulate(
                4,
                simulation -> {
                    int size = simulation.seed() % 2 == 0 ? 3 : 5;
                    Story story = new Story(new RoundTripStory(simulation, size));
                    Measured<?> measured = story.measured(asked);
                    assertThat(measured.trace().roundTrips())
                            .as("%s with %d data centers", asked, size)
                            .isEqualTo(rounds);
                    assertThat(measured.took())
                            .as("%s with %d data centers", asked, size)
                            .isLessThan(
                                    story.at
                                            .wayTo(size)
                                            .plus(story.at.log.shortest())
                                            .multipliedBy(2L * rounds));
                });
    }

    /** An object, the only one of its bucket. */
    private record Story(RoundTripStory at) {
        Measured<?> measured(Asked asked) throws IOException {
            if (asked == Asked.DELETE_IN_VERSIONED_BUCKET || asked == Asked.DELETE_VERSION) {
                assertThat(
                                at.gateway
                                        .buckets()
                                        .setVersioning(
                                                at.account,
                                                ObjectScenario.BUCKET,
                                                Versioning.ENABLED))
                        .isInstanceOf(VersioningResult.Changed.class);
            }
            if (asked != Asked.DELETE_OF_NOTHING) {
                var stored = (PutResult.Stored) at.stored(BODY.again());
                at.letMessagesArrive();
                return on(asked, stored);
            }
            return at.measured(
                    () -> deleted(new DeleteRequest(at.target(), new WriteCondition.None())));
        }

        private Measured<?> on(Asked asked, PutResult.Stored stored) throws IOException {
            var matches = new WriteCondition.Matches(BODY.etag());
            return switch (asked) {
                case HEAD -> at.measured(() -> opened());
                case LIST -> at.measured(this::listed);
                case LIST_VERSIONS -> at.measured(this::listedVersions);
                case CONDITIONAL_PUT -> at.measured(() -> put(matches));
                case REFUSED_PUT -> at.measured(() -> put(new WriteCondition.Absent()));
                case DELETE, DELETE_OF_NOTHING, DELETE_IN_VERSIONED_BUCKET ->
                        at.measured(
                                () ->
                                        deleted(
                                                new DeleteRequest(
                                                        at.target(), new WriteCondition.None())));
                case CONDITIONAL_DELETE ->
                        at.measured(() -> deleted(new DeleteRequest(at.target(), matches)));
                case DELETE_VERSION ->
                        at.measured(() -> deleted(DeleteRequest.of(at.target(), stored.id())));
                case TAG ->
                        at.measured(
                                () ->
                                        at.gateway
                                                .objects()
                                                .tag(
                                                        new TagRequest(
                                                                at.target(),
                                                                null,
                                                                Map.of("n", "1"))));
                case COPY -> at.measured(this::copied);
                case CREATE_UPLOAD -> at.measured(this::upload);
                case PUT_PART -> {
                    UploadId upload = upload();
                    at.letMessagesArrive();
                    yield at.measured(() -> part(upload));
                }
                case COMPLETE_UPLOAD -> {
                    UploadId upload = upload();
                    part(upload);
                    at.letMessagesArrive();
                    yield at.measured(() -> completed(upload));
                }
            };
        }

        private OpenObject opened() {
            GetResult result = at.gateway.objects().get(new GetRequest(at.target(), false));
            return ((GetResult.Found) result).object();
        }

        private ListResult.Page listed() {
            ListRequest request =
                    new ListRequest(at.account, ObjectScenario.BUCKET, "", "", "", 10);
            return (ListResult.Page) at.gateway.objects().list(request);
        }

        private VersionListing.Page listedVersions() {
            var start = VersionListing.Marker.START;
            var request =
                    new VersionListing.Request(
                            at.account, ObjectScenario.BUCKET, "", "", start, 10);
            return (VersionListing.Page) at.gateway.objects().listVersions(request);
        }

        private PutResult put(WriteCondition condition) throws IOException {
            PutRequest request = new PutRequest(at.target(), condition, Map.of(), Map.of());
            return at.gateway.objects().put(request, new TextBody("next", 1000));
        }

        private DeleteResult.Done deleted(DeleteRequest request) {
            return (DeleteResult.Done) at.gateway.objects().delete(request);
        }

        private PutResult.Stored copied() throws IOException {
            OpenObject source = opened();
            long size = source.manifest().size();
            PutRequest request =
                    new PutRequest(at.target(), new WriteCondition.None(), Map.of(), Map.of());
            try (CopiedBody body =
                    new CopiedBody(at.gateway.surroundings(), source, 0, size, Optional.empty())) {
                return (PutResult.Stored) at.gateway.objects().put(request, body);
            }
        }

        private UploadId upload() {
            var kind =
                    new Upload(
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            Optional.empty(),
                            at.account.name(),
                            at.simulation.scenario().time().instant());
            var result = at.gateway.uploads().create(at.target(), kind);
            return ((UploadService.CreateResult.Created) result).upload();
        }

        private PutResult.Stored part(UploadId upload) throws IOException {
            PartTarget part = new PartTarget(at.target(), upload, 1);
            return (PutResult.Stored) at.gateway.uploads().putPart(part, _ -> BODY.again());
        }

        private CompleteResult.Completed completed(UploadId upload) {
            var claims = List.of(new DeclaredPart(1, BODY.etag(), Map.of()));
            var request =
                    new CompleteRequest(
                            at.target(),
                            upload,
                            claims,
                            new WriteCondition.None(),
                            Expected.NOTHING);
            return (CompleteResult.Completed) at.gateway.uploads().complete(request);
        }
    }
}
