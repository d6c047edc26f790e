package io.giza.gateway.s3.sts;

import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.auth.RoleSession;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.RequestIds;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.session.Credentials;

import java.io.IOException;

/** The documents of STS. */
public final class StsAnswers {
    private static final String NAMESPACE = "https://sts.amazonaws.com/doc/2011-06-15/";
    private static final int SERVER_ERROR = 500;
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;

    private StsAnswers() {}

    /** An error as STS calls it. */
    private record Fault(String code, int status) {
        /** The codes of S3 that STS has others for. */
        static Fault of(S3Error error) {
            return switch (error) {
                case INVALID_ACCESS_KEY_ID, INVALID_TOKEN ->
                        new Fault("InvalidClientTokenId", FORBIDDEN);
                case EXPIRED_TOKEN -> new Fault("ExpiredToken", FORBIDDEN);
                case REQUEST_TIME_TOO_SKEWED, X_AMZ_CONTENT_SHA256_MISMATCH ->
                        new Fault("SignatureDoesNotMatch", FORBIDDEN);
                case AUTHORIZATION_HEADER_MALFORMED, AUTHORIZATION_QUERY_PARAMETERS_ERROR ->
                        new Fault("IncompleteSignature", BAD_REQUEST);
                case MALFORMED_POLICY -> new Fault("MalformedPolicyDocument", BAD_REQUEST);
                case SLOW_DOWN -> new Fault("Throttling", error.status());
                default -> new Fault(error.code(), error.status());
            };
        }
    }

    /** Answers with an error. */
    public static void render(Reply reply, S3Exception error, RequestIds ids) throws IOException {
        error.headers().forEach(reply::header);
        Fault fault = Fault.of(error.error());
        reply.xml(
                fault.status(),
                XmlWriter.document("ErrorResponse", NAMESPACE)
                        .open("Error")
                        .element("Type", fault.status() < SERVER_ERROR ? "Sender" : "Receiver")
                        .element("Code", fault.code())
                        .element("Message", error.message())
                        .close()
                        .element("RequestId", ids.requestId()));
    }

    /** Starts the document of an action's result. */
    static XmlWriter result(String action) {
        return XmlWriter.document(action + "Response", NAMESPACE).open(action + "Result");
    }

    /** Ends it. */
    static XmlWriter ended(XmlWriter result, RequestIds ids) {
        return result.close().open("ResponseMetadata").element("RequestId", ids.requestId());
    }

    static void write(XmlWriter result, Credentials credentials) {
        result.open("Credentials")
                .element("AccessKeyId", credentials.accessKeyId())
                .element("SecretAccessKey", credentials.secret())
                .element("SessionToken", credentials.token())
                .element("Expiration", credentials.expires().toString())
                .close();
    }

    static void writeRoleUser(XmlWriter result, String account, String role, String session) {
        result.open("AssumedRoleUser")
                .element("Arn", arn(account, role, session))
                .element("AssumedRoleId", role + ":" + session)
                .close();
    }

    static void write(XmlWriter result, Caller caller) {
        String account = caller.account().name();
        RoleSession session = caller.session().orElse(null);
        result.element("Arn", caller.arn())
                .element(
                        "UserId",
                        session == null
                                ? caller.accessKeyId()
                                : session.role() + ":" + session.name())
                .element("Account", account);
    }

    private static String arn(String account, String role, String session) {
        return "arn:aws:sts::" + account + ":assumed-role/" + role + "/" + session;
    }
}
