package io.giza.bench.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.bench.load.Workload;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

class WorkTest {
    @Test
    void everySizeIsPutAndGotByEveryNumberOfClients() {
        assertThat(Work.all(List.of(4096L, 1L), List.of(1, 8)))
                .extracting(Work::label)
                .containsExactly(
                        "put 4 KiB, 1 client",
                        "get 4 KiB, 1 client",
                        "put 1 B, 1 client",
                        "get 1 B, 1 client",
                        "put 4 KiB, 8 clients",
                        "get 4 KiB, 8 clients",
                        "put 1 B, 8 clients",
                        "get 1 B, 8 clients");
    }

    @Test
    void aSizeIsToldInTheGreatestUnitThatItIsAMultipleOf() {
        assertThat(new Work("get", 4 << 20, 2).label()).isEqualTo("get 4 MiB, 2 clients");
        assertThat(new Work("get", 1 << 30, 2).label()).isEqualTo("get 1 GiB, 2 clients");
        assertThat(new Work("get", 1500, 2).label()).isEqualTo("get 1500 B, 2 clients");
    }

    @Test
    void theDriverIsGivenTheSameWork() {
        Workload workload =
                new Work("get", 4096, 8).workload(Duration.ofSeconds(1), Duration.ofSeconds(5));

        assertThat(workload.mix()).isEqualTo(Workload.Mix.GET);
        assertThat(workload.objectBytes()).isEqualTo(4096);
        assertThat(workload.clients()).isEqualTo(8);
        assertThat(workload.window()).isEqualTo(Duration.ofSeconds(5));
    }
}
