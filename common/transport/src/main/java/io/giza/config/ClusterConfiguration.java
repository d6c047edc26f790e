package io.giza.config;

import static io.giza.config.Keys.require;

import io.giza.model.DcName;
import io.giza.replica.Account;
import io.giza.replica.Seats;
import io.giza.replica.Topology;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * What every process of a cluster is told, under the key {@code giza}. A value that was made is
 * whole: {@link #toTopology} and {@link #toAccounts} do not fail.
 *
 * @param dc the logical data center this process serves
 * @param clusterToken the secret every internal call carries, at least 16 visible ASCII characters
 * @param clusterTokenAccepted another secret with which calls are let in while the first is
 *     changed; none when left out
 * @param clusterId which cluster this is, as 'giza cluster init' draws it; {@code giza} when left
 *     out
 * @param topology the map of data centers
 * @param accounts the policies by account name, at least one
 * @param initialize whether an empty store may begin with the cluster: for its very first start
 * @param acceptEpoch the epoch that a store takes over though it is more than one later, 0 for none
 * @throws IllegalArgumentException with the key and the fix
 */
public record ClusterConfiguration(
        DcName dc,
        String clusterToken,
        @Nullable String clusterTokenAccepted,
        @Nullable String clusterId,
        TopologyConfiguration topology,
        Map<String, AccountConfiguration> accounts,
        boolean initialize,
        long acceptEpoch) {
    private static final int SHORTEST_TOKEN = 16;
    private static final String UNNAMED = "giza";
    private static final int FINGERPRINT_DIGITS = 8;

    public ClusterConfiguration {
        require("giza.dc", dc, "the name of the data center this process serves");
        checkToken(
                "giza.cluster-token",
                require("giza.cluster-token", clusterToken, "the secret all processes share"));
        if (clusterTokenAccepted != null) {
            checkToken("giza.cluster-token-accepted", clusterTokenAccepted);
        }
        clusterId = clusterId == null || clusterId.isBlank() ? UNNAMED : clusterId.strip();
        require("giza.topology", topology, "the map of data centers");
        require("giza.accounts", accounts, "at least one account");
        Set<DcName> known = topology.toTopology().byName().keySet();
        if (acceptEpoch < 0) {
            throw new IllegalArgumentException(
                    "giza.accept-epoch is "
                            + acceptEpoch
                            + ": set it to giza.topology.epoch, or leave it out");
        }
        if (!known.contains(dc)) {
            throw new IllegalArgumentException(
                    "giza.dc is "
                            + dc
                            + ", which giza.topology.data-centers does not list: use one of "
                            + known
                            + " or add it there");
        }
        if (accounts.isEmpty()) {
            throw new IllegalArgumentException("giza.accounts is empty: add one, such as default");
        }
        accounts = Map.copyOf(accounts);
        // In order, so that of two mistakes always the same one is named.
        new TreeMap<>(accounts).forEach((name, account) -> account.toAccount(name, known));
    }

    /** Returns the secrets with which calls are let in, the one that is sent first. */
    public List<String> goodTokens() {
        return clusterTokenAccepted == null
                ? List.of(clusterToken)
                : List.of(clusterToken, clusterTokenAccepted);
    }

    /** Returns the same with another map of data centers. */
    public ClusterConfiguration with(Topology other) {
        return new ClusterConfiguration(
                dc,
                clusterToken,
                clusterTokenAccepted,
                clusterId,
                TopologyConfiguration.of(other),
                accounts,
                initialize,
                acceptEpoch);
    }

    /** Returns the map of data centers as the ports use it. */
    public Topology toTopology() {
        return topology.toTopology();
    }

    /** Returns the accounts by name. */
    public Map<String, Account> toAccounts() {
        Set<DcName> known = toTopology().byName().keySet();
        Map<String, Account> all = new LinkedHashMap<>();
        accounts.forEach((name, account) -> all.put(name, account.toAccount(name, known)));
        return Map.copyOf(all);
    }

    /**
     * Returns the metadata data centers, which all accounts share: the record of a bucket is agreed
     * by the same data centers as its objects, so that each vote can tell whether the bucket
     * stands.
     *
     * @throws IllegalArgumentException if accounts name different ones
     */
    public Set<DcName> metadataDcs() {
        Set<List<DcName>> choices = new LinkedHashSet<>();
        toAccounts().values().forEach(account -> choices.add(account.metadataDcs()));
        if (choices.size() != 1) {
            throw new IllegalArgumentException(
                    "giza.accounts: metadata-dcs must be the same for all accounts, but there are "
                            + choices);
        }
        return new LinkedHashSet<>(choices.iterator().next());
    }

    /** Returns the places of this epoch. */
    public Seats seats() {
        return Seats.of(Objects.requireNonNull(clusterId), toTopology(), metadataDcs());
    }

    /**
     * Returns what is the same in all processes of a cluster that are configured alike: a digest of
     * its id, epoch, data centers and accounts. Endpoints are left out, since each region may reach
     * the others by its own.
     */
    public String fingerprint() {
        List<String> places =
                toTopology().dataCenters().stream()
                        .map(each -> each.name() + " " + each.group() + " " + each.since())
                        .toList();
        String text =
                clusterId + topology.epoch() + places + new TreeMap<>(toAccounts()).toString();
        return UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8))
                .toString()
                .substring(0, FINGERPRINT_DIGITS);
    }

    /** Leaves the token out: configurations are logged. */
    @Override
    public String toString() {
        return "ClusterConfiguration[dc="
                + dc
                + ", topology="
                + topology
                + ", accounts="
                + accounts
                + "]";
    }

    /** The token travels in a header, and its text must never reach a message. */
    private static void checkToken(String key, String token) {
        if (token.length() < SHORTEST_TOKEN) {
            throw new IllegalArgumentException(
                    key
                            + " has "
                            + token.length()
                            + " characters: use at least "
                            + SHORTEST_TOKEN
                            + ", for instance the output of 'openssl rand -hex 32'");
        }
        if (!token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException(
                    key
                            + " has a space or a character outside ASCII: use letters,"
                            + " digits and hyphens");
        }
    }
}
