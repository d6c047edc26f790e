package io.giza.gateway;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.encryption.wiring.EncryptionProperties;
import io.giza.gateway.memory.ByteBudget;
import io.giza.gateway.memory.RateLimiter;
import io.giza.gateway.memory.wiring.MemoryProperties;
import io.giza.gateway.memory.wiring.SpoolProperties;
import io.giza.gateway.notify.Announcer;
import io.giza.gateway.notify.EventLog;
import io.giza.gateway.notify.NotifiedObjects;
import io.giza.gateway.notify.NotifiedUploads;
import io.giza.gateway.quota.GuardedObjects;
import io.giza.gateway.quota.GuardedUploads;
import io.giza.gateway.quota.QuotaGuard;
import io.giza.gateway.quota.QuotaRows;
import io.giza.gateway.s3.S3Handlers;
import io.giza.gateway.s3.S3Limits;
import io.giza.gateway.s3.S3Service;
import io.giza.gateway.s3.WebsiteService;
import io.giza.gateway.s3.access.AccessChanges;
import io.giza.gateway.s3.access.AccessLookup;
import io.giza.gateway.s3.access.Authorizer;
import io.giza.gateway.s3.access.BucketAclHandler;
import io.giza.gateway.s3.access.CanonicalIds;
import io.giza.gateway.s3.access.ObjectAclHandler;
import io.giza.gateway.s3.access.OwnershipControls;
import io.giza.gateway.s3.access.PolicyHandler;
import io.giza.gateway.s3.access.Principals;
import io.giza.gateway.s3.access.PublicAccessBlockHandler;
import io.giza.gateway.s3.auth.AccessKeys;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.s3.auth.Authenticator;
import io.giza.gateway.s3.body.Documents;
import io.giza.gateway.s3.bucket.BucketConfiguration;
import io.giza.gateway.s3.bucket.BucketDocuments;
import io.giza.gateway.s3.bucket.BucketHandler;
import io.giza.gateway.s3.bucket.ConfigurationHandler;
import io.giza.gateway.s3.bucket.CrossOrigin;
import io.giza.gateway.s3.bucket.EncryptionHandler;
import io.giza.gateway.s3.bucket.LogTargets;
import io.giza.gateway.s3.bucket.NotificationHandler;
import io.giza.gateway.s3.bucket.ObjectLockHandler;
import io.giza.gateway.s3.bucket.RememberedDocuments;
import io.giza.gateway.s3.bucket.RememberedDocuments.Freshness;
import io.giza.gateway.s3.bucket.VersioningHandler;
import io.giza.gateway.s3.document.WebsiteConfiguration;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.exchange.KeepAliveResponse;
import io.giza.gateway.s3.exchange.S3Services;
import io.giza.gateway.s3.limit.RequestLimits;
import io.giza.gateway.s3.listing.ListHandler;
import io.giza.gateway.s3.listing.ListVersionsHandler;
import io.giza.gateway.s3.logging.BucketLogs;
import io.giza.gateway.s3.multipart.CompleteUploadHandler;
import io.giza.gateway.s3.multipart.PartCopyHandler;
import io.giza.gateway.s3.multipart.UploadHandler;
import io.giza.gateway.s3.multipart.UploadListHandler;
import io.giza.gateway.s3.object.AttributesHandler;
import io.giza.gateway.s3.object.CopyHandler;
import io.giza.gateway.s3.object.DeleteObjectsHandler;
import io.giza.gateway.s3.object.FormHandler;
import io.giza.gateway.s3.object.LockHandler;
import io.giza.gateway.s3.object.ReadHandler;
import io.giza.gateway.s3.object.TaggingHandler;
import io.giza.gateway.s3.object.WriteHandler;
import io.giza.gateway.s3.policy.document.KnownPrincipals;
import io.giza.gateway.s3.sts.StsHandler;
import io.giza.gateway.s3.website.WebsiteHandler;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.UploadService;
import io.giza.gateway.system.SystemRows;
import io.giza.level.LevelRange;
import io.giza.level.LiveLevel;
import io.giza.service.webhook.NotificationProperties;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import java.time.Duration;
import java.util.Set;

