package io.giza.gateway.admin;

import io.giza.gateway.object.ObjectInspector;
import io.giza.gateway.object.ObjectInspector.InspectionRequest;
import io.giza.model.VersionId;
import io.giza.replica.Account;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import tools.jackson.databind.json.JsonMapper;

import java.util.Map;
import java.util.Optional;

/**
 * Says how an object is kept, to whoever has the cluster's token: {@code GET
 * /_giza/internal/v1/inspection?bucket=&key=&version-id=}. 200 with the object, 404 or 503 or 400
 * with a sentence as {@code error}.
 */
@RestController
public class InspectionController {
    /** Where it is found below Spring's own prefix. */
    public static final String PATH = "/internal/v1/inspection";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ObjectInspector inspector;
    private final Account account;

    /**
     * Inspects the objects of an account.
     *
     * @param account the account that this gateway serves
     */
    public InspectionController(ObjectInspector inspector, Account account) {
        this.inspector = inspector;
        this.account = account;
    }

    @GetMapping(PATH)
    ResponseEntity<byte[]> inspect(
            @RequestParam("bucket") String bucket,
            @RequestParam("key") String key,
            @RequestParam(name = "version-id", required = false) @Nullable String version) {
        if (version == null) {
            return answer(bucket, key, new InspectionRequest(account, bucket, key, null));
        }
        Optional<VersionId> named = VersionId.parse(version);
        return named.isPresent()
                ? answer(bucket, key, new InspectionRequest(account, bucket, key, named.get()))
                : error(HttpStatus.BAD_REQUEST, "'" + version + "' is no version id.");
    }

    private ResponseEntity<byte[]> answer(String bucket, String key, InspectionRequest request) {
        return switch (inspector.inspect(request)) {
            case ObjectInspector.Found found ->
                    json(HttpStatus.OK, InspectionJson.of(bucket, key, found.object()));
            case ObjectInspector.NoSuchBucket _ ->
                    error(HttpStatus.NOT_FOUND, "there is no bucket '" + bucket + "'.");
            case ObjectInspector.NoSuchKey _ ->
                    error(
                            HttpStatus.NOT_FOUND,
                            "there is no object '" + key + "' in bucket '" + bucket + "'.");
            case ObjectInspector.NoSuchVersion _ ->
                    error(
                            HttpStatus.NOT_FOUND,
                            "object '" + key + "' has no such version, or it is a delete marker.");
            case ObjectInspector.Unavailable unavailable ->
                    error(
                            HttpStatus.SERVICE_UNAVAILABLE,
                            "it cannot be told now: " + unavailable.detail() + ".");
        };
    }

    private static ResponseEntity<byte[]> error(HttpStatus status, String sentence) {
        return json(status, Map.of("error", sentence));
    }

    private static ResponseEntity<byte[]> json(HttpStatus status, Map<String, Object> body) {
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .body(JSON.writeValueAsBytes(body));
    }
}
