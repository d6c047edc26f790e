package io.giza.gateway.admin;

import io.giza.gateway.admin.JsonAnswer.Fault;
import io.giza.gateway.s3.auth.Authenticator;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.auth.PayloadMode;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.limit.RequestLimits;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.http.server.Exchange;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.signature.SigV4;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The API of operators, below {@code /_giza/admin/v1}. Requests are signed by an access key as
 * those of S3 are, but for the service {@code giza} and with the digest of their body; whether a
 * key may ask something is a matter of its role. Answers are JSON, faults too.
 *
 * <p>A presigned URL is refused: it could be passed on, or hidden in a page.
 */
public final class AdminApi {
    /** Where it is found below the prefix of {@link OperatorRoutes}. */
    public static final String PATH = "/admin/v1";

    private static final Logger LOG = LoggerFactory.getLogger(AdminApi.class);
    private static final int MOST_BYTES = 64 << 10;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Authenticator authenticator;
    private final AuditTrail audit;
    private final RequestLimits limits;
    private final List<AdminRoute> routes;

    /**
     * Serves operators.
     *
     * @param authenticator knows the access keys
     * @param audit notes what is changed
     * @param limits how much callers may have done
     */
    public AdminApi(
            Authenticator authenticator,
            AuditTrail audit,
            RequestLimits limits,
            List<AdminRoute> routes) {
        this.authenticator = authenticator.ofOperators();
        this.audit = audit;
        this.limits = limits;
        this.routes = new ArrayList<>(routes);
        this.routes.add(AdminRoute.get("/", Role.USER, Set.of(), _ -> index()));
    }

    /** Says what can be asked. */
    private JsonAnswer index() {
        return JsonAnswer.of(
                "api", Map.of("routes", routes.stream().map(AdminApi::describe).toList()));
    }

