package io.giza.gateway.s3.document;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlWriter;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The one access control list that there is: the owner's account may do everything. What is read
 * here is whether a client asks for that one, in whichever of S3's forms, or for another.
 */
public final class AccessControlList {
    /** The name of the root element of its document. */
    public static final String ROOT = "AccessControlPolicy";

    /** Canned lists that mean the same, as long as an object's owner is its bucket's owner. */
    private static final Set<String> PRIVATE =
            Set.of("private", "bucket-owner-read", "bucket-owner-full-control");

    private static final Set<String> CANNED =
            Set.of(
                    "public-read",
                    "public-read-write",
                    "authenticated-read",
                    "aws-exec-read",
                    "log-delivery-write");
    private static final String GRANT = "x-amz-grant-";
    private static final Set<String> PERMISSIONS =
            Set.of("READ", "WRITE", "READ_ACP", "WRITE_ACP", "FULL_CONTROL");
    private static final Pattern GRANTEE =
            Pattern.compile("\\s*(id|uri|emailAddress)\\s*=\\s*\"?([^\",]*)\"?\\s*");

    private AccessControlList() {}

    /** Tells whether the headers ask for an access control list. */
    public static boolean isPresent(Headers headers) {
        return !headers(headers).isEmpty();
    }

    /** Returns the names of the headers that ask for an access control list. */
    public static List<String> headers(Headers headers) {
        return headers.names().stream()
                .filter(name -> name.equals("x-amz-acl") || isGrant(name))
                .toList();
    }

    /** Tells whether a header grants something. */
    public static boolean isGrant(String header) {
        return header.startsWith(GRANT)
                && PERMISSIONS.contains(
                        header.substring(GRANT.length())
                                .replace('-', '_')
                                .toUpperCase(Locale.ROOT));
    }

    /**
     * Tells whether headers ask for a list that grants nothing to others.
     *
     * @param ownerId the canonical id of the owner's account
     * @throws S3Exception InvalidArgument or InvalidRequest if they make no sense
     */
    public static boolean isPrivate(Headers headers, String ownerId) {
        Optional<String> canned = headers.value("x-amz-acl");
        List<String> grants = headers.names().stream().filter(AccessControlList::isGrant).toList();
        if (canned.isPresent() && !grants.isEmpty()) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "Specifying both Canned ACLs and Header Grants is not allowed");
        }
        if (canned.isPresent()) {
            return isPrivate(canned.get());
        }
        boolean ownerOnly = true;
        for (String header : grants) {
            ownerOnly &= grantsTo(ownerId, headers.value(header).orElse(""));
        }
        return ownerOnly && (grants.isEmpty() || grants.contains(GRANT + "full-control"));
    }

    private static boolean isPrivate(String canned) {
        if (!PRIVATE.contains(canned) && !CANNED.contains(canned)) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT)
                    .with("ArgumentName", "x-amz-acl")
                    .with("ArgumentValue", canned);
        }
        return PRIVATE.contains(canned);
    }

    private static boolean grantsTo(String ownerId, String grantees) {
        boolean ownerOnly = true;
        for (String each : grantees.split(",", -1)) {
            Matcher matcher = GRANTEE.matcher(each);
            if (!matcher.matches()) {
                throw new S3Exception(S3Error.INVALID_ARGUMENT, "Argument format not recognized");
            }
            ownerOnly &= matcher.group(1).equals("id") && matcher.group(2).equals(ownerId);
        }
        return ownerOnly;
    }

    /**
     * Tells whether a document is the list that grants nothing to others.
     *
     * @param ownerId the canonical id of the owner's account
     * @throws S3Exception MalformedACLError or AccessDenied
     */
    public static boolean isPrivate(Element document, String ownerId) {
        List<Element> owners = document.all("Owner");
        List<Element> lists = document.all("AccessControlList");
        if (owners.size() != 1 || lists.size() != 1) {
            throw malformed();
        }
        Optional<String> own = Optional.of(ownerId);
        boolean ownerOnly = true;
        boolean everything = false;
        for (Element grant : lists.getFirst().children()) {
            List<Element> grantees = grant.all("Grantee");
            String permission = grant.first("Permission").orElse("").strip();
            boolean named =
                    grantees.stream()
                            .allMatch(
                                    each ->
                                            each.children().stream()
                                                    .noneMatch(part -> part.text().isBlank()));
            if (!grant.name().equals("Grant")
                    || grantees.size() != 1
                    || !named
                    || !PERMISSIONS.contains(permission)) {
                throw malformed();
            }
            ownerOnly &= grantees.getFirst().first("ID").map(String::strip).equals(own);
            everything |= permission.equals("FULL_CONTROL");
        }
        Optional<String> owner = owners.getFirst().first("ID").map(String::strip);
        if (owner.filter(each -> !each.isEmpty()).isEmpty()) {
            throw malformed();
        }
        if (!owner.equals(own)) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
        return ownerOnly && everything;
    }

    /** Writes the owner's right to do everything, after the owner. */
    public static void write(XmlWriter document, String ownerId, String displayName) {
        document.open("AccessControlList")
                .open("Grant")
                .open(
                        "Grantee",
                        "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\""
                                + " xsi:type=\"CanonicalUser\"")
                .element("ID", ownerId)
                .element("DisplayName", displayName)
                .close()
                .element("Permission", "FULL_CONTROL")
                .close()
                .close();
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_ACL);
    }
}
