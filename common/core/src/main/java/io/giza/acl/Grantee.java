package io.giza.acl;

import java.util.Arrays;
import java.util.Optional;

/** Whom something is granted to. */
public sealed interface Grantee {
    /**
     * An account: all of its keys and sessions.
     *
     * @param id its canonical id
     */
    record Account(String id) implements Grantee {}

    /** One of the groups that there are. */
    enum Group implements Grantee {
        /** Everyone, signed or not. */
        ALL_USERS("http://acs.amazonaws.com/groups/global/AllUsers"),
        /** Everyone who signed, of whatever account. */
        AUTHENTICATED_USERS("http://acs.amazonaws.com/groups/global/AuthenticatedUsers"),
        /** What delivers the access logs of buckets. */
        LOG_DELIVERY("http://acs.amazonaws.com/groups/s3/LogDelivery");

        private final String uri;

        Group(String uri) {
            this.uri = uri;
        }

        /** Finds the group of a URI. */
        public static Optional<Group> named(String uri) {
            return Arrays.stream(values()).filter(each -> each.uri.equals(uri)).findFirst();
        }

        /** Returns its name in documents and headers. */
        public String uri() {
            return uri;
        }
    }
}
