package io.giza.gateway.session;

import java.util.List;

/** Who assumed a role, or asks to. */
public sealed interface Assumer {
    /** Returns the access key that did it, empty if none did. */
    default String key() {
        return "";
    }

    /** Returns what logs call them. */
    String label();

    /**
     * An access key.
     *
     * @param account the account that it belongs to
     */
    record Key(String id, String account) implements Assumer {
        @Override
        public String key() {
            return id;
        }

        @Override
        public String label() {
            return id;
        }
    }

    /**
     * Whom an identity provider vouched for.
     *
     * @param issuer the provider's URL
     * @param audiences for whom it said so
     */
    record Identity(String issuer, String subject, List<String> audiences) implements Assumer {
        public Identity {
            audiences = List.copyOf(audiences);
        }

        @Override
        public String label() {
            return issuer + " " + subject;
        }
    }
}
