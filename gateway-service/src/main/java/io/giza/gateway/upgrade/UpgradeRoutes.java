package io.giza.gateway.upgrade;

import io.giza.concurrent.Time;
import io.giza.gateway.admin.AdminCall;
import io.giza.gateway.admin.AdminRoute;
import io.giza.gateway.admin.JsonAnswer;
import io.giza.gateway.admin.JsonAnswer.Fault;
import io.giza.level.DecidedLevel;
import io.giza.level.LevelRow;
import io.giza.level.LiveLevel;
import io.giza.record.AccessKeyRecord.Role;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * How far an upgrade is, and its end. The level is raised only while every process reads the new
 * one: from then on an older release cannot come back.
 */
public final class UpgradeRoutes {
    private static final String PATH = "/upgrade";

    /** Longer than a few round trips between any data centers. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final LevelRow row;
    private final LiveLevel level;
    private final Supplier<List<SeenProcess>> census;
    private final String release;
    private final Time time;

    /**
     * Shows and raises a level.
     *
     * @param release the version of Giza that the gateway runs
     */
    public UpgradeRoutes(
            LevelRow row, LiveLevel level, ProcessCensus census, String release, Time time) {
        this(row, level, census::all, release, time);
    }

    UpgradeRoutes(
            LevelRow row,
            LiveLevel level,
            Supplier<List<SeenProcess>> census,
            String release,
            Time time) {
        this.row = row;
        this.level = level;
        this.census = census;
        this.release = release;
        this.time = time;
    }

    /** Returns what can be asked. */
    public List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get(PATH, Role.AUDITOR, Set.of(), (AdminCall _) -> show()),
                AdminRoute.post(PATH + "/finalize", Set.of(), (AdminCall _) -> finish()));
    }

    JsonAnswer show() {
        return switch (row.read(time.after(PATIENCE))) {
            case LevelRow.Found(DecidedLevel decided) -> {
                List<SeenProcess> seen = census.get();
                Map<String, Object> json = new LinkedHashMap<>();
                json.put("level", decided.level());
                json.put("finalized_by", decided.release());
                json.put("newest", level.range().newest());
                json.put("processes", seen.stream().map(SeenProcess::json).toList());
                json.put("against", objections(seen));
                yield JsonAnswer.of("upgrade", json);
            }
            case LevelRow.Unavailable(String detail, boolean _) ->
                    JsonAnswer.error(Fault.UNAVAILABLE, "the level is not known: " + detail + ".");
        };
    }

    /**
     * Raises the level once every process is seen to read the new one. Whoever starts meanwhile
     * asks for the level before it serves, and every few seconds from then on.
     */
    JsonAnswer finish() {
        List<String> objections = objections(census.get());
        if (!objections.isEmpty()) {
            return JsonAnswer.error(
                    Fault.CONFLICT,
                    "level " + level.range().newest() + " is not decided: " + join(objections));
        }
        DecidedLevel wanted = new DecidedLevel(level.range().newest(), release);
        return switch (row.raise(wanted, time.after(PATIENCE))) {
            case LevelRow.Raised(DecidedLevel decided) -> {
                level.look(time.after(PATIENCE));
                Map<String, Object> json = new LinkedHashMap<>();
                json.put("level", decided.level());
                json.put("finalized_by", decided.release());
                yield JsonAnswer.of("upgrade-level", json);
            }
            case LevelRow.Unavailable(String detail, boolean isOutcomeUnknown) ->
                    JsonAnswer.error(
                            Fault.UNAVAILABLE,
                            (isOutcomeUnknown
                                            ? "it may be decided or not: "
                                            : "nothing was decided: ")
                                    + detail
                                    + ". Ask again.");
        };
    }

    private static String join(List<String> sentences) {
        return String.join(" ", sentences);
    }

    private List<String> objections(List<SeenProcess> seen) {
        List<String> objections = new ArrayList<>();
        seen.stream()
                .map(each -> each.objection(level.range().newest()))
                .flatMap(Optional::stream)
                .forEach(objections::add);
        if (seen.isEmpty()) {
            objections.add("no process was seen.");
        }
        return objections;
    }
}
