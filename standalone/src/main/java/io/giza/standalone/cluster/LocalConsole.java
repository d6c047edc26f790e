package io.giza.standalone.cluster;

import io.giza.console.ConsoleServiceApplication;
import io.giza.standalone.config.PortBlocks;
import io.giza.standalone.config.RefusedException;
import io.giza.standalone.config.Service;

import org.springframework.context.ConfigurableApplicationContext;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The console of a cluster in this JVM, which starts while the services do. */
final class LocalConsole implements AutoCloseable {
    private final CompletableFuture<ConfigurableApplicationContext> context;

    private LocalConsole(CompletableFuture<ConfigurableApplicationContext> context) {
        this.context = context;
    }

    /** Starts it, and does not wait for it. */
    static LocalConsole begin(PortBlocks ports) {
        return new LocalConsole(CompletableFuture.supplyAsync(() -> run(ports)));
    }

    private static ConfigurableApplicationContext run(PortBlocks ports) {
        Thread.currentThread().setContextClassLoader(LocalConsole.class.getClassLoader());
        return ConsoleServiceApplication.application().run(arguments(ports));
    }

    private static String[] arguments(PortBlocks ports) {
        String gateways =
                IntStream.range(0, ports.firsts().size())
                        .mapToObj(dc -> ports.endpoint(dc, Service.GATEWAY).toString())
                        .collect(Collectors.joining(","));
        return List.of(
                        "--spring.config.location=optional:classpath:/",
                        "--spring.main.register-shutdown-hook=false",
                        "--spring.main.log-startup-info=false",
                        "--spring.jmx.enabled=false",
                        "--spring.lifecycle.timeout-per-shutdown-phase=5s",
                        "--server.address=127.0.0.1",
                        "--server.port=" + ports.console(),
                        "--giza.console.gateways=" + gateways)
                .toArray(String[]::new);
    }

    /** Returns from which origins its pages come. */
    static String origins(PortBlocks ports) {
        return "http://127.0.0.1:" + ports.console() + ",http://localhost:" + ports.console();
    }

    /** Returns where it is. */
    static URI url(PortBlocks ports) {
        return URI.create("http://127.0.0.1:" + ports.console());
    }

    /**
     * Waits until it answers.
     *
     * @throws RefusedException if it does not start
     */
    void await() {
        try {
            var _ = context.join();
        } catch (CompletionException e) {
            throw new RefusedException("the console did not start: " + e.getCause(), e);
        }
    }

    @Override
    public void close() {
        try {
            context.join().close();
        } catch (CompletionException e) {
            // It never was.
        }
    }
}
