package io.giza.gateway.object;

import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.encryption.ObjectKeys;
import io.giza.gateway.scope.PutScope;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.model.ObjectKey;

import java.util.Optional;

/** Finds the key that a put is encrypted with. */
public final class EncryptionChoice {
    private EncryptionChoice() {}

    /** What is known before the first byte. */
    public sealed interface Result {}

    /** It is encrypted with this key, or not at all. */
    public record Chosen(Optional<ObjectKeys.Available> protection) implements Result {}

    /** It cannot be put. */
    public record Refused(Failure.KeyRefused failure) implements Result {}

    /**
     * Finds the key.
     *
     * @param scope says how what is put is encrypted that does not say so itself
     * @param object what is put, if it is no part
     */
    public static Result of(
            ObjectKeys keys, EncryptionRequest request, PutScope scope, ObjectKey object) {
        return switch (request) {
            case EncryptionRequest.ByBucket _ ->
                    scope.defaultEncryption()
                            .map(each -> result(keys.seal(EncryptionRequest.of(each), object)))
                            .orElseGet(() -> new Chosen(Optional.empty()));
            case EncryptionRequest.None _ -> new Chosen(Optional.empty());
            case EncryptionRequest.Explicit explicit -> result(keys.seal(explicit, object));
            case EncryptionRequest.OfUpload(var encryption, ObjectKey whole, var key) ->
                    result(keys.open(encryption, whole, key));
        };
    }

    private static Result result(ObjectKeys.Result result) {
        return switch (result) {
            case ObjectKeys.Available available -> new Chosen(Optional.of(available));
            case ObjectKeys.Refused refused -> new Refused(new Failure.KeyRefused(refused));
        };
    }
}
