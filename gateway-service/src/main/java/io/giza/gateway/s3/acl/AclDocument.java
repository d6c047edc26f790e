package io.giza.gateway.s3.acl;

import io.giza.acl.AccessControlList;
import io.giza.acl.Grant;
import io.giza.acl.Grantee;
import io.giza.acl.Permission;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlWriter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Lists as documents. What kind a grantee is follows from the one of its elements that says who,
 * since clients do not agree on how they write its type.
 */
public final class AclDocument {
    /** The name of the root element. */
    public static final String ROOT = "AccessControlPolicy";

    private static final String TYPE =
            "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=\"%s\"";
    private static final String DISPLAY_NAME = "DisplayName";
    private static final Set<String> OWNER = Set.of("ID", DISPLAY_NAME);
    private static final Set<String> WHO = Set.of("ID", "URI", "EmailAddress");

    private AclDocument() {}

    /**
     * Reads a document. Whether its owner is who owns what it is for, is for the caller to check.
     *
     * @param known tells whether a canonical id is an account's
     * @throws S3Exception MalformedACLError, InvalidArgument or UnresolvableGrantByEmailAddress
     */
    public static AccessControlList read(Element document, Predicate<String> known) {
        requireOnly(document, Set.of("Owner", "AccessControlList"));
        Element owner = one(document, "Owner");
        Element list = one(document, "AccessControlList");
        requireOnly(owner, OWNER);
        requireOnly(list, Set.of("Grant"));
        String ownerId = text(one(owner, "ID"));
        if (list.children().size() > AccessControlList.MOST_GRANTS) {
            throw malformed();
        }
        // The whole is read before anyone is looked for: first what is wrong with its form is told.
        List<Permission> permissions = new ArrayList<>();
        List<Element> grantees = new ArrayList<>();
        for (Element grant : list.children()) {
            requireOnly(grant, Set.of("Grantee", "Permission"));
            permissions.add(permission(text(one(grant, "Permission"))));
            grantees.add(who(one(grant, "Grantee")));
        }
        Grantees.account(ownerId, known);
        List<Grant> grants = new ArrayList<>();
        for (int i = 0; i < grantees.size(); i++) {
            grants.add(new Grant(grantee(grantees.get(i), known), permissions.get(i)));
        }
        return new AccessControlList(ownerId, grants);
    }

    private static Permission permission(String name) {
        return Arrays.stream(Permission.values())
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(AclDocument::malformed);
    }

    private static Element who(Element grantee) {
        List<Element> who =
                grantee.children().stream().filter(each -> WHO.contains(each.name())).toList();
        boolean others =
                grantee.children().stream()
                        .anyMatch(
                                each ->
                                        !WHO.contains(each.name())
                                                && !each.name().equals(DISPLAY_NAME));
        if (who.size() != 1 || others) {
            throw malformed();
        }
        text(who.getFirst());
        return who.getFirst();
    }

    private static Grantee grantee(Element who, Predicate<String> known) {
        String text = text(who);
        return switch (who.name()) {
            case "ID" -> Grantees.account(text, known);
            case "URI" -> Grantees.group(text);
            default -> throw Grantees.email(text);
        };
    }

    private static Element one(Element parent, String name) {
        List<Element> all = parent.all(name);
        if (all.size() != 1) {
            throw malformed();
        }
        return all.getFirst();
    }

    private static String text(Element element) {
        String text = element.text().strip();
        if (text.isEmpty() || !element.children().isEmpty()) {
            throw malformed();
        }
        return text;
    }

    private static void requireOnly(Element element, Set<String> names) {
        if (!element.children().stream().allMatch(each -> names.contains(each.name()))) {
            throw malformed();
        }
    }

    /**
     * Returns the document of a list.
     *
     * @param displayName tells the name of an account by its canonical id, empty if it has none
     */
    public static XmlWriter write(AccessControlList list, UnaryOperator<String> displayName) {
        XmlWriter document = XmlWriter.document(ROOT).open("Owner");
        account(document, list.ownerId(), displayName);
        document.close().open("AccessControlList");
        for (Grant grant : list.grants()) {
            document.open("Grant");
            switch (grant.grantee()) {
                case Grantee.Account(String id) -> {
                    document.open("Grantee", TYPE.formatted("CanonicalUser"));
                    account(document, id, displayName);
                }
                case Grantee.Group group ->
                        document.open("Grantee", TYPE.formatted("Group"))
                                .element("URI", group.uri());
            }
            document.close().element("Permission", grant.permission().name()).close();
        }
        return document.close();
    }

    private static void account(XmlWriter document, String id, UnaryOperator<String> displayName) {
        document.element("ID", id);
        String name = displayName.apply(id);
        if (!name.isEmpty()) {
            document.element(DISPLAY_NAME, name);
        }
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_ACL);
    }
}