/** The wiring of the operations of S3, each over the services that do its work. */
@Configuration(proxyBeanMethods = false)
class S3Configuration {
    /** How long is waited for the level of the cluster. */
    private static final Duration LEVEL_PATIENCE = Duration.ofSeconds(5);

    @Bean
    QuotaGuard quotaGuard(
            GatewayProperties properties,
            SystemRows rows,
            Surroundings surroundings,
            MeterRegistry metrics) {
        QuotaGuard guard =
                new QuotaGuard(
                        new QuotaRows(rows), surroundings, properties.quotaFreshness(), metrics);
        guard.prepare();
        return guard;
    }

    @Bean
    S3Services s3Services(
            ObjectService objects,
            BucketService buckets,
            UploadService uploads,
            SystemRows rows,
            QuotaGuard quotas,
            EventLog events,
            Surroundings surroundings) {
        Announcer announcer = new Announcer(events, surroundings);
        return new S3Services(
                new GuardedObjects(new NotifiedObjects(objects, announcer), quotas),
                buckets,
                new GuardedUploads(new NotifiedUploads(uploads, announcer), quotas),
                rows);
    }

    @Bean
    S3Limits s3Limits(
            GatewayProperties properties,
            MemoryProperties memory,
            SpoolProperties spool,
            EncryptionProperties encryption,
            MeterRegistry metrics) {
        return new S3Limits(
                properties.region(),
                properties.maxPut().bytes(),
                properties.deleteParallelism(),
                properties.deleteTimeout(),
                properties.crossOriginFreshness(),
                properties.unknownLookups(),
                Set.copyOf(properties.consoleOrigins()),
                properties.ownershipOfNewBuckets(),
                memory.budgetOfDocuments(metrics),
                new ByteBudget("forms", properties.formSpace().bytes(), metrics),
                spool.files()::create,
                encryption.customerKeysOverHttp());
    }

    @Bean
    AccessLookup accessLookup(
            S3Services services, Surroundings surroundings, GatewayProperties properties) {
        return new AccessLookup(
                services,
                surroundings,
                properties.keyFreshness(),
                new RateLimiter(surroundings.time(), properties.unknownLookups()));
    }

    @Bean
    AccessChanges accessChanges(
            S3Services services, AccessLookup lookup, LiveLevel level, Surroundings surroundings) {
        return new AccessChanges(
                new Buckets(services.buckets()),
                services.rows(),
                lookup,
                () ->
                        level.refusal(
                                LevelRange.OPERATED,
                                "who may do what in a bucket",
                                surroundings.time().after(LEVEL_PATIENCE)));
    }

    @Bean
    Authorizer authorizer(
            AccessLookup lookup,
            Accounts accounts,
            S3Services services,
            Surroundings surroundings) {
        return new Authorizer(lookup, accounts, services.objects(), surroundings);
    }

    @Bean
    KnownPrincipals knownPrincipals(Accounts accounts, AccessKeys keys) {
        return new Principals(accounts, keys);
    }

    /** Nobody signs what is asked of either, so buckets that are not there cost look-ups apart. */
    @Bean
    CrossOrigin crossOrigin(S3Services services, Surroundings surroundings, S3Limits limits) {
        return new CrossOrigin(
                services,
                surroundings.time(),
                freshness(surroundings, limits),
                limits.consoleOrigins());
    }

    @Bean
    RememberedDocuments<WebsiteConfiguration> websites(
            S3Services services, Surroundings surroundings, S3Limits limits) {
        return new RememberedDocuments<>(
                services,
                surroundings.time(),
                freshness(surroundings, limits),
                BucketConfiguration.WEBSITE,
                (_, document) -> WebsiteConfiguration.read(document));
    }

    private static Freshness freshness(Surroundings surroundings, S3Limits limits) {
        return new Freshness(
                limits.crossOriginFreshness(),
                new RateLimiter(surroundings.time(), limits.unknownLookups()));
    }

