package io.giza.gateway.s3.form;

import io.giza.gateway.s3.auth.Authenticator;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.Resource;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An upload by a form, from the fields that come first to the file. Nothing of the file is read
 * before the policy was verified and allows it.
 */
public final class FormUpload {
    private static final String FILE_NAME = "${filename}";

    private final FormParts parts;
    private final Map<String, String> fields;
    private final PostPolicy policy;
    private final Caller caller;
    private final String key;

    private FormUpload(
            FormParts parts,
            Map<String, String> fields,
            PostPolicy policy,
            Caller caller,
            String key) {
        this.parts = parts;
        this.fields = fields;
        this.policy = policy;
        this.caller = caller;
        this.key = key;
    }

    /**
     * Reads and checks the fields.
     *
     * @param bucket the bucket that the form is sent to
     * @param parts the form, of which nothing was read
     * @param now the time, which the policy's end is compared with
     * @throws S3Exception why the form is refused
     */
    public static FormUpload begin(
            String bucket, FormParts parts, Authenticator authenticator, Instant now)
            throws IOException {
        FormParts.Fields read = parts.readFields();
        Map<String, String> fields = new LinkedHashMap<>(read.fields());
        String key = fields.getOrDefault("key", "");
        if (key.isEmpty()) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT,
                            "Bucket POST must contain a field named 'key'.  If it is specified,"
                                    + " please check the order of the fields.")
                    .with("ArgumentName", "key")
                    .with("ArgumentValue", "");
        }
        key = key.replace(FILE_NAME, read.fileName());
        if (key.isEmpty()) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "User key must have a length.");
        }
        Resource.requireShort(key);
        fields.put("key", key);
        Caller caller = authenticator.authenticateForm(fields);
        PostPolicy policy = PostPolicy.read(fields.getOrDefault("policy", ""));
        Map<String, String> about = new LinkedHashMap<>(fields);
        about.put("bucket", bucket);
        policy.check(about, now);
        return new FormUpload(parts, fields, policy, caller, key);
    }

    /** Returns who signed the policy. */
    public Caller caller() {
        return caller;
    }

    /** Returns the key of the object. */
    public String key() {
        return key;
    }

    /** Returns a field, empty if there is none. */
    public String field(String lowerCaseName) {
        return fields.getOrDefault(lowerCaseName, "");
    }

    /** Returns the fields that say something of the object, as the headers of a put. */
    public Headers headers(long length) {
        return FormHeaders.of(fields, length);
    }

    /**
     * Receives the file.
     *
     * @param limit the greatest size allowed, in bytes
     * @param budget where it is kept
     * @throws S3Exception SlowDown if there is no room, or what is wrong with the file
     */
    public Received receive(long limit, FormBudget budget) throws IOException {
        FormFile.Sizes sizes = new FormFile.Sizes(policy.least(), policy.greatest(limit));
        return new Received(FormFile.receive(parts, sizes, budget));
    }

    /** A file that was received; closing forgets it. */
    public static final class Received implements AutoCloseable {
        private final FormFile file;

        private Received(FormFile file) {
            this.file = file;
        }

        /** Returns its length in bytes. */
        public long length() {
            return file.length();
        }

        /** Returns its content, to be read once. */
        public InputStream content() {
            return file.content();
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
