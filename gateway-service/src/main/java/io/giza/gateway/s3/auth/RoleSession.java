package io.giza.gateway.s3.auth;

/**
 * A session of a role, which temporary credentials are of.
 *
 * @param role the role's name
 * @param name what whoever assumed the role calls the session
 * @param parent the access key that assumed it; empty where an identity provider vouched for it
 */
public record RoleSession(String role, String name, String parent) {
    /** Returns under which name it counts what it takes: another session gets no other share. */
    String countedAs() {
        return parent.isEmpty() ? "role/" + role : parent;
    }

    /** Returns its name in the account that the role is of. */
    String arn(String account) {
        return "arn:aws:sts::" + account + ":assumed-role/" + role + "/" + name;
    }

    /** Returns what logs call it. */
    public String label() {
        return "assumed-role/" + role + "/" + name;
    }
}
