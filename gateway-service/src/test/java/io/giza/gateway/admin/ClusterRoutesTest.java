package io.giza.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.DcName;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;

class ClusterRoutesTest {
    private static final List<DcName> TABLES =
            List.of(new DcName("dc1"), new DcName("dc2"), new DcName("dc3"));
    private static final Map<String, Object> ANSWERS = Map.of("round_trip_ms", 1.0);
    private static final Map<String, Object> SILENT = Map.of("error", "no answer");

    private static Optional<String> lost(
            Map<String, Object> first, Map<String, Object> second, Map<String, Object> third) {
        return ClusterRoutes.lostQuorum(
                TABLES, Map.of(TABLES.get(0), first, TABLES.get(1), second, TABLES.get(2), third));
    }

    @Test
    void aMajorityOfTheTablesIsEnough() {
        assertThat(lost(ANSWERS, SILENT, ANSWERS)).isEmpty();
    }

    @Test
    void aLostQuorumNamesTheSilentTables() {
        assertThat(lost(SILENT, ANSWERS, SILENT))
                .contains(
                        "2 of 3 tables do not answer (dc1, dc3). Requests are answered 503 until a"
                                + " majority does.");
    }

    @Test
    void aTableWithoutAnAnswerIsSilent() {
        assertThat(ClusterRoutes.lostQuorum(TABLES, Map.of())).isPresent();
    }

    @Test
    void halfOfTheTablesIsNoMajority() {
        List<DcName> two = TABLES.subList(0, 2);
        assertThat(ClusterRoutes.lostQuorum(two, Map.of(two.get(0), ANSWERS, two.get(1), SILENT)))
                .isPresent();
    }
}
