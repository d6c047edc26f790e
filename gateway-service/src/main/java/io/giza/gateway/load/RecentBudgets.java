package io.giza.gateway.load;

import io.giza.gateway.memory.BudgetMetrics;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How full the budgets of a gateway are, and how many requests they refused within the last ten
 * minutes. It reads the metrics, so every budget is here that has those of {@link BudgetMetrics}.
 */
public final class RecentBudgets {
    /** Steps of {@link RecentRequests#STEP}. */
    private static final int STEPS = 20;

    private final MeterRegistry meters;

    /** How many requests each kind had refused in all at the end of each step, the oldest first. */
    private volatile List<Map<String, Long>> earlier = List.of();

    /** Reads the metrics of a gateway. */
    public RecentBudgets(MeterRegistry meters) {
        this.meters = meters;
    }

    /** Ends a step. One task alone calls this. */
    public void look() {
        List<Map<String, Long>> steps = new ArrayList<>(earlier);
        steps.add(values(BudgetMetrics.REFUSED));
        earlier = List.copyOf(steps.subList(Math.max(0, steps.size() - STEPS), steps.size()));
    }

    /** Returns the budgets for an answer, sorted by their kind. */
    public List<Map<String, Object>> json() {
        Map<String, Long> held = values(BudgetMetrics.HELD);
        Map<String, Long> refused = values(BudgetMetrics.REFUSED);
        List<Map<String, Long>> steps = earlier;
        Map<String, Long> before = steps.size() < STEPS ? Map.of() : steps.getFirst();
        List<Map<String, Object>> all = new ArrayList<>();
        values(BudgetMetrics.LIMIT)
                .forEach(
                        (kind, limit) -> {
                            long total = refused.getOrDefault(kind, 0L);
                            Map<String, Object> json = new LinkedHashMap<>();
                            json.put("kind", kind);
                            json.put("held", held.getOrDefault(kind, 0L));
                            json.put("limit", limit);
                            json.put("refused", total);
                            json.put("refused_lately", total - before.getOrDefault(kind, 0L));
                            all.add(json);
                        });
        return all;
    }

    private Map<String, Long> values(String metric) {
        Map<String, Long> values = new TreeMap<>();
        for (Meter meter : meters.find(metric).meters()) {
            String kind = String.valueOf(meter.getId().getTag(BudgetMetrics.KIND));
            for (Measurement each : meter.measure()) {
                values.merge(kind, (long) each.getValue(), Long::sum);
            }
        }
        return values;
    }
}
