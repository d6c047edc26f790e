package io.giza.cli.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.json.JsonMapper;

class BudgetsTest {
    private static Budgets budgets(String... dcs) {
        return new Budgets(JsonMapper.shared().readTree("[" + String.join(",", dcs) + "]"));
    }

    private static String dc(String name, String... budgets) {
        return """
        {"name": "%s", "gateway": {"memory": [%s]}}"""
                .formatted(name, String.join(",", budgets));
    }

    private static String budget(String kind, long held, long limit, long refused, long lately) {
        return """
        {"kind": "%s", "held": %d, "limit": %d, "refused": %d, "refused_lately": %d}"""
                .formatted(kind, held, limit, refused, lately);
    }

    @Test
    void aBudgetThatIsNearlyFullOrRefusesHasALine() {
        Budgets budgets =
                budgets(
                        dc("dc1", budget("reads", 79, 100, 7, 0)),
                        dc(
                                "dc2",
                                budget("reads", 0, 100, 3, 1),
                                budget("spool", 13 << 20, 16 << 20, 9, 2)));

        assertThat(budgets.warnings())
                .containsExactly(
                        "dc2: 1 request refused for lack of memory for reads within 10 minutes;"
                                + " memory for spool 81 % full (13.0 MiB of 16.0 MiB);"
                                + " 2 requests refused for lack of memory for spool within 10"
                                + " minutes");
    }

    @Test
    void aGatewayThatTellsOfNoBudgetsHasNoLine() {
        Budgets budgets =
                budgets(
                        """
                        {"name": "dc1", "gateway": {"dc": "dc1", "version": "0.0.9"}}""",
                        """
                        {"name": "dc2", "gateway": {"error": "does not answer"}}""",
                        dc("dc3", budget("stripes", 0, 0, 0, 0)));

        assertThat(budgets.warnings()).isEmpty();
        assertThat(budgets.table().lines(80)).hasSize(2);
    }

    @Test
    void theTableHasEveryBudgetOfEveryDataCenter() {
        Budgets budgets =
                budgets(
                        dc("dc1", budget("documents", 0, 16 << 20, 0, 0)),
                        dc("dc2", budget("stripes", 1 << 20, 4 << 20, 12, 5)));

        assertThat(budgets.table().lines(80))
                .containsExactly(
                        "DC   MEMORY FOR  HELD     LIMIT     FULL  REFUSED  10 MIN",
                        "dc1  documents   0 B      16.0 MiB  0 %   0        0",
                        "dc2  stripes     1.0 MiB  4.0 MiB   25 %  12       5");
    }
}
