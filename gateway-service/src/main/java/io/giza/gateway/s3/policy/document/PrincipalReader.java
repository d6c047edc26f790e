package io.giza.gateway.s3.policy.document;

import static io.giza.gateway.s3.policy.document.MalformedPolicy.malformed;

import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.policy.Principal;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads whom a statement names. A text that is not of one of S3's kinds, outside of an object, is
 * taken for one of the kind AWS.
 */
final class PrincipalReader {
    private static final String INVALID = "Invalid principal in policy";
    private static final String EVERYONE = "*";
    private static final String ACCOUNT = "arn:aws(?:-cn|-us-gov)?:iam::([^:/*?]+):";
    private static final String NAME = "(?:[^:/*?]+/)*([^:/*?]+)";
    private static final Pattern ROOT = Pattern.compile(ACCOUNT + "root");
    private static final Pattern USER = Pattern.compile(ACCOUNT + "user/" + NAME);
    private static final Pattern ROLE = Pattern.compile(ACCOUNT + "role/" + NAME);
    private static final Pattern SESSION =
            Pattern.compile(
                    "arn:aws(?:-cn|-us-gov)?:sts::([^:/*?]+):assumed-role/([^:/*?]+)/([^:/*?]+)");
    private static final Pattern CANONICAL = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern SERVICE = Pattern.compile("[a-z0-9-]+(?:\\.[a-z0-9-]+)+");
    private static final Pattern PROVIDER =
            Pattern.compile(
                    "[a-z0-9-]+(?:\\.[a-z0-9-]+)+"
                            + "|arn:aws(?:-cn|-us-gov)?:iam::[^:/*?]+:"
                            + "(?:saml|oidc)-provider/[^*?]+");
    private static final Pattern NO_ARN = Pattern.compile("[^:/*?\\s]+");

    private PrincipalReader() {}

    static List<Principal> read(JsonNode node, KnownPrincipals known) {
        List<Principal> principals = new ArrayList<>();
        if (node.isObject()) {
            node.properties()
                    .forEach(each -> add(principals, each.getValue(), kind(each.getKey())));
        } else {
            add(principals, node, PrincipalReader::aws);
        }
        if (principals.isEmpty() || !principals.stream().allMatch(each -> isKnown(each, known))) {
            throw invalid();
        }
        return principals;
    }

    private static void add(
            List<Principal> principals, JsonNode node, Function<String, Principal> kind) {
        Fields.texts(node, INVALID).forEach(each -> principals.add(kind.apply(each)));
    }

    private static Function<String, Principal> kind(String name) {
        return switch (name) {
            case "AWS" -> PrincipalReader::aws;
            case "CanonicalUser" -> text -> new Principal.CanonicalUser(fitting(CANONICAL, text));
            case "Federated" -> text -> new Principal.Federated(fitting(PROVIDER, text));
            case "Service" -> text -> new Principal.Service(fitting(SERVICE, text));
            default -> throw invalid();
        };
    }

    private static Principal aws(String text) {
        if (text.equals(EVERYONE)) {
            return new Principal.Everyone();
        }
        Matcher root = ROOT.matcher(text);
        if (root.matches()) {
            return new Principal.AccountRoot(root.group(1));
        }
        Matcher user = USER.matcher(text);
        if (user.matches()) {
            return new Principal.User(user.group(1), user.group(2));
        }
        Matcher role = ROLE.matcher(text);
        if (role.matches()) {
            return new Principal.Role(role.group(1), role.group(2));
        }
        Matcher session = SESSION.matcher(text);
        if (session.matches()) {
            return new Principal.Session(session.group(1), session.group(2), session.group(3));
        }
        return new Principal.Named(fitting(NO_ARN, text));
    }

    private static String fitting(Pattern pattern, String text) {
        if (!pattern.matcher(text).matches()) {
            throw invalid();
        }
        return text;
    }

    private static boolean isKnown(Principal principal, KnownPrincipals known) {
        return switch (principal) {
            case Principal.Everyone _, Principal.Federated _, Principal.Service _ -> true;
            case Principal.Named _,
                    Principal.AccountRoot _,
                    Principal.User _,
                    Principal.Role _,
                    Principal.Session _,
                    Principal.CanonicalUser _ ->
                    known.exists(principal);
        };
    }

    private static S3Exception invalid() {
        return malformed(INVALID);
    }
}
