package io.giza.gateway.s3.policy;

import java.util.List;

/** Who asks, and what policies may know of them. */
public sealed interface Requester {
    /** Nobody signed the request. */
    record Anonymous() implements Requester {
        @Override
        public List<String> values(String key) {
            return switch (key) {
                case "aws:principalaccount", "aws:userid" -> List.of("anonymous");
                case "aws:principaltype" -> List.of("Anonymous");
                default -> List.of();
            };
        }
    }

    /**
     * An access key of an account signed it.
     *
     * @param account the account
     * @param accessKeyId the key's id, which is also the user's unique id
     * @param name the user's name; the id of a key that has no other name
     */
    record User(AccountName account, String accessKeyId, String name) implements Requester {
        @Override
        public List<String> values(String key) {
            return switch (key) {
                case "aws:principalaccount" -> List.of(account.name());
                case "aws:principalarn" ->
                        List.of("arn:aws:iam::" + account.name() + ":user/" + name);
                case "aws:principaltype" -> List.of("User");
                case "aws:userid" -> List.of(accessKeyId);
                case "aws:username" -> List.of(name);
                default -> List.of();
            };
        }
    }

    /**
     * A session of a role signed it.
     *
     * @param account the account of the role
     * @param role the role's name
     * @param session what whoever assumed the role calls the session
     */
    record RoleSession(AccountName account, String role, String session) implements Requester {
        @Override
        public List<String> values(String key) {
            return switch (key) {
                case "aws:principalaccount" -> List.of(account.name());
                case "aws:principalarn" ->
                        List.of("arn:aws:iam::" + account.name() + ":role/" + role);
                case "aws:principaltype" -> List.of("AssumedRole");
                case "aws:userid" -> List.of(role + ":" + session);
                default -> List.of();
            };
        }
    }

    /**
     * A part of the store acts by itself, such as one that delivers logs.
     *
     * @param name as in {@code logging.s3.amazonaws.com}
     */
    record Service(String name) implements Requester {
        @Override
        public List<String> values(String key) {
            return List.of();
        }
    }

    /**
     * An account.
     *
     * @param name its name, which stands where S3 has twelve digits
     * @param canonicalId 64 hexadecimal digits
     */
    record AccountName(String name, String canonicalId) {}

    /**
     * Returns the values of a condition key that is about who asks, none if it has none.
     *
     * @param key its name in lower case
     */
    List<String> values(String key);
}
