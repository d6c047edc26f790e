package io.giza.azure;

import org.jspecify.annotations.Nullable;

/** How an account is entered. None of these shows its secret as text. */
public sealed interface AzureCredential {
    /**
     * The account's own key, which may do everything.
     *
     * @param accountName the account
     * @param key the key, in base 64
     */
    record SharedKey(String accountName, String key) implements AzureCredential {
        @Override
        public String toString() {
            return "SharedKey[" + accountName + "]";
        }
    }

    /**
     * A shared access signature.
     *
     * @param token its query, without question mark
     */
    record SharedAccessSignature(String token) implements AzureCredential {
        @Override
        public String toString() {
            return "Signature[]";
        }
    }

    /**
     * The identity of the process: of its pod, its machine, its environment.
     *
     * @param clientId which one, if there are several
     * @param tenantId whose, if it is not said by the environment
     */
    record Identity(@Nullable String clientId, @Nullable String tenantId)
            implements AzureCredential {}
}
