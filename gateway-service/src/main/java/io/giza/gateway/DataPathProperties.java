package io.giza.gateway;

import io.giza.azure.AzureAccount;
import io.giza.azure.settings.AzureSettings;
import io.giza.model.DcName;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How a gateway reaches the fragments of other data centers, under {@code giza}.
 *
 * @param dataPath through their fragment-services, or past them
 * @param direct what it takes to go past them
 * @param readCopies whether the fragment-service of this data center is asked for copies of other
 *     data centers' fragments, and given them
 */
@ConfigurationProperties("giza")
record DataPathProperties(
        @DefaultValue("tunnelled") DataPath dataPath,
        @DefaultValue Direct direct,
        @DefaultValue("false") boolean readCopies) {
    /** Which way fragments take to and from other data centers. */
    public enum DataPath {
        /** Through the data center's fragment-service. */
        TUNNELLED,
        /** To the data center's account of Azure Storage, where there is one. */
        DIRECT
    }

    /**
     * What it takes to go past fragment-services.
     *
     * @param accounts the account of each data center that is reached so; the same settings as its
     *     fragment-service has
     * @param blockBuffers how many buffers of 4 MiB uploads to all of them may have; more of them
     *     get small ones
     */
    public record Direct(
            @DefaultValue Map<String, AzureSettings> accounts,
            @DefaultValue("16") int blockBuffers) {
        public Direct {
            accounts = Map.copyOf(accounts);
            if (blockBuffers < 1 || blockBuffers > 1024) {
                throw new IllegalArgumentException(
                        "giza.direct.block-buffers must be 1 to 1024, not " + blockBuffers);
            }
        }
    }

    /**
     * Returns the accounts of the data centers that are reached past their fragment-services.
     *
     * @param home the gateway's own data center, which is not far
     * @param known all data centers
     * @throws IllegalArgumentException with the key and the fix
     */
    Map<DcName, AzureAccount> accounts(DcName home, Set<DcName> known) {
        Map<DcName, AzureAccount> accounts = new HashMap<>();
        // In order, so that of two mistakes always the same one is named.
        new TreeMap<>(direct.accounts)
                .forEach(
                        (name, settings) ->
                                accounts.put(
                                        known(name, known),
                                        settings.toAccount("giza.direct.accounts." + name)));
        accounts.remove(home);
        if (dataPath == DataPath.TUNNELLED) {
            return Map.of();
        }
        if (accounts.isEmpty()) {
            throw new IllegalArgumentException(
                    "giza.data-path is direct and giza.direct.accounts names no data center but "
                            + home
                            + ": give the account of at least one other, or leave it tunnelled");
        }
        return Map.copyOf(accounts);
    }

    private static DcName known(String name, Set<DcName> known) {
        return known.stream()
                .filter(dc -> dc.value().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "giza.direct.accounts names "
                                                + name
                                                + ", which giza.topology.data-centers does not"
                                                + " list: use one of "
                                                + known));
    }
}
