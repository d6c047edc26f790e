package io.giza.azure.settings;

import io.giza.azure.AzureAccount;
import io.giza.azure.AzureLimits;
import io.giza.azure.fragment.CachedContainerState;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/**
 * One account of Azure Storage as configuration writes it; what is left out is null. {@link
 * #toAccount} checks it, because only its caller knows under which key it stands.
 *
 * @param connectionString account, key or signature, and endpoints in one text, as the portal shows
 *     it; instead of the next four
 * @param accountName the account
 * @param accountKey its key, in base 64
 * @param sasToken a shared access signature
 * @param identity the identity of this process, instead of a secret
 * @param blobEndpoint where its blobs are; {@code https://NAME.blob.core.windows.net} if left out
 * @param tableEndpoint where its tables are; {@code https://NAME.table.core.windows.net} if left
 *     out
 * @param container the container for fragments; {@code giza} if left out
 * @param table the table for rows; {@code giza} if left out
 * @param limits how patient calls are
 */
public record AzureSettings(
        @Nullable String connectionString,
        @Nullable String accountName,
        @Nullable String accountKey,
        @Nullable String sasToken,
        @Nullable Identity identity,
        @Nullable String blobEndpoint,
        @Nullable String tableEndpoint,
        @Nullable String container,
        @Nullable String table,
        @Nullable Limits limits) {
    /**
     * The identity of the process.
     *
     * @param enabled whether it is used
     * @param clientId which one, if there are several
     * @param tenantId whose, if it is not said by the environment
     */
    public record Identity(
            @Nullable Boolean enabled, @Nullable String clientId, @Nullable String tenantId) {}

    /**
     * How patient calls are; see {@link AzureLimits}.
     *
     * @param connectTimeout 5 s if left out
     * @param requestTimeout 20 s if left out
     * @param retries 3 if left out
     * @param retryDelay 200 ms if left out
     * @param longestRetryDelay 5 s if left out
     * @param connections 64 if left out
     * @param quietPeriod 90 s if left out
     */
    public record Limits(
            @Nullable Duration connectTimeout,
            @Nullable Duration requestTimeout,
            @Nullable Integer retries,
            @Nullable Duration retryDelay,
            @Nullable Duration longestRetryDelay,
            @Nullable Integer connections,
            @Nullable Duration quietPeriod) {
        static final Limits NONE = new Limits(null, null, null, null, null, null, null);

        AzureLimits toLimits(AzureSettingsValidator.KeyPrefix key) {
            AzureLimits result =
                    new AzureLimits(
                            key.duration("connect-timeout", connectTimeout, Duration.ofSeconds(5)),
                            key.duration("request-timeout", requestTimeout, Duration.ofSeconds(20)),
                            key.count("retries", retries, 3, 0, 10),
                            key.duration("retry-delay", retryDelay, Duration.ofMillis(200)),
                            key.duration(
                                    "longest-retry-delay",
                                    longestRetryDelay,
                                    Duration.ofSeconds(5)),
                            key.count("connections", connections, 64, 1, 4096),
                            key.quietPeriod(quietPeriod));
            if (result.requestTimeout().compareTo(Duration.ofSeconds(1)) < 0
                    || result.requestTimeout().compareTo(Duration.ofSeconds(30)) > 0) {
                throw key.invalid(
                        "request-timeout", "is " + result.requestTimeout() + ": use 1s to 30s");
            }
            Duration minQuietPeriod = leastQuietPeriod(result);
            if (result.quietPeriod().compareTo(minQuietPeriod) < 0) {
                throw key.invalid(
                        "quiet-period",
                        "is "
                                + result.quietPeriod()
                                + ": use at least "
                                + minQuietPeriod
                                + ", which is 3s, three times request-timeout and"
                                + " longest-retry-delay");
            }
            return result;
        }
    }

    /**
     * Returns how long a write may live at most after its writer looked at what allows it: a look
     * counts for a while; the last try begins after a request's time and a pause; it is cut after
     * another such time; and what reached the service just before that it works at for a third.
     */
    private static Duration leastQuietPeriod(AzureLimits limits) {
        return CachedContainerState.MAX_AGE
                .plus(limits.requestTimeout().multipliedBy(3))
                .plus(limits.longestRetryDelay());
    }

    /** Settings of which all is left out. */
    public static AzureSettings none() {
        return new AzureSettings(null, null, null, null, null, null, null, null, null, null);
    }

    /** Returns the same account with another container and another table. */
    public AzureSettings withNames(String newContainer, String newTable) {
        return new AzureSettings(
                connectionString,
                accountName,
                accountKey,
                sasToken,
                identity,
                blobEndpoint,
                tableEndpoint,
                newContainer,
                newTable,
                limits);
    }

    /** Returns the same account with other limits. */
    public AzureSettings withLimits(Limits other) {
        return new AzureSettings(
                connectionString,
                accountName,
                accountKey,
                sasToken,
                identity,
                blobEndpoint,
                tableEndpoint,
                container,
                table,
                other);
    }

    /** Returns the account that a connection string describes, all else left out. */
    public static AzureSettings of(String connectionString) {
        return new AzureSettings(
                connectionString, null, null, null, null, null, null, null, null, null);
    }

    /**
     * Returns the account.
     *
     * @param prefix the key under which these settings stand, without a dot at its end
     * @throws IllegalArgumentException with the key and the fix, and never with a secret
     */
    public AzureAccount toAccount(String prefix) {
        return AzureSettingsValidator.account(this, new AzureSettingsValidator.KeyPrefix(prefix));
    }

    /** Leaves the secrets out: configurations are logged. */
    @Override
    public String toString() {
        return "AzureSettings[accountName="
                + accountName
                + ", blobEndpoint="
                + blobEndpoint
                + ", tableEndpoint="
                + tableEndpoint
                + ", container="
                + container
                + ", table="
                + table
                + ", limits="
                + limits
                + "]";
    }
}
