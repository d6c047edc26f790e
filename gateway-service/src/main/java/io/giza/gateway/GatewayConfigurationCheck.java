package io.giza.gateway;

import io.giza.config.ClusterConfiguration;
import io.giza.gateway.encryption.wiring.MasterKeyProperties;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.session.StsProperties;
import io.giza.service.configuration.ConfigurationCheck.Told;

/**
 * What a gateway refuses at its start though each record of its configuration is fine by itself.
 */
final class GatewayConfigurationCheck {
    private GatewayConfigurationCheck() {}

    /** Notes what is refused. */
    static void of(Told told) {
        var gateway = told.find(GatewayProperties.class);
        var paths = told.find(DataPathProperties.class);
        var sts = told.find(StsProperties.class);
        var master = told.find(MasterKeyProperties.class);
        told.cluster()
                .ifPresent(
                        cluster -> {
                            gateway.ifPresent(
                                    each -> told.require(() -> checkAccount(each, cluster)));
                            sts.ifPresent(
                                    each ->
                                            master.ifPresent(
                                                    key ->
                                                            told.require(
                                                                    () ->
                                                                            checkRoles(
                                                                                    each, key,
                                                                                    cluster))));
                            paths.ifPresent(each -> told.require(() -> checkPaths(each, cluster)));
                        });
    }

    private static void checkAccount(GatewayProperties gateway, ClusterConfiguration cluster) {
        GatewayConfiguration.requireAccount(gateway, Accounts.of(cluster.toAccounts()));
    }

    private static void checkRoles(
            StsProperties sts, MasterKeyProperties master, ClusterConfiguration cluster) {
        GatewayConfiguration.requireRoles(sts, master, Accounts.of(cluster.toAccounts()));
    }

    private static void checkPaths(DataPathProperties paths, ClusterConfiguration cluster) {
        paths.accounts(cluster.dc(), cluster.toTopology().byName().keySet());
    }
}
