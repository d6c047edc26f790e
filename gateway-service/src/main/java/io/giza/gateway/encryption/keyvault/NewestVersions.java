package io.giza.gateway.encryption.keyvault;

import io.giza.azure.AzureException;
import io.giza.azure.KeyVersion;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Moment;
import io.giza.concurrent.Time;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which version of each key is the newest, as the vault said within the last minute. */
final class NewestVersions {
    private static final Duration FRESHNESS = Duration.ofMinutes(1);

    /** Names that a vault has no key of are not kept, so this many keys are rare. */
    private static final int MAX_KEYS = 1000;

    private final PatientVault vault;
    private final Time time;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    private record Known(KeyVersion version, Moment at) {}

    NewestVersions(PatientVault vault, Time time) {
        this.vault = vault;
        this.time = time;
    }

    /**
     * Returns the newest version of a key. One caller a minute asks the vault, and the others go on
     * with what was the newest.
     *
     * @throws AzureException if nothing is known, and the vault does not tell
     */
    KeyVersion of(String key, Deadline deadline) throws AzureException {
        Known before = known.get(key);
        if (before == null) {
            return look(key, deadline);
        }
        boolean isStale = before.at().age(time).compareTo(FRESHNESS) > 0;
        if (isStale && known.replace(key, before, new Known(before.version(), time.moment()))) {
            try {
                return look(key, deadline);
            } catch (AzureException e) {
                // Wrapping with what is known tells best what is wrong, if anything is.
                return before.version();
            }
        }
        return before.version();
    }

    /**
     * Asks the vault for the newest version of a key.
     *
     * @throws AzureException if it does not tell
     */
    KeyVersion look(String key, Deadline deadline) throws AzureException {
        Moment asked = time.moment();
        try {
            KeyVersion version = vault.ask(deadline, each -> each.newest(key));
            if (known.size() >= MAX_KEYS) {
                known.clear();
            }
            known.put(key, new Known(version, asked));
            return version;
        } catch (AzureException e) {
            known.remove(key);
            throw e;
        }
    }
}