    @Bean
    S3Handlers s3Handlers(
            Authenticator authenticator,
            Surroundings surroundings,
            S3Services services,
            AccessChanges access,
            Accounts accounts,
            KnownPrincipals principals,
            S3Limits limits,
            StsHandler securityTokens,
            LiveLevel level,
            CrossOrigin crossOrigin,
            RememberedDocuments<WebsiteConfiguration> websites,
            BucketLogs bucketLogs,
            NotificationProperties notifications) {
        ObjectService objects = services.objects();
        UploadService uploads = services.uploads();
        Buckets finder = new Buckets(services.buckets());
        CanonicalIds canonicalIds = new CanonicalIds(accounts);
        BucketAclHandler bucketAcls =
                new BucketAclHandler(access, canonicalIds, limits.newBuckets());
        EncryptionHandler encryptions =
                new EncryptionHandler(services.buckets(), limits.customerKeysOverHttp());
        OwnershipControls ownerships = new OwnershipControls(services.rows());
        ObjectAclHandler acls = new ObjectAclHandler(objects, canonicalIds, access);
        WriteHandler writes =
                new WriteHandler(objects, acls, surroundings.time()::instant, limits.maxPutBytes());
        ObjectLockHandler bucketLocks =
                new ObjectLockHandler(services.buckets(), finder, level, surroundings.time());
        KeepAliveResponse longAnswer =
                new KeepAliveResponse(surroundings, KeepAliveResponse.KEEP_ALIVE_INTERVAL);
        return new S3Handlers(
                finder,
                crossOrigin,
                new BucketHandler(
                        services.buckets(),
                        new BucketDocuments(services.rows()),
                        bucketAcls,
                        bucketLocks,
                        limits.region()),
                new VersioningHandler(services.buckets()),
                new ConfigurationHandler(
                        finder,
                        services.rows(),
                        surroundings,
                        bucketAcls,
                        new LogTargets(services.buckets(), ownerships),
                        bucket -> {
                            crossOrigin.invalidate(bucket);
                            websites.invalidate(bucket);
                            bucketLogs.forget(bucket);
                            access.lookup().invalidate(bucket);
                        }),
                new NotificationHandler(
                        finder,
                        services.rows(),
                        surroundings,
                        level,
                        notifications.webhooks().keySet()),
                bucketAcls,
                encryptions,
                acls,
                new PolicyHandler(access, principals),
                new PublicAccessBlockHandler(access),
                new ListHandler(objects),
                new ListVersionsHandler(objects),
                new ReadHandler(objects, finder, surroundings.time()::instant),
                new AttributesHandler(objects, finder),
                writes,
                new CopyHandler(objects, acls, surroundings, longAnswer),
                new DeleteObjectsHandler(
                        objects, surroundings, limits.deleteParallelism(), limits.deleteTimeout()),
                new TaggingHandler(objects),
                new LockHandler(objects, finder, bucketLocks, surroundings.time()::instant),
                bucketLocks,
                new FormHandler(
                        authenticator,
                        surroundings,
                        new FormHandler.Checks(finder, acls, encryptions),
                        writes,
                        new FormHandler.Limits(
                                limits.maxPutBytes(),
                                limits.documents(),
                                limits.formSpace(),
                                limits.formFiles())),
                new UploadHandler(uploads, acls, finder, surroundings.time(), limits.maxPutBytes()),
                new PartCopyHandler(services, finder, surroundings, longAnswer),
                new CompleteUploadHandler(uploads, finder, longAnswer),
                new UploadListHandler(uploads, finder),
                securityTokens);
    }

    @Bean
    WebsiteService websiteService(
            Authorizer authorizer,
            Surroundings surroundings,
            S3Handlers handlers,
            RememberedDocuments<WebsiteConfiguration> websites,
            S3Limits limits,
            RequestLimits requestLimits) {
        return new WebsiteService(
                authorizer,
                surroundings,
                handlers.crossOrigin(),
                new WebsiteHandler(websites, handlers.reads()),
                new Documents(limits.documents()),
                requestLimits);
    }

    @Bean
    S3Service s3Service(
            Authenticator authenticator,
            Authorizer authorizer,
            Surroundings surroundings,
            S3Handlers handlers,
            S3Limits limits,
            RequestLimits requestLimits) {
        return new S3Service(
                authenticator,
                authorizer,
                surroundings,
                handlers,
                new Documents(limits.documents()),
                requestLimits);
    }
}
