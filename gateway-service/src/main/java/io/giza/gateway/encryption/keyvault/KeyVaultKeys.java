package io.giza.gateway.encryption.keyvault;

import io.giza.azure.AzureException;
import io.giza.azure.AzureFailure;
import io.giza.azure.KeyVault;
import io.giza.azure.KeyVersion;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.encryption.KeyManagement;
import io.giza.gateway.encryption.KeyProblem;
import io.giza.gateway.encryption.WrappingKey;
import io.giza.model.Bytes;
import io.giza.record.FormatException;
import io.giza.record.key.KeyEnvelope;
import io.giza.record.key.KeyEnvelopeCodec;

import java.security.GeneralSecurityException;
import java.time.Duration;

/**
 * Named RSA keys of an Azure Key Vault. RSA-OAEP binds what it wraps to nothing, so a data key has
 * two layers: a key that is drawn for it seals it with AES-256-GCM, with its object as associated
 * data, and the vault wraps that key. Every put or get of an object under a named key asks the
 * vault once; which version of a key is the newest is asked once a minute.
 */
public final class KeyVaultKeys implements KeyManagement {
    private static final int KEY_BYTES = 32;
    private static final int FORBIDDEN = 403;

    private final PatientVault vault;
    private final NewestVersions newest;
    private final Duration patience;
    private final Surroundings surroundings;

    /**
     * Uses the keys of a vault; nothing is sent.
     *
     * @param patience how long a wrapping or unwrapping may take
     * @param surroundings whose chance is cryptographically strong
     */
    public KeyVaultKeys(KeyVault vault, Duration patience, Surroundings surroundings) {
        this.vault = new PatientVault(vault, surroundings);
        this.newest = new NewestVersions(this.vault, surroundings.time());
        this.patience = patience;
        this.surroundings = surroundings;
    }

    @Override
    public WrapResult wrap(String key, byte[] dataKey, byte[] context) {
        if (!KeyVersion.isName(key)) {
            return new Failed(
                    KeyProblem.NO_SUCH_KEY,
                    "no key of Azure Key Vault is called "
                            + key
                            + ": names have letters, digits"
                            + " and hyphens");
        }
        byte[] outer = new byte[KEY_BYTES];
        surroundings.random().nextBytes(outer);
        Bytes sealed = new WrappingKey(outer).wrap(dataKey, context, surroundings.random());
        try {
            return wrap(key, outer, sealed);
        } catch (AzureException e) {
            return notWrapped(key, e);
        }
    }

    /** A version that was the newest may be disabled since. */
    private Wrapped wrap(String key, byte[] outer, Bytes sealed) throws AzureException {
        Deadline deadline = surroundings.time().after(patience);
        KeyVersion version = newest.of(key, deadline);
        try {
            return wrap(version, outer, sealed, deadline);
        } catch (AzureException e) {
            if (!isRefusal(e.failure())) {
                throw e;
            }
            KeyVersion later = newest.look(key, deadline);
            if (later.equals(version)) {
                throw e;
            }
            return wrap(later, outer, sealed, deadline);
        }
    }

    private Wrapped wrap(KeyVersion version, byte[] outer, Bytes sealed, Deadline deadline)
            throws AzureException {
        byte[] wrapped = vault.ask(deadline, each -> each.wrap(version, outer));
        return new Wrapped(
                version.version(),
                KeyEnvelopeCodec.encode(new KeyEnvelope(Bytes.copyOf(wrapped), sealed)));
    }

    private static boolean isRefusal(AzureFailure failure) {
        return failure instanceof AzureFailure.Unauthorized
                || failure instanceof AzureFailure.NotFound
                || failure instanceof AzureFailure.Rejected;
    }

    @Override
    public UnwrapResult unwrap(String key, String version, Bytes wrapped, byte[] context) {
        if (!KeyVersion.isName(key) || !KeyVersion.isVersion(version)) {
            return new Failed(
                    KeyProblem.LOST, "the data key was not wrapped by a key of Azure Key Vault");
        }
        try {
            KeyEnvelope envelope = KeyEnvelopeCodec.decode(wrapped);
            KeyVersion by = new KeyVersion(key, version);
            byte[] outer =
                    vault.ask(
                            surroundings.time().after(patience),
                            each -> each.unwrap(by, envelope.wrappedKey().toArray()));
            return opened(by, outer, envelope.sealedDataKey(), context);
        } catch (FormatException e) {
            return new Failed(KeyProblem.LOST, "the data key cannot be read: " + e.getMessage());
        } catch (AzureException e) {
            return notUnwrapped(key, e);
        }
    }

    private static UnwrapResult opened(KeyVersion by, byte[] outer, Bytes sealed, byte[] context) {
        try {
            if (outer.length == KEY_BYTES) {
                return new Unwrapped(new WrappingKey(outer).unwrap(sealed, context));
            }
        } catch (GeneralSecurityException e) {
            // It is refused like what has no key in it.
        }
        return new Failed(
                KeyProblem.LOST,
                "version "
                        + by.version()
                        + " of key "
                        + by.name()
                        + " did not wrap the data key for this object");
    }

    /** The client is told what it may change; the rest is for the log. */
    private static Failed notWrapped(String key, AzureException cause) {
        return switch (cause.failure()) {
            case AzureFailure.NotFound _ ->
                    new Failed(KeyProblem.NO_SUCH_KEY, "Azure Key Vault has no key " + key);
            case AzureFailure.Unauthorized(int status, String code) when status == FORBIDDEN ->
                    mayNotUse(key, code);
            case AzureFailure.Rejected(int status, String code) ->
                    new Failed(
                            KeyProblem.NO_SUCH_KEY,
                            "Azure Key Vault cannot wrap with the key "
                                    + key
                                    + " ("
                                    + status
                                    + " "
                                    + code
                                    + "): it must be an RSA key that may wrap");
            default -> unreachable(cause);
        };
    }

    /** The data key is there, and so was its key once. */
    private static Failed notUnwrapped(String key, AzureException cause) {
        return switch (cause.failure()) {
            case AzureFailure.Unauthorized(int status, String code) when status == FORBIDDEN ->
                    mayNotUse(key, code);
            case AzureFailure.NotFound _, AzureFailure.Rejected _ ->
                    new Failed(KeyProblem.LOST, "for the key " + key + ", " + cause.getMessage());
            default -> unreachable(cause);
        };
    }

    private static Failed mayNotUse(String key, String code) {
        return new Failed(
                KeyProblem.NO_SUCH_KEY,
                "Azure Key Vault does not let this gateway use the key " + key + " (" + code + ")");
    }

    private static Failed unreachable(AzureException cause) {
        return new Failed(KeyProblem.UNREACHABLE, String.valueOf(cause.getMessage()));
    }
}