    private static Map<String, Object> describe(AdminRoute route) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("method", route.method());
        json.put("path", route.template());
        json.put("role", JsonAnswer.lower(route.role()));
        json.put("parameters", new TreeSet<>(route.parameters()));
        json.put("fields", new TreeSet<>(route.fields()));
        return json;
    }

    /**
     * Answers a request.
     *
     * @param path what follows {@link #PATH}
     */
    void handle(String path, Exchange exchange) throws IOException {
        answer(path, exchange).send(exchange);
    }

    private JsonAnswer answer(String path, Exchange exchange) throws IOException {
        try {
            RawRequest request =
                    new RawRequest(
                            exchange.method(),
                            exchange.path(),
                            Query.parse(exchange.query()),
                            Headers.of(exchange));
            Caller caller = authenticate(request);
            limits.admit(caller, false).end(0, 0);
            byte[] body = exchange.body().readNBytes(MOST_BYTES + 1);
            if (body.length > MOST_BYTES) {
                return JsonAnswer.error(
                        Fault.TOO_LONG, "a body may have " + MOST_BYTES + " bytes at most.");
            }
            return isSigned(caller, body)
                    ? answer(
                            path,
                            request,
                            new Signed(caller, exchange.remote().getHostAddress(), body))
                    : JsonAnswer.error(
                            Fault.BAD_REQUEST,
                            "x-amz-content-sha256 must be the SHA-256 of the body.");
        } catch (S3Exception e) {
            e.headers().forEach(exchange::with);
            return JsonAnswer.error(e.error().status(), e.error().code(), e.message());
        } catch (RuntimeException e) {
            LOG.atError()
                    .setCause(e)
                    .addKeyValue("path", exchange.path())
                    .log("a request of an operator failed");
            return JsonAnswer.error(Fault.INTERNAL, "the gateway failed; its log says why.");
        }
    }

    private Caller authenticate(RawRequest request) {
        if (request.rawPath().toUpperCase(Locale.ROOT).contains("%2F")) {
            // To a signature it may be the same as a slash, and to the routes it is not.
            throw new S3Exception(S3Error.INVALID_REQUEST, "no name in the path may have a slash.");
        }
        boolean isPresigned =
                request.query().names().stream()
                        .anyMatch(each -> each.toLowerCase(Locale.ROOT).startsWith("x-amz-"));
        if (isPresigned) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "sign requests of operators in their header Authorization: no presigned URLs"
                            + " are taken here.");
        }
        return authenticator.authenticate(request);
    }

    private static boolean isSigned(Caller caller, byte[] body) {
        return caller.payload() instanceof PayloadMode.SignedDigest(String digest)
                && SigV4.constantTimeEquals(SigV4.sha256Hex(body), digest);
    }

    /** What was signed, and from where it came. */
    private record Signed(Caller caller, String remote, byte[] body) {}

    private JsonAnswer answer(String path, RawRequest request, Signed signed) {
        Set<String> methods = new TreeSet<>();
        for (AdminRoute route : routes) {
            Optional<Map<String, String>> names = route.match(path);
            if (names.isPresent() && route.method().equals(request.method())) {
                return answer(
                        route,
                        new AdminCall(
                                signed.caller,
                                signed.remote,
                                names.get(),
                                request.query(),
                                Map.of()),
                        signed.body);
            }
            names.ifPresent(_ -> methods.add(route.method()));
        }
        return methods.isEmpty()
                ? JsonAnswer.error(Fault.NOT_FOUND, "there is no such path below " + PATH + ".")
                : JsonAnswer.error(
                        Fault.METHOD_NOT_ALLOWED,
                        "this path takes " + String.join(" and ", methods) + ".");
    }

    private JsonAnswer answer(AdminRoute route, AdminCall asked, byte[] body) {
        if (!asked.caller().role().covers(route.role())) {
            JsonAnswer refusal = notAllowed(route, asked.caller());
            audit.refused(asked, route, refusal);
            return refusal;
        }
        Optional<String> parameter = firstBeyond(route.parameters(), asked.query().names());
        if (parameter.isPresent()) {
            return unknown("parameter", parameter.get(), route.parameters());
        }
        Optional<Map<String, JsonNode>> fields = fields(body);
        if (fields.isEmpty()) {
            return JsonAnswer.error(Fault.BAD_REQUEST, "the body must be an object of JSON.");
        }
        Optional<String> field = firstBeyond(route.fields(), fields.get().keySet());
        if (field.isPresent()) {
            return unknown("field", field.get(), route.fields());
        }
        AdminCall call = asked.with(fields.get());
        Supplier<JsonAnswer> action = () -> route.handler().answer(call);
        return route.isChange()
                ? audit.around(call, route, action)
                : route.isRevealing() ? audit.beside(call, route, action) : action.get();
    }

    private static JsonAnswer notAllowed(AdminRoute route, Caller caller) {
        return JsonAnswer.error(
                Fault.NOT_ALLOWED,
                "this takes the role "
                        + JsonAnswer.lower(route.role())
                        + ", and the access key "
                        + caller.label()
                        + " has the role "
                        + JsonAnswer.lower(caller.role())
                        + ".");
    }

    /** Returns the fields of a body, none if there is no body; empty if it is no object of JSON. */
    private static Optional<Map<String, JsonNode>> fields(byte[] body) {
        if (body.length == 0) {
            return Optional.of(Map.of());
        }
        try {
            JsonNode json = JSON.readTree(body);
            Map<String, JsonNode> fields = new HashMap<>();
            json.properties().forEach(each -> fields.put(each.getKey(), each.getValue()));
            return json.isObject() ? Optional.of(fields) : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> firstBeyond(Set<String> known, Set<String> given) {
        Set<String> others = new HashSet<>(given);
        others.removeAll(known);
        return others.stream().sorted().findFirst();
    }

    private static JsonAnswer unknown(String what, String name, Set<String> known) {
        return JsonAnswer.error(
                Fault.BAD_REQUEST,
                "there is no "
                        + what
                        + " '"
                        + name
                        + "' here"
                        + (known.isEmpty()
                                ? "."
                                : ", but " + String.join(", ", new TreeSet<>(known)) + "."));
    }
}
