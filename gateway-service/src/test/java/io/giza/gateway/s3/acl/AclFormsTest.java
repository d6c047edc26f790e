package io.giza.gateway.s3.acl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.acl.AccessControlList;
import io.giza.acl.Grant;
import io.giza.acl.Grantee;
import io.giza.acl.Permission;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.xml.XmlReader;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Lists as headers and documents have them, and in which words S3 refuses others. */
class AclFormsTest {
    private static final Set<String> KNOWN = Set.of("own", "bucket", "other");
    private static final CannedList.Owners OWNERS = new CannedList.Owners("own", "bucket");
    private static final String ALL = "http://acs.amazonaws.com/groups/global/AllUsers";

    @Test
    void headersGrantToSeveral() {
        AccessControlList list =
                headers(
                        Map.of(
                                "x-amz-grant-read",
                                List.of("id=\"other\", uri=\"" + ALL + "\""),
                                "x-amz-grant-full-control",
                                List.of("id=own"),
                                "x-amz-grant-write-acp",
                                List.of(" id = \"bucket\" ")));

        assertThat(list.ownerId()).isEqualTo("own");
        assertThat(list.grants())
                .containsExactlyInAnyOrder(
                        new Grant(new Grantee.Account("other"), Permission.READ),
                        new Grant(Grantee.Group.ALL_USERS, Permission.READ),
                        new Grant(new Grantee.Account("own"), Permission.FULL_CONTROL),
                        new Grant(new Grantee.Account("bucket"), Permission.WRITE_ACP));
    }

    @ParameterizedTest
    @EnumSource(CannedList.class)
    void headersNameLists(CannedList canned) {
        assertThat(headers(Map.of("x-amz-acl", List.of(canned.text()))))
                .isEqualTo(canned.of(OWNERS));
    }

