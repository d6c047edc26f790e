package io.giza.gateway;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.gateway.admission.RequestAdmission;
import io.giza.gateway.encryption.wiring.EncryptionProperties;
import io.giza.gateway.encryption.wiring.MasterKeyProperties;
import io.giza.gateway.identity.IdentityVerifier;
import io.giza.gateway.key.KeyResealing;
import io.giza.gateway.key.KeyService;
import io.giza.gateway.key.StoredAccessKeys;
import io.giza.gateway.memory.RateLimiter;
import io.giza.gateway.memory.wiring.MemoryProperties;
import io.giza.gateway.memory.wiring.SpoolProperties;
import io.giza.gateway.s3.AccessLog;
import io.giza.gateway.s3.RequestMetrics;
import io.giza.gateway.s3.RequestWatch;
import io.giza.gateway.s3.S3Endpoint;
import io.giza.gateway.s3.S3Limits;
import io.giza.gateway.s3.S3Service;
import io.giza.gateway.s3.SlowRequestLog;
import io.giza.gateway.s3.WebsiteService;
import io.giza.gateway.s3.access.AccessLookup;
import io.giza.gateway.s3.access.DeliveryAccess;
import io.giza.gateway.s3.auth.AccessKeys;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.s3.auth.Authenticator;
import io.giza.gateway.s3.body.Documents;
import io.giza.gateway.s3.bucket.RememberedDocuments.Freshness;
import io.giza.gateway.s3.connection.Standstill;
import io.giza.gateway.s3.exchange.S3Services;
import io.giza.gateway.s3.limit.RequestLimits;
import io.giza.gateway.s3.logging.BucketLogProperties;
import io.giza.gateway.s3.logging.BucketLogs;
import io.giza.gateway.s3.logging.LogDelivery;
import io.giza.gateway.s3.request.Domains;
import io.giza.gateway.s3.sts.StsHandler;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.session.Roles;
import io.giza.gateway.session.SealedSessions;
import io.giza.gateway.session.StsProperties;
import io.giza.gateway.system.SystemRows;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.replica.Account;
import io.giza.service.ListeningConfiguration;
import io.giza.service.LogLines;
import io.giza.service.SurroundingsConfiguration;
import io.giza.service.tracing.Tracing;
import io.giza.service.watch.RepeatedLook;
import io.giza.service.webhook.NotificationProperties;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * The wiring of the S3 edge. {@link ObjectService}, {@link BucketService}, {@link SystemRows} and
 * {@link Accounts} are given to it.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({
    BucketLogProperties.class,
    ConnectionProperties.class,
    GatewayProperties.class,
    LimitProperties.class,
    EncryptionProperties.class,
    MasterKeyProperties.class,
    MemoryProperties.class,
    NotificationProperties.class,
    SpoolProperties.class,
    StsProperties.class
})
@Import({
    SurroundingsConfiguration.class,
    ListeningConfiguration.class,
    EntryConfiguration.class,
    S3Configuration.class
})
public class GatewayConfiguration {
    @Bean
    KeyService keyService(
            MasterKeyProperties master,
            Accounts accounts,
            SystemRows rows,
            Surroundings surroundings) {
        return new KeyService(rows, accounts, surroundings, master.toMasterKey());
    }

    @Bean
    KeyResealing keyResealing(
            MasterKeyProperties master, SystemRows rows, Surroundings surroundings) {
        return new KeyResealing(rows, surroundings, master.toMasterKey());
    }

    /** The key of the configuration comes first: it works whatever the rows say. */
    @Bean
    AccessKeys accessKeys(
            GatewayProperties properties,
            MasterKeyProperties master,
            Accounts accounts,
            SystemRows rows,
            Surroundings surroundings) {
        Account account = requireAccount(properties, accounts);
        return AccessKeys.single(
                        properties.accessKey(),
                        new AccessKeys.Holder(properties.secretKey(), account, Role.OPERATOR))
                .or(
                        new StoredAccessKeys(
                                rows,
                                accounts,
                                surroundings,
                                master.toMasterKey(),
                                properties.keyFreshness(),
                                new RateLimiter(surroundings.time(), properties.unknownLookups())));
    }

