package io.giza.bench.calls;

import io.giza.bench.report.Latencies;
import io.giza.http.ClusterToken;
import io.giza.http.ServiceClient;
import io.giza.http.server.Limits;
import io.giza.http.server.ServiceServer;
import io.giza.http.server.TokenGate;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.wire.MessageChecksum;
import io.giza.wire.MessageFormat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A server that answers each message with the same bytes, and callers, in one process. */
final class CallLoad implements AutoCloseable {
    private static final DcName DC = new DcName("dc1");
    private static final String TOKEN = "a token of eight and more";
    private static final double MICROS_PER_MILLI = 1e3;
    private static final double MEDIAN = 0.5;
    private static final double P99 = 0.99;

    private final ServiceServer server;
    private final ServiceClient client = new ServiceClient(ServiceClient.Settings.of(TOKEN));
    private final byte[] message;

    /**
     * What a round came to.
     *
     * @param callers how many called at a time
     * @param cpuUs of the whole process per call, both sides together
     */
    record Result(int callers, double callsPerS, double p50Us, double p99Us, double cpuUs) {}

    CallLoad(int bytes) throws IOException {
        message = new byte[bytes];
        server =
                new ServiceServer(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        null,
                        new TokenGate(
                                new ClusterToken(TOKEN),
                                Set.of(),
                                exchange -> {
                                    byte[] answer = exchange.body().readAllBytes();
                                    exchange.with(
                                                    MessageChecksum.HEADER,
                                                    MessageChecksum.of(answer))
                                            .answer(200, MessageFormat.MEDIA_TYPE, answer);
                                }),
                        Limits.stallingFor(Duration.ofMinutes(1)));
    }

    /** Calls for a while. */
    Result run(int callers, Duration length) throws InterruptedException, ExecutionException {
        URI uri = URI.create("http://127.0.0.1:" + server.port() + "/internal/v1/rows/messages");
        long cpuBefore = cpuNanos();
        long begin = System.nanoTime();
        long end = begin + length.toNanos();
        List<Latencies> all = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Latencies>> running = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                running.add(threads.submit(() -> callUntil(end, uri)));
            }
            for (Future<Latencies> each : running) {
                all.add(each.get());
            }
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        double cpuMicros = (cpuNanos() - cpuBefore) / 1e3;
        Latencies took = Latencies.merged(all);
        return new Result(
                callers,
                took.count() / seconds,
                took.percentileMillis(MEDIAN) * MICROS_PER_MILLI,
                took.percentileMillis(P99) * MICROS_PER_MILLI,
                cpuMicros / took.count());
    }

    /** Calls at least once, and until a time has come. */
    private Latencies callUntil(long end, URI uri) throws ReplicaException {
        Latencies took = new Latencies();
        long now = System.nanoTime();
        do {
            client.post(DC, uri, message, Duration.ofSeconds(10));
            long then = System.nanoTime();
            took.add(then - now);
            now = then;
        } while (now - end < 0);
        return took;
    }

    private static long cpuNanos() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.OperatingSystemMXBean own
                ? own.getProcessCpuTime()
                : 0;
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
