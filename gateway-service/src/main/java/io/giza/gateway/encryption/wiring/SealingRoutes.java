package io.giza.gateway.encryption.wiring;

import io.giza.concurrent.Time;
import io.giza.gateway.admin.AdminRoute;
import io.giza.gateway.admin.JsonAnswer;
import io.giza.gateway.admin.JsonAnswer.Fault;
import io.giza.gateway.admin.RegionHandler;
import io.giza.gateway.encryption.keys.ClusterKeys;
import io.giza.gateway.key.KeyResealing;
import io.giza.level.LevelRange;
import io.giza.level.LiveLevel;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What operators do about the master key, and about the cluster's key that it seals. */
public final class SealingRoutes {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final KeyResealing secrets;
    private final ClusterKeys objectKeys;
    private final SealingGateways gateways;
    private final LiveLevel level;
    private final Time time;

    /**
     * Serves what a cluster keeps sealed.
     *
     * @param secrets those of access keys
     * @param gateways which seal too
     * @param level says whether all gateways know of encryption
     */
    public SealingRoutes(
            KeyResealing secrets,
            ClusterKeys objectKeys,
            SealingGateways gateways,
            LiveLevel level,
            Time time) {
        this.secrets = secrets;
        this.objectKeys = objectKeys;
        this.gateways = gateways;
        this.level = level;
        this.time = time;
    }

    /** Returns what can be asked. */
    public List<AdminRoute> routes() {
        return List.of(
                AdminRoute.post("/keys/reseal", Set.of(), _ -> reseal()),
                AdminRoute.post("/encryption/rotate", Set.of(), _ -> rotate()));
    }

    /**
     * Gateways are asked first: secrets that a gateway sealed before it had the master key are in
     * the rows that are read after its answer.
     */
    private JsonAnswer reseal() {
        List<String> against = gateways.objections();
        return switch (secrets.reseal()) {
            case KeyResealing.Resealed(int resealed) -> resealObjectKeys(resealed, against);
            case KeyResealing.Unopened(List<String> ids) ->
                    JsonAnswer.error(
                            Fault.CONFLICT,
                            "the secrets of "
                                    + String.join(", ", ids)
                                    + " are of neither giza.master-key nor"
                                    + " giza.master-key-accepted.");
            case KeyResealing.NoMasterKey() ->
                    JsonAnswer.error(
                            Fault.CONFLICT,
                            "the gateway has no giza.master-key, so it can keep no secrets.");
            case KeyResealing.Unavailable(String detail) -> unavailable(detail);
        };
    }

    /** The keys that wrap those of objects are sealed like secrets. */
    private JsonAnswer resealObjectKeys(int resealed, List<String> against) {
        return switch (objectKeys.reseal()) {
            case ClusterKeys.Resealed(int versions) ->
                    JsonAnswer.of("reseal", json(resealed + versions, against));
            case ClusterKeys.Refused refused -> refusal(refused);
        };
    }

    private Map<String, Object> json(int resealed, List<String> against) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("resealed", resealed);
        json.put(RegionHandler.MASTER_KEY, gateways.own());
        json.put("complete", resealed == 0 && against.isEmpty());
        json.put("against", against);
        return json;
    }

    private JsonAnswer rotate() {
        Optional<String> early =
                level.refusal(LevelRange.OPERATED, "encryption", time.after(PATIENCE));
        if (early.isPresent()) {
            return JsonAnswer.error(Fault.CONFLICT, early.get() + ".");
        }
        return switch (objectKeys.rotate()) {
            case ClusterKeys.Rotated(int version) ->
                    JsonAnswer.of("rotate", Map.of("version", version));
            case ClusterKeys.Refused refused -> refusal(refused);
        };
    }

    private static JsonAnswer refusal(ClusterKeys.Refused refused) {
        return switch (refused.problem()) {
            case UNREACHABLE -> unavailable(refused.detail());
            default -> JsonAnswer.error(Fault.CONFLICT, refused.detail() + ".");
        };
    }

    private static JsonAnswer unavailable(String detail) {
        return JsonAnswer.error(
                Fault.UNAVAILABLE, "not all could be done now: " + detail + ". Ask again.");
    }
}
