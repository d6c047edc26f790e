package io.giza.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.http.server.ConnectionAdmission;
import io.giza.http.server.Exchange;
import io.giza.http.server.Limits;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** How a service ends that is told to: what probes hear, and what becomes of requests. */
class EndingServiceTest {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        client.close();
        threads.close();
    }

    /** A service whose requests end when they are let go. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(ListeningConfiguration.class)
    static class SlowService {
        private final CountDownLatch arrived = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        @Bean
        Entry entry() {
            return new Entry(
                    this::handle,
                    Limits.stallingFor(Duration.ofMinutes(1)),
                    ConnectionAdmission.OPEN);
        }

        private void handle(Exchange exchange) throws IOException {
            arrived.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            exchange.answer(200, "whole");
        }
    }

    private static ConfigurableApplicationContext start() {
        Map<String, Object> defaults =
                new HashMap<>(
                        ServiceProcess.defaults(
                                "slow-service", 0, Map.of("management.server.port", "0")));
        SpringApplication service = ServiceProcess.application(SlowService.class, defaults);
        return service.run();
    }

    private HttpResponse<String> get(
            ConfigurableApplicationContext service, String port, String path) throws Exception {
        int number = service.getEnvironment().getRequiredProperty(port, Integer.class);
        URI uri = URI.create("http://127.0.0.1:" + number + path);
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    private int readiness(ConfigurableApplicationContext service) throws Exception {
        return get(service, "local.management.port", "/actuator/health/readiness").statusCode();
    }

    @Test
    void itSaysThatItIsNotReadyAndCompletesWhatIsUnderWay() throws Exception {
        ConfigurableApplicationContext service = start();
        SlowService requests = service.getBean(SlowService.class);
        assertThat(readiness(service)).isEqualTo(200);
        Future<HttpResponse<String>> underWay =
                threads.submit(() -> get(service, "local.server.port", "/"));
        requests.arrived.await();

        Future<?> ending = threads.submit(service::close);
        while (readiness(service) == 200) {
            Thread.onSpinWait();
        }
        assertThat(readiness(service)).isEqualTo(503);
        assertThat(ending.isDone()).isFalse();
        requests.released.countDown();

        assertThat(underWay.get().statusCode()).isEqualTo(200);
        assertThat(underWay.get().body()).isEqualTo("whole");
        ending.get();
    }
}
