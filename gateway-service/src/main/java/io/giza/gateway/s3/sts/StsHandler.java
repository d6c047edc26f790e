package io.giza.gateway.s3.sts;

import io.giza.gateway.identity.IdentityVerifier;
import io.giza.gateway.identity.WebIdentity;
import io.giza.gateway.memory.ByteBudget;
import io.giza.gateway.s3.auth.Authenticator;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.auth.PayloadMode;
import io.giza.gateway.s3.auth.RoleSession;
import io.giza.gateway.s3.body.Bodies;
import io.giza.gateway.s3.body.Documents;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.RequestIds;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.route.Operation;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.session.AssumableRole;
import io.giza.gateway.session.Assumer;
import io.giza.gateway.session.Credentials;
import io.giza.gateway.session.Roles;
import io.giza.gateway.session.SealedSessions;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * AssumeRole, AssumeRoleWithWebIdentity and GetCallerIdentity. A role is answered for in one way
 * whether it is not there or does not trust who asks.
 */
public final class StsHandler {
    private static final Logger LOG = LoggerFactory.getLogger(StsHandler.class);

    /** A token of the greatest length, and every character of a policy escaped. */
    private static final long MOST_BYTES = 64 << 10;

    private static final Pattern ROLE_ARN =
            Pattern.compile("arn:aws:iam::([^:/]{1,64}):role/([A-Za-z0-9_-]{1,64})");
    private static final Pattern SESSION_NAME = Pattern.compile("[A-Za-z0-9_+=,.@-]{2,64}");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,6}");
    private static final Duration SHORTEST = Duration.ofMinutes(15);
    private static final Duration USUAL = Duration.ofHours(1);
    private static final Set<String> ASSUME =
            Set.of("RoleArn", "RoleSessionName", "DurationSeconds", "Policy");
    private static final Set<String> ASSUME_WITH_TOKEN =
            Set.of("RoleArn", "RoleSessionName", "DurationSeconds", "Policy", "WebIdentityToken");

    private final Authenticator authenticator;
    private final IdentityVerifier identities;
    private final Roles roles;
    private final SealedSessions sessions;
    private final Documents documents;

    /**
     * Makes it.
     *
     * @param authenticator knows the access keys
     * @param identities verifies the tokens of identity providers
     * @param documents reads what is sent
     */
    public StsHandler(
            Authenticator authenticator,
            IdentityVerifier identities,
            Roles roles,
            SealedSessions sessions,
            Documents documents) {
        this.authenticator = authenticator.ofSecurityTokens();
        this.identities = identities;
        this.roles = roles;
        this.sessions = sessions;
        this.documents = documents;
    }

    /** Tells whether a request is a form for STS: S3 has none for the service. */
    public static boolean takes(RawRequest request, Resource resource) {
        return request.method().equals("POST")
                && resource.shape() == Resource.Shape.SERVICE
                && request.query().parameters().isEmpty()
                && request.headers()
                        .value("content-type")
                        .orElse("")
                        .toLowerCase(Locale.ROOT)
                        .startsWith("application/x-www-form-urlencoded");
    }

    /** Is told what becomes known of a request. */
    public interface Observer {
        /** It asks for this. */
        void asks(Operation action);

        /**
         * It was sent by this sender.
         *
         * @throws S3Exception SlowDown if that is one too many
         */
        void identified(Caller sender);
    }

    /** A request whose body is here. */
    private record Asked(StsForm form, RawRequest request, byte[] body, Observer observer) {}

    /**
     * Answers a request.
     *
     * @param request as it was sent
     * @throws S3Exception which {@link StsAnswers} renders
     */
    public void serve(RawRequest request, InputStream input, Observer observer, Reply reply)
            throws IOException {
        XmlWriter result =
                documents.read(
                        Bodies.open(
                                request.headers(), new PayloadMode.Unsigned(), input, MOST_BYTES),
                        ByteBudget.ANONYMOUS,
                        body -> answer(new Asked(StsForm.parse(body), request, body, observer)));
        reply.xml(200, StsAnswers.ended(result, RequestIds.of(reply)));
    }

    private XmlWriter answer(Asked asked) {
        String action = asked.form().action();
        return switch (action) {
            case "AssumeRole" -> assume(asked);
            case "AssumeRoleWithWebIdentity" -> assumeWithToken(asked);
            case "GetCallerIdentity" -> identity(asked);
            default ->
                    throw new S3Exception(
                            S3Error.INVALID_ACTION,
                            "AssumeRole, AssumeRoleWithWebIdentity and GetCallerIdentity are the"
                                    + " actions that are known here.");
        };
    }

    private XmlWriter identity(Asked asked) {
        asked.observer().asks(Operation.GET_CALLER_IDENTITY);
        asked.form().requireOnly(Set.of());
        XmlWriter result = StsAnswers.result("GetCallerIdentity");
        StsAnswers.write(result, signer(asked));
        return result;
    }

    private Caller signer(Asked asked) {
        if (Authenticator.isUnsigned(asked.request())) {
            throw new S3Exception(S3Error.MISSING_AUTHENTICATION_TOKEN);
        }
        Caller caller = authenticator.authenticate(asked.request(), asked.body());
        asked.observer().identified(caller);
        return caller;
    }

    private XmlWriter assume(Asked asked) {
        asked.observer().asks(Operation.ASSUME_ROLE);
        Caller caller = signer(asked);
        asked.form().requireOnly(ASSUME);
        RoleRequest request = RoleRequest.of(asked.form());
        if (caller.session().isPresent()) {
            throw denied("AssumeRole", "A session cannot assume a role.");
        }
        Assumer assumer = new Assumer.Key(caller.accessKeyId(), caller.account().name());
        AssumableRole role = role(request, assumer, "AssumeRole");
        Credentials credentials = begin(role, request, assumer);
        XmlWriter result = StsAnswers.result("AssumeRole");
        write(result, role, request, credentials);
        return result;
    }

    private XmlWriter assumeWithToken(Asked asked) {
        asked.observer().asks(Operation.ASSUME_ROLE_WITH_WEB_IDENTITY);
        asked.form().requireOnly(ASSUME_WITH_TOKEN);
        RoleRequest request = RoleRequest.of(asked.form());
        WebIdentity identity = identities.verify(asked.form().require("WebIdentityToken"));
        Assumer assumer =
                new Assumer.Identity(identity.issuer(), identity.subject(), identity.audiences());
        AssumableRole role = role(request, assumer, "AssumeRoleWithWebIdentity");
        asked.observer().identified(Caller.ofIdentity(role.account(), request.session(role)));
        Credentials credentials = begin(role, request, assumer);
        XmlWriter result =
                StsAnswers.result("AssumeRoleWithWebIdentity")
                        .element("SubjectFromWebIdentityToken", identity.subject())
                        .element("Audience", role.audience(identity.audiences()))
                        .element("Provider", identity.issuer());
        write(result, role, request, credentials);
        return result;
    }

    private AssumableRole role(RoleRequest request, Assumer assumer, String action) {
        return roles.find(request.account(), request.role())
                .filter(each -> each.trusts(assumer))
                .orElseThrow(() -> denied(action, "There is no such role that trusts who asks."));
    }

    private Credentials begin(AssumableRole role, RoleRequest request, Assumer assumer) {
        Credentials credentials =
                sessions.begin(
                        role,
                        request.sessionName(),
                        assumer,
                        request.policy(),
                        request.lasting(role));
        LOG.atInfo()
                .addKeyValue("account", role.account().name())
                .addKeyValue("session", request.session(role).label())
                .addKeyValue("assumer", assumer.label())
                .addKeyValue("accessKeyId", credentials.accessKeyId())
                .addKeyValue("expires", credentials.expires())
                .log("a session of a role begins");
        return credentials;
    }

    private static void write(
            XmlWriter result, AssumableRole role, RoleRequest request, Credentials credentials) {
        StsAnswers.writeRoleUser(result, role.account().name(), role.name(), request.sessionName());
        StsAnswers.write(result, credentials);
        if (!request.policy().isEmpty()) {
            int percent = 100 * request.policy().length() / SealedSessions.MOST_POLICY;
            result.element("PackedPolicySize", Integer.toString(percent));
        }
    }

    private static S3Exception denied(String action, String why) {
        return new S3Exception(
                S3Error.ACCESS_DENIED, "Not authorized to perform sts:" + action + ". " + why);
    }

    /** What both ways to assume a role ask for alike. */
    private record RoleRequest(
            String account,
            String role,
            String sessionName,
            String policy,
            Optional<Duration> seconds) {
        static RoleRequest of(StsForm form) {
            Matcher arn = ROLE_ARN.matcher(form.require("RoleArn", ROLE_ARN));
            if (!arn.matches()) {
                throw new IllegalStateException("it matched before");
            }
            Optional<Duration> seconds =
                    form.find("DurationSeconds")
                            .map(_ -> form.require("DurationSeconds", SECONDS))
                            .map(text -> Duration.ofSeconds(Long.parseLong(text)));
            if (seconds.filter(each -> each.compareTo(SHORTEST) < 0).isPresent()) {
                throw StsForm.invalid(
                        "The parameter DurationSeconds must be at least "
                                + SHORTEST.toSeconds()
                                + ".");
            }
            return new RoleRequest(
                    arn.group(1),
                    arn.group(2),
                    form.require("RoleSessionName", SESSION_NAME),
                    form.find("Policy").orElse(""),
                    seconds);
        }

        RoleSession session(AssumableRole of) {
            return new RoleSession(of.name(), sessionName, "");
        }

        Duration lasting(AssumableRole of) {
            Duration longest = of.longest();
            if (seconds.filter(each -> each.compareTo(longest) > 0).isPresent()) {
                throw StsForm.invalid(
                        "The requested DurationSeconds exceeds the MaxSessionDuration set for this"
                                + " role.");
            }
            return seconds.orElse(longest.compareTo(USUAL) < 0 ? longest : USUAL);
        }
    }
}
