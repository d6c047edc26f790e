package io.giza.gateway.s3.policy;

/** Whom a statement names. */
public sealed interface Principal {
    /** {@code *}: everyone, signed or not. */
    record Everyone() implements Principal {}

    /** An account by its name, or an access key by its id: a text that is no ARN. */
    record Named(String text) implements Principal {}

    /** {@code arn:aws:iam::ACCOUNT:root}: every key and session of an account. */
    record AccountRoot(String account) implements Principal {}

    /**
     * {@code arn:aws:iam::ACCOUNT:user/NAME}.
     *
     * @param name the name of an access key, or its id
     */
    record User(String account, String name) implements Principal {}

    /** {@code arn:aws:iam::ACCOUNT:role/ROLE}: every session of a role. */
    record Role(String account, String role) implements Principal {}

    /** {@code arn:aws:sts::ACCOUNT:assumed-role/ROLE/SESSION}: one session of a role. */
    record Session(String account, String role, String session) implements Principal {}

    /**
     * {@code CanonicalUser}: an account by its canonical id.
     *
     * @param id 64 hexadecimal digits
     */
    record CanonicalUser(String id) implements Principal {}

    /** {@code Federated}: whom an identity provider knows. No request is signed so. */
    record Federated(String provider) implements Principal {}

    /** {@code Service}: a part of the store that acts by itself. */
    record Service(String name) implements Principal {}
}
