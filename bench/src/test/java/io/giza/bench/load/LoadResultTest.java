package io.giza.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.bench.cluster.RequestSigner;
import io.giza.bench.load.Workload.Operation;
import io.giza.bench.report.Json;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

class LoadResultTest {
    private static Workload workload(Workload.Mix mix) {
        return new Workload(
                mix,
                5_000_000,
                2,
                Duration.ZERO,
                Duration.ofSeconds(10),
                RequestSigner.Payload.UNSIGNED);
    }

    private static Tally puts(int count) {
        Tally tally = new Tally();
        for (int i = 0; i < count; i++) {
            tally.succeeded(Operation.PUT, 2_000_000);
        }
        return tally;
    }

    @Test
    void ratesAreOverTheWindowAndCpuIsPerGigabyteOfUserData() {
        Tally both = Tally.merged(List.of(puts(150), puts(50)));
        LoadResult.Cpu cpu = new LoadResult.Cpu(4, 1);

        LoadResult result = LoadResult.of(workload(Workload.Mix.PUT), 10, both, cpu);

        assertThat(result.operations())
                .containsExactly(new LoadResult.Line("put", 200, 20, 100, 2, 2, 2));
        assertThat(result.serverCpuSecondsPerGb()).isEqualTo(4);
        assertThat(result.serverCpuMillisPerOperation()).isEqualTo(20);
        assertThat(result.clientCpuSecondsPerGb()).isEqualTo(1);
    }

    @Test
    void putsAndGetsAreToldApartAndPaidForTogether() {
        Tally tally = puts(100);
        tally.succeeded(Operation.GET, 9_000_000);
        LoadResult.Cpu cpu = new LoadResult.Cpu(1.01, 0);

        LoadResult result = LoadResult.of(workload(Workload.Mix.MIXED), 10, tally, cpu);

        assertThat(result.operations())
                .extracting(LoadResult.Line::operation)
                .containsExactly("put", "get");
        assertThat(result.serverCpuMillisPerOperation()).isEqualTo(10);
    }

    @Test
    void failuresAreCountedAndTheFirstIsTold() {
        Tally tally = new Tally();
        tally.failed("one");
        tally.failed("two");

        LoadResult result =
                LoadResult.of(workload(Workload.Mix.GET), 10, tally, new LoadResult.Cpu(1, 1));

        assertThat(result.errors()).isEqualTo(2);
        assertThat(result.operations()).isEmpty();
        assertThat(result.serverCpuSecondsPerGb()).isZero();
        assertThat(LoadTable.of(result)).contains("errors 2", "first error: one");
    }

    @Test
    void jsonIsInSnakeCase() {
        LoadResult result =
                LoadResult.of(workload(Workload.Mix.PUT), 10, puts(1), new LoadResult.Cpu(1, 1));

        assertThat(Json.render(result))
                .contains("\"object_bytes\" : 5000000", "\"p99_ms\" : 2.0", "\"ops_per_s\"")
                .contains("\"server_cpu_seconds_per_gb\"");
    }
}