    /**
     * Returns the account of the key of the configuration.
     *
     * @throws IllegalArgumentException if there is none of its name
     */
    static Account requireAccount(GatewayProperties properties, Accounts accounts) {
        return accounts.find(properties.account())
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "giza.gateway.account is "
                                                + properties.account()
                                                + ", which giza.accounts does not have"));
    }

    @Bean
    Roles roles(StsProperties properties, MasterKeyProperties master, Accounts accounts) {
        return requireRoles(properties, master, accounts);
    }

    /**
     * Returns the roles of the configuration.
     *
     * @throws IllegalArgumentException if they need something that is not there
     */
    static Roles requireRoles(
            StsProperties properties, MasterKeyProperties master, Accounts accounts) {
        Roles roles = properties.toRoles(accounts);
        if (!roles.areNone() && master.toMasterKey() == null) {
            throw new IllegalArgumentException(
                    "giza.gateway.sts.roles needs giza.master-key, which seals the tokens of"
                            + " sessions");
        }
        return roles;
    }

    @Bean
    SealedSessions sealedSessions(
            Roles roles,
            AccessKeys accessKeys,
            MasterKeyProperties master,
            Surroundings surroundings) {
        return new SealedSessions(roles, accessKeys, master.toMasterKey(), surroundings);
    }

    @Bean
    Authenticator authenticator(
            GatewayProperties properties,
            AccessKeys accessKeys,
            SealedSessions sessions,
            Surroundings surroundings) {
        return new Authenticator(
                accessKeys,
                sessions,
                surroundings.time(),
                properties.clockSkew(),
                properties.signatureV2());
    }

    @Bean
    StsHandler stsHandler(
            StsProperties properties,
            Authenticator authenticator,
            Roles roles,
            SealedSessions sessions,
            S3Limits limits,
            Surroundings surroundings) {
        IdentityVerifier identities = new IdentityVerifier(properties.toIssuers(), surroundings);
        identities.prepare();
        return new StsHandler(
                authenticator, identities, roles, sessions, new Documents(limits.documents()));
    }

    @Bean
    RequestLimits requestLimits(
            LimitProperties properties,
            Accounts accounts,
            Surroundings surroundings,
            MeterRegistry metrics) {
        for (String name : properties.accounts().keySet()) {
            if (accounts.find(name).isEmpty()) {
                throw new IllegalArgumentException(
                        "giza.gateway.limits.accounts names "
                                + name
                                + ", which giza.accounts does not have");
            }
        }
        return new RequestLimits(properties.byAccount(), surroundings.time(), metrics);
    }

    @Bean
    Standstill standstill(Surroundings surroundings) {
        return new Standstill(surroundings.time());
    }

    @Bean
    RepeatedLook standstillWatch(Standstill standstill, Surroundings surroundings) {
        return new RepeatedLook(
                "standstill", () -> Standstill.INTERVAL, surroundings, standstill::beat);
    }

    @Bean
    S3Endpoint s3Endpoint(
            GatewayProperties properties,
            S3Service service,
            WebsiteService websites,
            Surroundings surroundings,
            RequestAdmission admission,
            MeterRegistry metrics,
            Tracing tracing,
            BucketLogs bucketLogs,
            Standstill standstill) {
        return new S3Endpoint(
                service,
                websites,
                surroundings,
                admission,
                new RequestWatch(
                        new RequestMetrics(metrics),
                        tracing,
                        new SlowRequestLog(surroundings.time(), properties.slowLog()),
                        accessLog(properties.accessLog(), surroundings),
                        bucketLogs),
                properties.slowClients().watchedBy(surroundings.time()),
                standstill,
                new Domains(properties.domains(), properties.websiteDomains()));
    }

    @Bean
    BucketLogs bucketLogs(
            GatewayProperties properties,
            BucketLogProperties logs,
            S3Services services,
            AccessLookup lookup,
            Accounts accounts,
            Surroundings surroundings,
            MeterRegistry metrics) {
        Time time = surroundings.time();
        return BucketLogs.of(
                new LogDelivery(
                        services,
                        new Freshness(
                                logs.freshness(),
                                new RateLimiter(time, properties.unknownLookups())),
                        new DeliveryAccess(lookup, time),
                        accounts,
                        properties.region(),
                        surroundings),
                logs,
                surroundings,
                metrics);
    }

    @Bean
    SmartLifecycle bucketLogShipping(BucketLogs logs, BucketLogProperties properties) {
        return logs.shippedEvery(properties.interval());
    }

    private static AccessLog accessLog(
            GatewayProperties.AccessLogProperties properties, Surroundings surroundings) {
        if (properties.enabled()) {
            LogLines.writeBare(AccessLog.LOGGER);
        }
        return new AccessLog(surroundings, properties.enabled(), properties.sample());
    }
}
