package io.giza.service;

import io.giza.config.ClusterConfiguration;
import io.giza.http.ServiceClient;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundles;

import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

/**
 * Makes clients of the cluster's services, with its token and over TLS where that is configured.
 */
public final class ServiceClients {
    private final ClusterConfiguration cluster;
    private final TlsProperties tls;
    private final ObjectProvider<SslBundles> bundles;

    ServiceClients(
            ClusterConfiguration cluster, TlsProperties tls, ObjectProvider<SslBundles> bundles) {
        this.cluster = cluster;
        this.tls = tls;
        this.bundles = bundles;
    }

    /**
     * Makes a client, which the caller closes.
     *
     * @param connections how many there may be to each service
     * @param answerBytes the longest answer that it takes
     */
    public ServiceClient client(int connections, int answerBytes) {
        return client(connections, answerBytes, tls.context(bundles));
    }

    /** Makes a client of the gateways of other regions, as {@link #client(int, int)} does. */
    public ServiceClient gateways(int connections, int answerBytes) {
        return client(connections, answerBytes, tls.gatewayContext(bundles));
    }

    private ServiceClient client(
            int connections, int answerBytes, @Nullable Supplier<SSLContext> context) {
        return new ServiceClient(
                new ServiceClient.Settings(
                        cluster.clusterToken(),
                        ServiceClient.Timeouts.DEFAULT,
                        connections,
                        answerBytes,
                        context,
                        cluster.seats()));
    }
}
