package io.giza.gateway.s3.object;

import io.giza.concurrent.Claimant;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.memory.ByteBudget;
import io.giza.gateway.s3.access.ObjectAclHandler;
import io.giza.gateway.s3.auth.Authenticator;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.body.Documents;
import io.giza.gateway.s3.bucket.EncryptionHandler;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Access;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Owner;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.form.FormBudget;
import io.giza.gateway.s3.form.FormParts;
import io.giza.gateway.s3.form.FormUpload;
import io.giza.gateway.s3.request.PercentCoding;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.route.KnownHeaders;
import io.giza.gateway.s3.route.Operation;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.spool.SpoolFile;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** PostObject: a form of a browser, which puts its file as PutObject would. */
public final class FormHandler {
    private final Authenticator authenticator;
    private final Surroundings surroundings;
    private final Checks checks;
    private final WriteHandler writes;
    private final Limits limits;
    private final Documents documents;

    /**
     * What a put is checked by before its body is received.
     *
     * @param buckets finds the bucket
     * @param acls checks access control lists
     * @param encryptions checks how clients' keys came
     */
    public record Checks(Buckets buckets, ObjectAclHandler acls, EncryptionHandler encryptions) {}

    /**
     * How much may be sent.
     *
     * @param maxPutBytes the greatest file
     * @param memory what all forms may take together while they are read
     * @param disk what all files may take together
     * @param files makes them
     */
    public record Limits(
            long maxPutBytes, ByteBudget memory, ByteBudget disk, SpoolFile.Factory files) {}

    public FormHandler(
            Authenticator authenticator,
            Surroundings surroundings,
            Checks checks,
            WriteHandler writes,
            Limits limits) {
        this.authenticator = authenticator;
        this.surroundings = surroundings;
        this.checks = checks;
        this.writes = writes;
        this.limits = limits;
        this.documents = new Documents(limits.memory());
    }

    /** Tells what whoever signed a form may do. */
    public interface FormAuthorizer {
        /**
         * Lets the put that a form stands for be done.
         *
         * @throws S3Exception AccessDenied, or ServiceUnavailable
         */
        Access authorize(Caller sender, RawRequest put, Resource object);
    }

    /**
     * Puts the file of a form whose signed policy is met by all fields.
     *
     * @param address where its client is
     * @param identified is told who sent it, once its signature was verified
     * @param authorizer tells what they may do
     * @throws S3Exception MissingContentLength, or AccessDenied if the policy is not met; nothing
     *     of the file is read before
     */
    public void post(
            RawRequest request,
            Resource resource,
            InputStream input,
            String address,
            Consumer<Caller> identified,
            FormAuthorizer authorizer,
            Reply reply)
            throws IOException {
        requireLength(request);
        try (ByteBudget.Reservation memory =
                limits.memory().openReservation(ByteBudget.ANONYMOUS)) {
            FormUpload form =
                    FormUpload.begin(
                            resource.bucket(),
                            new FormParts(
                                    request.headers().value("content-type").orElse(""),
                                    input,
                                    memory),
                            authenticator,
                            surroundings.time().instant());
            identified.accept(form.caller());
            // Those who have not said who they are share one account's part: leave it to them.
            memory.chargeTo(form.caller().account().name());
            new Claimant(form.caller().countedAs(), address)
                    .serve(
                            () -> {
                                post(form, request, resource, authorizer, reply);
                                return true;
                            });
        }
    }

    private void post(
            FormUpload form,
            RawRequest request,
            Resource resource,
            FormAuthorizer authorizer,
            Reply reply)
            throws IOException {
        Resource object = new Resource(resource.bucket(), form.key());
        ClientOperation op = ClientOperation.once(surroundings.random()).unless(reply::isAbandoned);
        Access access = authorizer.authorize(form.caller(), put(form, object, 0), object);
        Call before = call(form, access, object, op, 0, InputStream.nullInputStream());
        checks.buckets().of(before);
        checks.encryptions().requireSafe(request, before.headers());
        String owner = Owner.of(access.account().name()).id();
        KnownHeaders.check(Operation.PUT_OBJECT, before.headers(), owner, owner);
        checks.acls().ofNew(before);
        String account = form.caller().account().name();
        try (ByteBudget.Reservation memory = limits.memory().openReservation(account);
                ByteBudget.Reservation disk = limits.disk().openReservation(account);
                FormUpload.Received file =
                        form.receive(
                                limits.maxPutBytes(),
                                new FormBudget(memory, disk, limits.files()))) {
            writes.put(call(form, access, object, op, file.length(), file.content()), reply);
        }
        answer(request, form, object, reply);
    }

    private static void requireLength(RawRequest request) {
        if (!request.headers().has("content-length")) {
            throw new S3Exception(S3Error.MISSING_CONTENT_LENGTH);
        }
    }

    private Call call(
            FormUpload form,
            Access access,
            Resource object,
            ClientOperation op,
            long length,
            InputStream content) {
        return new Call(
                put(form, object, length), object, form.caller(), access, op, content, documents);
    }

    /** The request that does what a form asks for. */
    private static RawRequest put(FormUpload form, Resource object, long length) {
        String path = "/" + object.bucket() + "/" + PercentCoding.encodePath(object.key());
        return new RawRequest("PUT", path, new Query(List.of()), form.headers(length));
    }

    /** The put has answered by headers alone; the form says what the browser is shown. */
    private static void answer(RawRequest request, FormUpload form, Resource object, Reply reply)
            throws IOException {
        String etag = Optional.ofNullable(reply.header("ETag")).orElse("");
        String location = request.urlOf(object);
        Optional<String> page = redirect(form);
        if (page.isPresent()) {
            String separator = page.get().contains("?") ? "&" : "?";
            reply.header(
                            "Location",
                            page.get()
                                    + separator
                                    + "bucket="
                                    + PercentCoding.encode(object.bucket())
                                    + "&key="
                                    + PercentCoding.encode(object.key())
                                    + "&etag="
                                    + PercentCoding.encode(etag))
                    .empty(303);
            return;
        }
        reply.header("Location", location);
        switch (form.field("success_action_status")) {
            case "200" -> reply.empty(200);
            case "201" ->
                    reply.xml(
                            201,
                            XmlWriter.documentWithoutNamespace("PostResponse")
                                    .element("Location", location)
                                    .element("Bucket", object.bucket())
                                    .element("Key", object.key())
                                    .element("ETag", etag));
            default -> reply.empty(204);
        }
    }

    /** A page that is none is passed over, as at S3. */
    private static Optional<String> redirect(FormUpload form) {
        String page = form.field("success_action_redirect");
        if (page.isEmpty()) {
            page = form.field("redirect");
        }
        try {
            URI uri = URI.create(page);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return web && uri.getHost() != null ? Optional.of(page) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
