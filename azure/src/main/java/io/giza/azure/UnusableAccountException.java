package io.giza.azure;

import java.io.IOException;

/** An account of Azure Storage cannot be used as it is configured: one sentence for who starts. */
public final class UnusableAccountException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private UnusableAccountException(String sentence, IOException cause) {
        super(sentence, cause);
    }

    /** Says which setting is to be looked at. */
    public static UnusableAccountException of(AzureAccount account, IOException cause) {
        return cause instanceof AzureException failed
                ? of(account, failed)
                : new UnusableAccountException(
                        cause.getMessage()
                                + ": check "
                                + account.key()
                                + ".container or "
                                + account.key()
                                + ".table",
                        cause);
    }

    private static UnusableAccountException of(AzureAccount account, AzureException cause) {
        return new UnusableAccountException(
                cause.getMessage() + ": " + advice(account, cause.failure()), cause);
    }

    private static String advice(AzureAccount account, AzureFailure failure) {
        String key = account.key() + ".";
        String endpoint = "check " + key + "blob-endpoint or " + key + "table-endpoint";
        return switch (failure) {
            case AzureFailure.Unauthorized _ -> "check " + key + secret(account.credential());
            case AzureFailure.AccountGone _, AzureFailure.Unreachable _ ->
                    endpoint + ", or the account name in " + key + "connection-string";
            case AzureFailure.NotFound _, AzureFailure.Conflict _, AzureFailure.Rejected _ ->
                    "check "
                            + key
                            + "container or "
                            + key
                            + "table, and that the endpoints are"
                            + " those of an account of general purpose";
            case AzureFailure.Throttled _,
                    AzureFailure.ConditionNotMet _,
                    AzureFailure.Interrupted _,
                    AzureFailure.TimedOut _,
                    AzureFailure.Failed _ ->
                    "the account answers, so start again later; if that does not help, " + endpoint;
        };
    }

    private static String secret(AzureCredential credential) {
        return switch (credential) {
            case AzureCredential.SharedKey _ -> "account-key (or the key in connection-string)";
            case AzureCredential.SharedAccessSignature _ ->
                    "sas-token: it must not have expired, and allow read, add, create, write,"
                            + " delete and list";
            case AzureCredential.Identity _ ->
                    "identity: it needs the roles Storage Blob Data Contributor and Storage Table"
                            + " Data Contributor";
        };
    }
}
