package io.giza.gateway.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.admin.Regions.Said;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.json.JsonMapper;

import java.util.Map;

/** What a process says of itself, and whether a level may be written beside it. */
class SeenProcessTest {
    private static SeenProcess said(Map<String, Object> said) {
        return SeenProcess.of("dc2", "gc-worker", JsonMapper.shared().valueToTree(said));
    }

    @Test
    void aProcessThatReadsTheLevelIsNotInItsWay() {
        SeenProcess seen =
                said(Map.of("version", "0.2.0", "commit", "c0ffee", "reads", 3, "writes", 2));

        assertThat(seen.objection(3)).isEmpty();
        assertThat(seen.objection(2)).isEmpty();
        assertThat(seen.objection(4))
                .hasValue(
                        "gc-worker of dc2 runs 0.2.0 (c0ffee), which reads up to level 3: upgrade"
                                + " it.");
    }

    /** Releases before levels do not tell of any. */
    @Test
    void aProcessThatKnowsOfNoLevelsReadsTheFirst() {
        SeenProcess seen = said(Map.of("version", "0.1.0", "commit", "unknown"));

        assertThat(seen.reads()).isEqualTo(1);
        assertThat(seen.objection(1)).isEmpty();
        assertThat(seen.objection(2)).isPresent();
    }

    @Test
    void aProcessThatCannotBeAskedIsInTheWayOfEveryLevel() {
        SeenProcess seen =
                SeenProcess.unseen("dc3", "gateway-service", Said.nothing("nobody is there"));

        assertThat(seen.objection(1))
                .hasValue("gateway-service of dc3 cannot be asked: nobody is there.");
        assertThat(said(seen.json()).objection(1)).isPresent();
    }
}