    @Test
    void otherHeadersAskForNone() {
        Headers headers = Headers.of(Map.of("x-amz-grant-nonsense", List.of("x")));

        assertThat(AclHeaders.isPresent(headers)).isFalse();
        assertThat(AclHeaders.read(headers, OWNERS, KNOWN::contains)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    x-amz-acl        | Private           | InvalidArgument | Invalid Argument.
                    x-amz-acl        | ``                | InvalidArgument | Invalid Argument.
                    x-amz-grant-read | other             | InvalidArgument | Argument format not recognized
                    x-amz-grant-read | ``                | InvalidArgument | Argument format not recognized
                    x-amz-grant-read | id="own",         | InvalidArgument | Argument format not recognized
                    x-amz-grant-read | name="own"        | InvalidArgument | Argument format not recognized
                    x-amz-grant-read | id="unknown"      | InvalidArgument | Invalid id
                    x-amz-grant-read | id=""             | InvalidArgument | Invalid id
                    x-amz-grant-read | uri="http://x"    | InvalidArgument | Invalid group uri
                    x-amz-grant-read | emailAddress="a@b" | UnresolvableGrantByEmailAddress | The e-mail address you provided does not match any account on record.
                    """)
    void refusesOtherHeaders(String name, String value, String code, String message) {
        assertRefused(code, () -> headers(Map.of(name, List.of(value))), message);
    }

    @Test
    void refusesANameAndGrantsTogether() {
        assertRefused(
                "InvalidRequest",
                () ->
                        headers(
                                Map.of(
                                        "x-amz-acl",
                                        List.of("private"),
                                        "x-amz-grant-read",
                                        List.of("id=own"))),
                "Specifying both Canned ACLs and Header Grants is not allowed.");
    }

    @Test
    void takesAHundredGrantsAndNoMore() {
        String most = "id=own" + ",id=own".repeat(99);

        assertThat(headers(Map.of("x-amz-grant-read", List.of(most))).grants()).hasSize(1);
        assertMalformed(() -> headers(Map.of("x-amz-grant-read", List.of(most + ",id=own"))));
        assertThat(document(owner("own") + list(grant(id("own"), "READ").repeat(100))).grants())
                .hasSize(1);
        assertMalformed(() -> document(owner("own") + list(grant(id("own"), "READ").repeat(101))));
    }

    @ParameterizedTest
    @EnumSource(CannedList.class)
    void documentsAreReadAsTheyAreWritten(CannedList canned) {
        AccessControlList list = canned.of(OWNERS);
        byte[] document = AclDocument.write(list, id -> "name of " + id).finish();

        assertThat(AclDocument.read(XmlReader.parse(document, AclDocument.ROOT), KNOWN::contains))
                .isEqualTo(list);
    }

    @Test
    void documentsAreWrittenInTheWordsOfS3() {
        byte[] document =
                AclDocument.write(
                                CannedList.PUBLIC_READ.of(OWNERS),
                                id -> id.equals("own") ? "name" : "")
                        .finish();

        String type = "<Grantee xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:type=";
        assertThat(new String(document, StandardCharsets.UTF_8))
                .endsWith(
                        "<Owner><ID>own</ID><DisplayName>name</DisplayName></Owner>"
                                + "<AccessControlList><Grant>"
                                + type
                                + "\"CanonicalUser\"><ID>own</ID><DisplayName>name</DisplayName>"
                                + "</Grantee><Permission>FULL_CONTROL</Permission></Grant><Grant>"
                                + type
                                + "\"Group\"><URI>"
                                + ALL
                                + "</URI></Grantee><Permission>READ</Permission></Grant>"
                                + "</AccessControlList></AccessControlPolicy>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<Owner><ID>own</ID></Owner>",
                "<AccessControlList/>",
                "<Owner/><AccessControlList/>",
                "<Owner><ID> </ID></Owner><AccessControlList/>",
                "<Owner><ID>own</ID></Owner><AccessControlList/><AccessControlList/>",
                "<Owner><ID>own</ID></Owner><AccessControlList/><Other/>",
                "<Owner><ID>own</ID></Owner><AccessControlList><Grunt/></AccessControlList>",
                "<Owner><ID>own</ID></Owner><AccessControlList><Grant/></AccessControlList>",
            })
    void refusesDocumentsThatAreNone(String content) {
        assertMalformed(() -> document(content));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Grantee/><Permission>READ</Permission>",
                "<Grantee><ID/></Grantee><Permission>READ</Permission>",
                "<Grantee><ID>own</ID><URI>x</URI></Grantee><Permission>READ</Permission>",
                "<Grantee><ID>own</ID><Other>x</Other></Grantee><Permission>READ</Permission>",
                "<Grantee><DisplayName>own</DisplayName></Grantee><Permission>READ</Permission>",
                "<Grantee><ID>own</ID></Grantee><Permission>read</Permission>",
                "<Grantee><ID>own</ID></Grantee>",
                "<Permission>READ</Permission>",
                "<Grantee><ID>own</ID></Grantee><Permission>READ</Permission><Permission>READ"
                        + "</Permission>",
            })
    void refusesGrantsThatAreNone(String content) {
        assertMalformed(() -> document(owner("own") + list("<Grant>" + content + "</Grant>")));
    }

    @Test
    void tellsWhatIsWrongWithTheFormFirst() {
        String unknown = grant(id("unknown"), "READ");
        String malformed = grant(id("own"), "NOTHING");

        assertMalformed(() -> document(owner("own") + list(unknown + malformed)));
        assertRefused(
                "InvalidArgument", () -> document(owner("own") + list(unknown)), "Invalid id");
        assertRefused(
                "InvalidArgument",
                () -> document(owner("own") + list(grant("<URI>x</URI>", "READ"))),
                "Invalid group uri");
        assertRefused(
                "UnresolvableGrantByEmailAddress",
                () ->
                        document(
                                owner("own")
                                        + list(grant("<EmailAddress>a@b</EmailAddress>", "READ"))),
                "The e-mail address you provided does not match any account on record.");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aDocumentIsReadOrRefusedWhateverItSays(long seed) {
        Random random = new Random(seed);
        byte[] whole = AclDocument.write(CannedList.PUBLIC_READ.of(OWNERS), _ -> "x").finish();
        int read = 0;
        for (int i = 0; i < 3_000; i++) {
            byte[] changed = whole.clone();
            for (int changes = random.nextInt(3); changes > 0; changes--) {
                changed[random.nextInt(changed.length)] = changed[random.nextInt(changed.length)];
            }
            try {
                AclDocument.read(XmlReader.parse(changed, AclDocument.ROOT), KNOWN::contains);
                read++;
            } catch (S3Exception e) {
                assertThat(e.error().status()).isEqualTo(400);
            }
        }
        assertThat(read).isBetween(1, 2_999);
    }

    private static AccessControlList headers(Map<String, List<String>> headers) {
        return AclHeaders.read(Headers.of(headers), OWNERS, KNOWN::contains).orElseThrow();
    }

    private static AccessControlList document(String content) {
        String document = "<AccessControlPolicy>" + content + "</AccessControlPolicy>";
        return AclDocument.read(
                XmlReader.parse(document.getBytes(StandardCharsets.UTF_8), AclDocument.ROOT),
                KNOWN::contains);
    }

    private static String owner(String id) {
        return "<Owner>" + id(id) + "</Owner>";
    }

    private static String id(String id) {
        return "<ID>" + id + "</ID>";
    }

    private static String list(String grants) {
        return "<AccessControlList>" + grants + "</AccessControlList>";
    }

    private static String grant(String who, String permission) {
        return "<Grant><Grantee>%s</Grantee><Permission>%s</Permission></Grant>"
                .formatted(who, permission);
    }

    private static void assertMalformed(ThrowingCallable action) {
        assertRefused(
                "MalformedACLError",
                action,
                "The XML you provided was not well-formed or did not validate against our published"
                        + " schema.");
    }

    private static void assertRefused(String code, ThrowingCallable action, String message) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        S3Exception.class, each -> assertThat(each.error().code()).isEqualTo(code))
                .hasMessage(message);
    }
}
