package io.giza.gateway.s3.acl;

import io.giza.gateway.s3.policy.Requester;

import java.util.Arrays;
import java.util.Optional;

/** Whom something is granted to. */
public sealed interface Grantee {
    /**
     * An account: all of its keys and sessions.
     *
     * @param id its canonical id
     */
    record Account(String id) implements Grantee {
        @Override
        public boolean includes(Requester requester) {
            return switch (requester) {
                case Requester.User user -> user.account().canonicalId().equals(id);
                case Requester.RoleSession session -> session.account().canonicalId().equals(id);
                case Requester.Anonymous _, Requester.Service _ -> false;
            };
        }
    }

    /** One of the groups that there are. */
    enum Group implements Grantee {
        /** Everyone, signed or not. */
        ALL_USERS("http://acs.amazonaws.com/groups/global/AllUsers"),
        /** Everyone who signed, of whatever account. */
        AUTHENTICATED_USERS("http://acs.amazonaws.com/groups/global/AuthenticatedUsers"),
        /** What delivers the access logs of buckets. */
        LOG_DELIVERY("http://acs.amazonaws.com/groups/s3/LogDelivery");

        private static final String LOGGING = "logging.s3.amazonaws.com";

        private final String uri;

        Group(String uri) {
            this.uri = uri;
        }

        static Optional<Group> named(String uri) {
            return Arrays.stream(values()).filter(each -> each.uri.equals(uri)).findFirst();
        }

        /** Returns its name in documents and headers. */
        String uri() {
            return uri;
        }

        @Override
        public boolean includes(Requester requester) {
            return switch (this) {
                case ALL_USERS -> true;
                case AUTHENTICATED_USERS ->
                        requester instanceof Requester.User
                                || requester instanceof Requester.RoleSession;
                case LOG_DELIVERY -> requester.equals(new Requester.Service(LOGGING));
            };
        }
    }

    /** Tells whether who asks is meant. */
    boolean includes(Requester requester);
}
