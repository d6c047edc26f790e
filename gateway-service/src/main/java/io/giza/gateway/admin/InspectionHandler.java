package io.giza.gateway.admin;

import io.giza.gateway.object.ObjectInspector;
import io.giza.gateway.object.ObjectInspector.InspectionRequest;
import io.giza.http.server.Exchange;
import io.giza.http.server.RequestHandler;
import io.giza.model.VersionId;
import io.giza.replica.Account;

import java.io.IOException;
import java.util.Optional;

/**
 * Says how an object is kept, to whoever has the cluster's token: {@code GET
 * /_giza/internal/v1/inspection?bucket=&key=&version-id=}. 200 with the object, 404 or 503 or 400
 * with a sentence as {@code error}.
 */
public final class InspectionHandler implements RequestHandler {
    /** Where it is found below the prefix of {@link OperatorRoutes}. */
    public static final String PATH = "/internal/v1/inspection";

    private final ObjectInspector inspector;
    private final Account account;

    /**
     * Inspects the objects of an account.
     *
     * @param account the account that this gateway serves
     */
    public InspectionHandler(ObjectInspector inspector, Account account) {
        this.inspector = inspector;
        this.account = account;
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        answer(exchange).send(exchange);
    }

    private JsonAnswer answer(Exchange exchange) {
        String bucket = exchange.parameter("bucket");
        String key = exchange.parameter("key");
        String version = exchange.parameter("version-id");
        if (!exchange.method().equals("GET")) {
            return JsonAnswer.error(JsonAnswer.METHOD_NOT_ALLOWED, "this path is read by GET.");
        }
        if (bucket == null || key == null) {
            return JsonAnswer.error(
                    JsonAnswer.BAD_REQUEST, "the parameters bucket and key are needed.");
        }
        if (version == null) {
            return inspect(bucket, key, new InspectionRequest(account, bucket, key, null));
        }
        Optional<VersionId> named = VersionId.parse(version);
        return named.isPresent()
                ? inspect(bucket, key, new InspectionRequest(account, bucket, key, named.get()))
                : JsonAnswer.error(JsonAnswer.BAD_REQUEST, "'" + version + "' is no version id.");
    }

    private JsonAnswer inspect(String bucket, String key, InspectionRequest request) {
        return switch (inspector.inspect(request)) {
            case ObjectInspector.Found found ->
                    JsonAnswer.of(InspectionJson.of(bucket, key, found.object()));
            case ObjectInspector.NoSuchBucket _ ->
                    JsonAnswer.error(JsonAnswer.NOT_FOUND, "there is no bucket '" + bucket + "'.");
            case ObjectInspector.NoSuchKey _ ->
                    JsonAnswer.error(
                            JsonAnswer.NOT_FOUND,
                            "there is no object '" + key + "' in bucket '" + bucket + "'.");
            case ObjectInspector.NoSuchVersion _ ->
                    JsonAnswer.error(
                            JsonAnswer.NOT_FOUND,
                            "object '" + key + "' has no such version, or it is a delete marker.");
            case ObjectInspector.Unavailable unavailable ->
                    JsonAnswer.error(
                            JsonAnswer.UNAVAILABLE,
                            "it cannot be told now: " + unavailable.detail() + ".");
        };
    }
}
