package io.giza.gateway.s3.acl;

import io.giza.acl.AccessControlList;
import io.giza.acl.Grant;
import io.giza.acl.Grantee;
import io.giza.acl.Permission;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lists as headers ask for them: by a name, or by grants. */
public final class AclHeaders {
    private static final String CANNED = "x-amz-acl";
    private static final Pattern GRANTEE =
            Pattern.compile("\\s*(id|uri|emailAddress)\\s*=\\s*\"?([^\",]*)\"?\\s*");

    private AclHeaders() {}

    /** Tells whether headers ask for a list. */
    public static boolean isPresent(Headers headers) {
        return !names(headers).isEmpty();
    }

    /** Returns the names of the headers that ask for a list. */
    public static List<String> names(Headers headers) {
        return headers.names().stream()
                .filter(name -> name.equals(CANNED) || isGrant(name))
                .toList();
    }

    /** Tells whether an object is put so that its bucket's owner may have it. */
    public static boolean givesToBucketOwner(Headers headers) {
        return headers.value(CANNED)
                .filter(CannedList.BUCKET_OWNER_FULL_CONTROL.text()::equals)
                .isPresent();
    }

    /** Tells whether a header grants something. */
    public static boolean isGrant(String header) {
        return Arrays.stream(Permission.values()).anyMatch(each -> header(each).equals(header));
    }

    private static String header(Permission permission) {
        return "x-amz-grant-" + permission.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the list that headers ask for.
     *
     * @param owners who owns what it is for
     * @param known tells whether a canonical id is an account's
     * @return empty if they ask for none
     * @throws S3Exception InvalidArgument, InvalidRequest, MalformedACLError or
     *     UnresolvableGrantByEmailAddress
     */
    public static Optional<AccessControlList> read(
            Headers headers, CannedList.Owners owners, Predicate<String> known) {
        Optional<String> canned = headers.value(CANNED);
        boolean hasGrants = names(headers).stream().anyMatch(AclHeaders::isGrant);
        if (canned.isPresent() && hasGrants) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "Specifying both Canned ACLs and Header Grants is not allowed.");
        }
        if (canned.isPresent()) {
            return canned.map(text -> canned(text).of(owners));
        }
        return hasGrants
                ? Optional.of(new AccessControlList(owners.ownerId(), grants(headers, known)))
                : Optional.empty();
    }

    private static CannedList canned(String text) {
        return CannedList.named(text)
                .orElseThrow(
                        () ->
                                new S3Exception(S3Error.INVALID_ARGUMENT)
                                        .with("ArgumentName", CANNED)
                                        .with("ArgumentValue", text));
    }

    private static List<Grant> grants(Headers headers, Predicate<String> known) {
        List<Grant> grants = new ArrayList<>();
        for (Permission permission : Permission.values()) {
            Optional<String> value = headers.value(header(permission));
            if (value.isEmpty()) {
                continue;
            }
            for (String each : value.get().split(",", -1)) {
                grants.add(new Grant(grantee(header(permission), each, known), permission));
            }
        }
        if (grants.size() > AccessControlList.MOST_GRANTS) {
            throw new S3Exception(S3Error.MALFORMED_ACL);
        }
        return grants;
    }

    private static Grantee grantee(String header, String text, Predicate<String> known) {
        Matcher matcher = GRANTEE.matcher(text);
        if (!matcher.matches()) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "Argument format not recognized")
                    .with("ArgumentName", header)
                    .with("ArgumentValue", text.strip());
        }
        String value = matcher.group(2);
        return switch (matcher.group(1)) {
            case "id" -> Grantees.account(value, known);
            case "uri" -> Grantees.group(value);
            default -> throw Grantees.email(value);
        };
    }
}
