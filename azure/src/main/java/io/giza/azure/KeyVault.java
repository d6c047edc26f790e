package io.giza.azure;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import com.azure.core.http.policy.ExponentialBackoffOptions;
import com.azure.core.http.policy.RetryOptions;
import com.azure.security.keyvault.keys.KeyClient;
import com.azure.security.keyvault.keys.KeyClientBuilder;
import com.azure.security.keyvault.keys.cryptography.CryptographyClient;
import com.azure.security.keyvault.keys.cryptography.CryptographyClientBuilder;
import com.azure.security.keyvault.keys.cryptography.models.KeyWrapAlgorithm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * The keys of an Azure Key Vault: wraps other keys with them, by RSA-OAEP with SHA-256. Private
 * keys never leave the vault. Each call is sent once; callers try again as they see fit.
 *
 * <p>The SDK verifies that who asks for a token is of the vault's own domain before it sends one.
 */
public final class KeyVault {
    private static final KeyWrapAlgorithm ALGORITHM = KeyWrapAlgorithm.RSA_OAEP_256;
    private static final String OTHER_DOMAIN = "The challenge resource";
    private static final int MAX_REQUESTS = 64;
    private static final int MAX_CLIENTS = 1000;

    private final KeyVaultAddress address;
    private final TokenCredential credential;
    private final HttpClient http;
    private final KeyClient keys;

    /** Each has a token of its own, so they are kept. */
    private final Map<KeyVersion, CryptographyClient> clients = new ConcurrentHashMap<>();

    /** Enters a vault with the identity of this process; nothing is sent. */
    public KeyVault(KeyVaultAddress address) {
        this(
                address,
                Connections.http(
                        address.requestTimeout(),
                        address.requestTimeout(),
                        address.requestTimeout(),
                        new Semaphore(MAX_REQUESTS)));
    }

    private KeyVault(KeyVaultAddress address, HttpClient http) {
        this(address, Connections.tokens(address.identity(), http), http);
    }

    /** Enters a vault in another way, such as a test's; nothing is sent. */
    public KeyVault(KeyVaultAddress address, TokenCredential credential, HttpClient http) {
        this.address = address;
        this.credential = credential;
        this.http = http;
        this.keys =
                new KeyClientBuilder()
                        .vaultUrl(address.url().toString())
                        .credential(credential)
                        .httpClient(http)
                        .httpLogOptions(Connections.noHttpLogging())
                        .retryOptions(once())
                        .buildClient();
    }

    private static RetryOptions once() {
        return new RetryOptions(new ExponentialBackoffOptions().setMaxRetries(0));
    }

    /**
     * Returns the newest version of a key.
     *
     * @throws AzureException if there is none, or it cannot be asked for
     * @throws IllegalArgumentException if no key can have that name
     */
    public KeyVersion newest(String name) throws AzureException {
        if (!KeyVersion.isName(name)) {
            throw new IllegalArgumentException("no name of a key in Azure Key Vault");
        }
        String version = called(() -> keys.getKey(name).getProperties().getVersion());
        if (version == null || !KeyVersion.isVersion(version)) {
            throw new AzureException(location(), new AzureFailure.Interrupted("no version"));
        }
        return new KeyVersion(name, version);
    }

    /**
     * Wraps a key.
     *
     * @throws AzureException if that cannot be done
     */
    public byte[] wrap(KeyVersion with, byte[] key) throws AzureException {
        return called(() -> client(with).wrapKey(ALGORITHM, key).getEncryptedKey());
    }

    /**
     * Unwraps a key.
     *
     * @throws AzureException if that cannot be done
     */
    public byte[] unwrap(KeyVersion with, byte[] wrapped) throws AzureException {
        return called(() -> client(with).unwrapKey(ALGORITHM, wrapped).getKey());
    }

    /** The vault wraps too, so what was wrapped was allowed, and can be unwrapped. */
    private CryptographyClient client(KeyVersion key) {
        if (clients.size() >= MAX_CLIENTS) {
            clients.clear();
        }
        return clients.computeIfAbsent(
                key,
                each ->
                        new CryptographyClientBuilder()
                                .keyIdentifier(
                                        address.url()
                                                + "/keys/"
                                                + each.name()
                                                + "/"
                                                + each.version())
                                .credential(credential)
                                .httpClient(http)
                                .httpLogOptions(Connections.noHttpLogging())
                                .retryOptions(once())
                                .disableKeyCaching()
                                .buildClient());
    }

    private String location() {
        return "key vault " + address.url().getHost();
    }

    private <T> T called(Supplier<T> call) throws AzureException {
        try {
            return call.get();
        } catch (RuntimeException e) {
            throw String.valueOf(e.getMessage()).startsWith(OTHER_DOMAIN)
                    ? new AzureException(
                            location(),
                            new AzureFailure.Unauthorized(
                                    401, "its challenge is for another domain"))
                    : AzureException.of(location(), e);
        }
    }
}
