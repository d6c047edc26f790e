package io.giza.gateway.fake;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.GatewayConfiguration;
import io.giza.gateway.GatewayServiceApplication;
import io.giza.gateway.admin.OperatorRoutes;
import io.giza.gateway.key.KeyService;
import io.giza.gateway.notify.EventLog;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.UploadService;
import io.giza.http.server.RequestHandler;
import io.giza.level.DecidedLevel;
import io.giza.level.LevelRange;
import io.giza.level.LevelRow;
import io.giza.level.LiveLevel;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.replica.Account;
import io.giza.service.Management;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/** A gateway on a port of its own: the real container and edge, over in-memory services. */
public final class RunningGateway implements AutoCloseable {
    /** The access key that every gateway of the tests takes. */
    static final String[] KEY = {
        "giza.gateway.access-key=gateway-test", "giza.gateway.secret-key=known-to-tests"
    };

    private final ConfigurableApplicationContext context;

    /** Starts a gateway. */
    public RunningGateway(String... properties) {
        this.context =
                new SpringApplicationBuilder(Wiring.class)
                        .properties(GatewayServiceApplication.defaults())
                        .properties("server.port=0", "logging.level.root=WARN")
                        .properties(RunningGateway.KEY)
                        .properties(properties)
                        .run();
    }

    /** Returns the account that the gateway's access key belongs to. */
    public static Account account() {
        return account("default");
    }

    /** Returns an account, of which there are {@code default} and {@code other}. */
    public static Account account(String name) {
        List<DcName> names = List.of(new DcName("dc1"), new DcName("dc2"), new DcName("dc3"));
        return new Account(
                name,
                names,
                names,
                new Coding.ReedSolomon(2, 1),
                4 << 20,
                Account.SmallObjects.inlined(2 << 10),
                16);
    }

    /** Returns the port. */
    public int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    /** Returns the port for probes, which it has where a property asks for one. */
    public int managementPort() {
        return context.getEnvironment().getRequiredProperty("local.management.port", Integer.class);
    }

    /** Returns what the gateway stores. */
    public InMemoryObjects objects() {
        return context.getBean(InMemoryObjects.class);
    }

    /** Returns the buckets. */
    public InMemoryBuckets buckets() {
        return (InMemoryBuckets) objects().bucketService();
    }

    /** Returns what makes access keys, of the accounts {@code default} and {@code other}. */
    public KeyService keys() {
        return context.getBean(KeyService.class);
    }

    /** Returns the documents and keys that the gateway keeps. */
    public InMemoryRows rows() {
        return context.getBean(InMemoryRows.class);
    }

    /** Returns what the gateway measures. */
    public MeterRegistry meters() {
        return context.getBean(MeterRegistry.class);
    }

    /** Returns how many connections of clients are open. */
    public int open() {
        return (int) meters().get("giza.connections.open").gauge().value();
    }

    /** Returns how many bytes of a kind the gateway holds for its clients, by its own metric. */
    public long held(String kind) {
        return (long)
                context.getBean(MeterRegistry.class)
                        .get("giza.memory.held")
                        .tag("kind", kind)
                        .gauge()
                        .value();
    }

    /** Waits until what is held satisfies a condition. */
    public void awaitHeld(String kind, LongPredicate condition) {
        while (!condition.test(held(kind))) {
            if (Thread.interrupted()) {
                throw new IllegalStateException("of " + kind + " are held " + held(kind));
            }
            Thread.yield();
        }
    }

    @Override
    public void close() {
        context.close();
    }

    /** The wiring that production does with consensus and erasure coding. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(GatewayConfiguration.class)
    static class Wiring {
        /** All processes are of this release. */
        @Bean
        LiveLevel level(Surroundings surroundings) {
            LiveLevel level =
                    new LiveLevel(
                            _ ->
                                    new LevelRow.Found(
                                            new DecidedLevel(LevelRange.OF_RELEASE.newest(), "")),
                            LevelRange.OF_RELEASE);
            level.look(surroundings.time().after(Duration.ZERO));
            return level;
        }

        /** For everybody: no test has the cluster's token. */
        @Bean
        RequestHandler operators(Management management) {
            return management.below(OperatorRoutes.PREFIX + "/");
        }

        @Bean
        InMemoryObjects objects() {
            return new InMemoryObjects();
        }

        @Bean
        BucketService buckets(InMemoryObjects objects) {
            return objects.bucketService();
        }

        @Bean
        InMemoryRows rows() {
            return new InMemoryRows();
        }

        @Bean
        UploadService uploads() {
            return new NoUploads();
        }

        @Bean
        EventLog events() {
            return new NoEvents();
        }

        @Bean
        Accounts accounts() {
            return Accounts.of(Map.of("default", account("default"), "other", account("other")));
        }
    }
}
