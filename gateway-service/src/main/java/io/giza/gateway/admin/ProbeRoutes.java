package io.giza.gateway.admin;

import io.giza.concurrent.Ticks;
import io.giza.concurrent.Trace;
import io.giza.gateway.admin.JsonAnswer.Fault;
import io.giza.gateway.probe.Probe;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.Bucket;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.model.DcName;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Has something small written, read and deleted, and tells what that waited for. */
public final class ProbeRoutes {
    private static final String BUCKET = "[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]";

    private final DcName dc;
    private final Probe probe;
    private final BucketService buckets;
    private final Accounts accounts;

    /** Probes at the gateways of a data center. */
    public ProbeRoutes(DcName dc, Probe probe, BucketService buckets, Accounts accounts) {
        this.dc = dc;
        this.probe = probe;
        this.buckets = buckets;
        this.accounts = accounts;
    }

    /** Returns what can be asked. */
    public List<AdminRoute> routes() {
        return List.of(AdminRoute.post("/probe", Set.of("bucket"), this::probe));
    }

    private JsonAnswer probe(AdminCall call) {
        String name = call.text("bucket");
        if (name == null) {
            return answer(probe.ofRow());
        }
        if (!name.matches(BUCKET)) {
            return noBucket(name);
        }
        return switch (buckets.find(name)) {
            case FindResult.Found(Bucket bucket) ->
                    accounts.find(bucket.account())
                            .map(account -> answer(probe.ofObject(account, bucket)))
                            .orElseGet(() -> noAccount(bucket));
            case FindResult.Absent _, FindResult.Foreign _ -> noBucket(name);
            case BucketService.Unavailable failure ->
                    JsonAnswer.error(
                            Fault.UNAVAILABLE,
                            "nobody knows the bucket now: " + failure.detail() + ".");
        };
    }

    private static JsonAnswer noBucket(String name) {
        return JsonAnswer.error(Fault.NOT_FOUND, "there is no bucket '" + name + "'.");
    }

    private static JsonAnswer noAccount(Bucket bucket) {
        return JsonAnswer.error(
                Fault.CONFLICT,
                "the bucket is of the account '"
                        + bucket.account()
                        + "', which giza.accounts does not have.");
    }

    private JsonAnswer answer(Probe.Report report) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("dc", dc.value());
        json.put("name", report.name());
        json.put("bytes", report.bytes());
        json.put("fine", report.isFine());
        json.put("took_ms", millis(report.began(), report.steps().getLast().ended()));
        json.put("residue", report.residue());
        List<Map<String, Object>> steps = new ArrayList<>();
        report.steps().forEach(step -> steps.add(json(step, report.began())));
        json.put("steps", steps);
        return JsonAnswer.of("probe", json);
    }

    private static Map<String, Object> json(Probe.Step step, Ticks began) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("step", step.name());
        json.put("start_ms", millis(began, step.began()));
        json.put("took_ms", millis(step.began(), step.ended()));
        json.put("round_trips", step.trace().roundTrips());
        json.put("error", step.problem());
        List<Map<String, Object>> hops = new ArrayList<>();
        step.trace().hops().stream()
                .sorted(Comparator.comparingLong(hop -> hop.start().nanos()))
                .forEach(hop -> hops.add(json(hop, began)));
        json.put("hops", hops);
        return json;
    }

    /** The name of a hop is that of a service, what is asked of it, and its data center. */
    private static Map<String, Object> json(Trace.Hop hop, Ticks began) {
        int first = hop.name().indexOf(' ');
        int last = hop.name().lastIndexOf(' ');
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("dc", hop.name().substring(last + 1));
        json.put("service", hop.name().substring(0, Math.max(0, first)));
        json.put("operation", hop.name().substring(first + 1, Math.max(first + 1, last)));
        json.put("start_ms", millis(began, hop.start()));
        json.put("took_ms", millis(hop.start(), hop.end()));
        json.put("outcome", hop.outcome());
        return json;
    }

    private static double millis(Ticks from, Ticks to) {
        return Math.round(from.until(to).toNanos() / 1e4) / 100.0;
    }
}
