package io.giza.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.bench.cluster.RequestSigner;
import io.giza.bench.load.Workload.Mix;
import io.giza.bench.load.Workload.Operation;

import org.junit.jupiter.api.Test;

import picocli.CommandLine;

import java.net.URI;
import java.time.Duration;
import java.util.stream.LongStream;

class WorkloadTest {
    private static Workload of(Mix mix, long bytes) {
        return new Workload(
                mix,
                bytes,
                1,
                Duration.ZERO,
                Duration.ofSeconds(1),
                RequestSigner.Payload.UNSIGNED);
    }

    @Test
    void argumentsBecomeTheWorkload() {
        PutCommand command = new PutCommand();
        new CommandLine(command)
                .parseArgs(
                        "--size=4KiB",
                        "--clients=1",
                        "--seconds=7",
                        "--warm-up=3",
                        "--payload=signed",
                        "--endpoint=http://127.0.0.1:9000",
                        "--endpoint=http://127.0.0.1:9010",
                        "--json");

        assertThat(command.options().workload(Mix.PUT))
                .isEqualTo(
                        new Workload(
                                Mix.PUT,
                                4096,
                                1,
                                Duration.ofSeconds(3),
                                Duration.ofSeconds(7),
                                RequestSigner.Payload.SIGNED));
        assertThat(command.options().endpoints)
                .containsExactly(
                        URI.create("http://127.0.0.1:9000"), URI.create("http://127.0.0.1:9010"));
        assertThat(command.options().json.isGiven()).isTrue();
    }

    @Test
    void withoutArgumentsEightClientsPutFourMebibytesForTwentySeconds() {
        GetCommand command = new GetCommand();
        new CommandLine(command).parseArgs();

        assertThat(command.options().workload(Mix.GET))
                .isEqualTo(
                        new Workload(
                                Mix.GET,
                                4 << 20,
                                8,
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(20),
                                RequestSigner.Payload.UNSIGNED));
        assertThat(command.options().endpoints).isEmpty();
    }

    @Test
    void aMixIsHalfAndHalf() {
        assertThat(LongStream.range(0, 10).mapToObj(Mix.MIXED::operation))
                .filteredOn(Operation.PUT::equals)
                .hasSize(5);
    }

    @Test
    void getsChooseFromAboutAQuarterGibibyteWithinLimits() {
        assertThat(of(Mix.PUT, 4 << 20).storedBefore()).isZero();
        assertThat(of(Mix.GET, 4 << 20).storedBefore()).isEqualTo(64);
        assertThat(of(Mix.MIXED, 0).storedBefore()).isEqualTo(1000);
        assertThat(of(Mix.GET, 1 << 30).storedBefore()).isEqualTo(16);
    }
}
