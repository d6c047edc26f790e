package io.giza.gateway.s3.policy;

/** The versions of the language. */
public enum PolicyVersion {
    /** Takes variables for plain text; a policy without a version has this one. */
    V2008("2008-10-17"),
    V2012("2012-10-17");

    private final String text;

    PolicyVersion(String text) {
        this.text = text;
    }

    /** Returns its name in documents. */
    public String text() {
        return text;
    }
}
