package io.giza.gateway.upgrade;

import io.giza.gateway.admin.Regions.Said;
import io.giza.level.LevelRange;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A process of the cluster, as it was asked.
 *
 * @param dc the name of its data center
 * @param service which service it is, such as {@code gc-worker}
 * @param version the version of Giza that it runs; empty if it could not be asked
 * @param commit what that was built from; empty if it could not be asked
 * @param reads the newest format level that it reads; 0 if it did not answer, and the first one if
 *     it answered something else, as a release before levels
 * @param writes the format level that it writes, 0 while it knows none
 * @param error why it could not be asked, in a sentence; empty if it was
 */
record SeenProcess(
        String dc,
        String service,
        String version,
        String commit,
        int reads,
        int writes,
        String error) {
    /** Returns one that could not be asked. */
    static SeenProcess unseen(String dc, String service, Said said) {
        int reads = said.isThere() ? LevelRange.FIRST : 0;
        return new SeenProcess(dc, service, "", "", reads, 0, said.error());
    }

    /** Tells whether it is there, and does not read a level. */
    boolean readsLessThan(int level) {
        return reads > 0 && reads < level;
    }

    /** Reads what one says. A release that knows of no levels reads what the first one does. */
    static SeenProcess of(String dc, String service, JsonNode said) {
        return new SeenProcess(
                dc,
                service,
                said.path("version").asString("unknown"),
                said.path("commit").asString("unknown"),
                said.path("reads").asInt(LevelRange.FIRST),
                said.path("writes").asInt(LevelRange.FIRST),
                said.path("error").asString(""));
    }

    /** Says why a level must not be written because of this process; empty if it may. */
    Optional<String> objection(int level) {
        if (!error.isEmpty()) {
            String end = error.endsWith(".") ? "" : ".";
            return Optional.of("%s of %s cannot be asked: %s%s".formatted(service, dc, error, end));
        }
        return reads >= level
                ? Optional.empty()
                : Optional.of(
                        "%s of %s runs %s (%s), which reads up to level %d: upgrade it."
                                .formatted(service, dc, version, commit, reads));
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("dc", dc);
        json.put("service", service);
        if (!error.isEmpty()) {
            json.put("error", error);
            return json;
        }
        json.put("version", version);
        json.put("commit", commit);
        json.put("reads", reads);
        json.put("writes", writes);
        return json;
    }
}
