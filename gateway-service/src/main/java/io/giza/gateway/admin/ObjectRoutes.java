package io.giza.gateway.admin;

import io.giza.gateway.admin.JsonAnswer.Fault;
import io.giza.gateway.object.ObjectInspector;
import io.giza.gateway.object.ObjectInspector.InspectionRequest;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.model.VersionId;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.replica.Account;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** How an object is kept, and where its fragments lie. */
public final class ObjectRoutes {
    private final Supplier<ObjectInspector> inspector;
    private final Accounts accounts;

    /** Looks for objects of these accounts. */
    public ObjectRoutes(Supplier<ObjectInspector> inspector, Accounts accounts) {
        this.inspector = inspector;
        this.accounts = accounts;
    }

    /** Returns what can be asked. */
    public List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get(
                        "/objects",
                        Role.AUDITOR,
                        Set.of("account", "bucket", "key", "version-id"),
                        this::inspect));
    }

    private JsonAnswer inspect(AdminCall call) {
        String bucket = call.parameter("bucket");
        String key = call.parameter("key");
        String version = call.parameter("version-id");
        String named = call.parameter("account");
        Optional<Account> account =
                named == null ? Optional.of(call.caller().account()) : accounts.find(named);
        Optional<VersionId> id = version == null ? Optional.empty() : VersionId.parse(version);
        if (bucket == null || key == null) {
            return JsonAnswer.error(Fault.BAD_REQUEST, "the parameters bucket and key are needed.");
        }
        if (account.isEmpty()) {
            return JsonAnswer.error(
                    Fault.NOT_FOUND, "there is no account '" + named + "' in giza.accounts.");
        }
        if (version != null && id.isEmpty()) {
            return JsonAnswer.error(Fault.BAD_REQUEST, "'" + version + "' is no version id.");
        }
        try {
            return inspect(new InspectionRequest(account.get(), bucket, key, id.orElse(null)));
        } catch (IllegalArgumentException e) {
            return JsonAnswer.error(
                    Fault.BAD_REQUEST, "no object has such a bucket and key: " + e.getMessage());
        }
    }

    private JsonAnswer inspect(InspectionRequest request) {
        String bucket = request.bucket();
        String key = request.key();
        return switch (inspector.get().inspect(request)) {
            case ObjectInspector.Found found ->
                    JsonAnswer.of("object", InspectionJson.of(bucket, key, found.object()));
            case ObjectInspector.NoSuchBucket _ ->
                    JsonAnswer.error(Fault.NOT_FOUND, "there is no bucket '" + bucket + "'.");
            case ObjectInspector.NoSuchKey _ ->
                    JsonAnswer.error(
                            Fault.NOT_FOUND,
                            "there is no object '" + key + "' in bucket '" + bucket + "'.");
            case ObjectInspector.NoSuchVersion _ ->
                    JsonAnswer.error(
                            Fault.NOT_FOUND,
                            "object '" + key + "' has no such version, or it is a delete marker.");
            case ObjectInspector.Unavailable unavailable ->
                    JsonAnswer.error(
                            Fault.UNAVAILABLE,
                            "it cannot be told now: " + unavailable.detail() + ".");
        };
    }
}
