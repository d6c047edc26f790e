package io.giza.gateway;

import io.giza.config.ClusterConfiguration;
import io.giza.replica.Account;
import io.giza.service.configuration.ConfigurationCheck.Told;

import java.util.Map;
import java.util.Optional;

/**
 * What a gateway refuses at its start though each record of its configuration is fine by itself.
 */
final class GatewayConfigurationCheck {
    private GatewayConfigurationCheck() {}

    /** Notes what is refused. */
    static void of(Told told) {
        var gateway = told.find(GatewayProperties.class);
        var paths = told.find(DataPathProperties.class);
        told.cluster()
                .ifPresent(
                        cluster -> {
                            gateway.ifPresent(
                                    each -> told.require(() -> checkAccount(each, cluster)));
                            paths.ifPresent(each -> told.require(() -> checkPaths(each, cluster)));
                        });
    }

    private static void checkAccount(GatewayProperties gateway, ClusterConfiguration cluster) {
        Map<String, Account> accounts = cluster.toAccounts();
        GatewayConfiguration.requireAccount(
                gateway, name -> Optional.ofNullable(accounts.get(name)));
    }

    private static void checkPaths(DataPathProperties paths, ClusterConfiguration cluster) {
        paths.accounts(cluster.dc(), cluster.toTopology().byName().keySet());
    }
}
