package io.giza.azure;

import com.azure.core.client.traits.AzureNamedKeyCredentialTrait;
import com.azure.core.client.traits.AzureSasCredentialTrait;
import com.azure.core.client.traits.TokenCredentialTrait;
import com.azure.core.credential.AzureNamedKeyCredential;
import com.azure.core.credential.AzureSasCredential;
import com.azure.core.http.HttpClient;
import com.azure.core.http.policy.ExponentialBackoffOptions;
import com.azure.core.http.policy.RetryOptions;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.TableClientBuilder;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobContainerClientBuilder;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;

import java.time.Duration;
import java.util.concurrent.Semaphore;

/**
 * The SDK's clients of one account. All share one HTTP client, whose requests are bounded in number
 * and in time, and none logs what it sends.
 *
 * <p>The HTTP client is the JDK's: it needs no library of its own, its blocking calls suit virtual
 * threads, and a body is read as slowly as its reader wants.
 */
public final class AzureClients {
    private final AzureAccount account;
    private final HttpClient http;
    private final HttpClient streaming;
    private final ServerTimeout serverTimeout;

    /** How often the SDK itself sends a request before it says that it failed. */
    public enum Tries {
        /**
         * Once: for conditional writes, whose second try would be refused because of the first if
         * only the first one's answer was lost.
         */
        ONE,
        /** As often as the account's limits say: for what may be repeated. */
        SEVERAL
    }

    /** Makes the clients of an account; nothing is sent. */
    public AzureClients(AzureAccount account) {
        this.account = account;
        AzureLimits limits = account.limits();
        serverTimeout = new ServerTimeout(limits.requestTimeout());
        Semaphore permits = new Semaphore(limits.connections());
        http = http(limits, limits.requestTimeout(), permits);
        streaming = http(limits, Duration.ZERO, permits);
    }

    private static HttpClient http(AzureLimits limits, Duration readTimeout, Semaphore permits) {
        return Connections.http(
                limits.connectTimeout(), limits.requestTimeout(), readTimeout, permits);
    }

    /** Returns the account. */
    public AzureAccount account() {
        return account;
    }

    /** Returns a client of the account's container, which may not exist. */
    public BlobContainerClient container(Tries tries) {
        return container(tries, http);
    }

    /**
     * Returns a client of the same container for long bodies: as many tries, and nothing but the
     * reader itself watches how long it waits for bytes.
     */
    public BlobContainerClient streamingContainer() {
        return container(Tries.SEVERAL, streaming);
    }

    private BlobContainerClient container(Tries tries, HttpClient sender) {
        BlobContainerClientBuilder builder =
                new BlobContainerClientBuilder()
                        .endpoint(account.blobEndpoint().toString())
                        .containerName(account.container())
                        .httpClient(sender)
                        .httpLogOptions(Connections.noHttpLogging())
                        .addPolicy(serverTimeout)
                        .retryOptions(storageRetries(tries));
        return withCredential(builder).buildClient();
    }

    /** Returns a client of the account's table, which may not exist. */
    public TableClient table(Tries tries) {
        TableClientBuilder builder =
                new TableClientBuilder()
                        .endpoint(account.tableEndpoint().toString())
                        .tableName(account.table())
                        .httpClient(http)
                        .httpLogOptions(Connections.noHttpLogging())
                        .addPolicy(serverTimeout)
                        .retryOptions(tableRetries(tries));
        return withCredential(builder).buildClient();
    }

    /** Gives the credential of the account to what makes a client. */
    private <
                    B extends
                            AzureNamedKeyCredentialTrait<B> & AzureSasCredentialTrait<B>
                                    & TokenCredentialTrait<B>>
            B withCredential(B builder) {
        return switch (account.credential()) {
            case AzureCredential.SharedKey key -> builder.credential(namedKeyCredential(key));
            case AzureCredential.SharedAccessSignature signature ->
                    builder.credential(new AzureSasCredential(signature.token()));
            case AzureCredential.Identity identity ->
                    builder.credential(Connections.tokens(identity, http));
        };
    }

    private static AzureNamedKeyCredential namedKeyCredential(AzureCredential.SharedKey key) {
        return new AzureNamedKeyCredential(key.accountName(), key.key());
    }

    private RequestRetryOptions storageRetries(Tries tries) {
        AzureLimits limits = account.limits();
        return new RequestRetryOptions(
                RetryPolicyType.EXPONENTIAL,
                1 + retries(tries),
                limits.requestTimeout(),
                limits.retryDelay(),
                longestRetryDelay(),
                null);
    }

    private RetryOptions tableRetries(Tries tries) {
        return new RetryOptions(
                new ExponentialBackoffOptions()
                        .setMaxRetries(retries(tries))
                        .setBaseDelay(account.limits().retryDelay())
                        .setMaxDelay(longestRetryDelay()));
    }

    private Duration longestRetryDelay() {
        AzureLimits limits = account.limits();
        return limits.longestRetryDelay().compareTo(limits.retryDelay()) < 0
                ? limits.retryDelay()
                : limits.longestRetryDelay();
    }

    private int retries(Tries tries) {
        return switch (tries) {
            case ONE -> 0;
            case SEVERAL -> account.limits().retries();
        };
    }
}
