package io.giza.gateway.s3.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;

import org.junit.jupiter.api.Test;

import java.io.IOException;

/** What access control lists of objects let others do, and whose objects are. */
class ObjectAclTest extends AclFixture {
    @Test
    void whoMayReadAnObjectReadsItAndNothingElse() throws IOException {
        assertDenied(sendAsOther(new Ask("GET", "/mine/key")));
        grant("/mine/key", "read", them);

        assertThat(sendAsOther(new Ask("GET", "/mine/key")).body()).isEqualTo("my content");
        assertThat(sendAsOther(new Ask("HEAD", "/mine/key")).status()).isEqualTo(200);
        assertDenied(sendAsOther(new Ask("GET", "/mine/other")));
        assertDenied(sendAsOther(new Ask("GET", "/mine/key?acl")));
        assertDenied(sendAsOther(new Ask("GET", "/mine/key?tagging")));
        assertDenied(
                sendAsOther(
                        new Ask("GET", "/mine/key?attributes")
                                .header("x-amz-object-attributes", "ETag")));
        assertDenied(sendAsOther(new Ask("PUT", "/mine/key").body("theirs")));
        assertDenied(sendAsOther(new Ask("DELETE", "/mine/key")));
        assertDenied(sendAsOther(new Ask("GET", "/mine")));
        assertDenied(
                sendAsOther(new Ask("PUT", "/mine/key?acl").header("x-amz-acl", "public-read")));
        assertDenied(send(new Ask("GET", "/mine/key").anonymous()));
    }

    @Test
    void whoMayNotListIsNotToldWhatIsThere() throws IOException {
        Response hidden = sendAsOther(new Ask("GET", "/mine/key"));
        Response missing = sendAsOther(new Ask("GET", "/mine/missing"));
        assertDenied(hidden);
        assertThat(missing.element("Code")).isEqualTo("AccessDenied");
        assertDenied(sendAsOther(new Ask("GET", "/mine/missing?acl")));
        assertDenied(
                sendAsOther(
                        new Ask("PUT", "/mine/missing?acl").header("x-amz-acl", "public-read")));
        assertDenied(send(new Ask("GET", "/mine/missing").anonymous()));
        assertDenied(
                sendAsOther(
                        new Ask("PUT", "/theirs/copy")
                                .header("x-amz-copy-source", "/mine/missing")));

        put("/mine", "x-amz-grant-read", "id=" + them);
        assertThat(sendAsOther(new Ask("GET", "/mine/missing")).element("Code"))
                .isEqualTo("NoSuchKey");
        assertDenied(sendAsOther(new Ask("GET", "/mine/key")));
    }

    @Test
    void aCannedListOpensAnObjectToEveryoneOrToAccounts() throws IOException {
        put("/mine/key", "x-amz-acl", "public-read");
        assertThat(send(new Ask("GET", "/mine/key").anonymous()).body()).isEqualTo("my content");
        assertDenied(send(new Ask("GET", "/mine/key?acl").anonymous()));
        assertThat(send(new Ask("GET", "/mine/key?acl")).body()).contains("groups/global/AllUsers");

        put("/mine/key", "x-amz-acl", "authenticated-read");
        assertDenied(send(new Ask("GET", "/mine/key").anonymous()));
        assertThat(sendAsOther(new Ask("GET", "/mine/key")).status()).isEqualTo(200);

        put("/mine/key", "x-amz-acl", "private");
        assertDenied(sendAsOther(new Ask("GET", "/mine/key")));
    }

    @Test
    void anObjectIsPutWithAList() throws IOException {
        send(new Ask("PUT", "/mine/open").header("x-amz-acl", "public-read").body("open"));
        assertThat(send(new Ask("GET", "/mine/open").anonymous()).body()).isEqualTo("open");
        // What takes its place has a list of its own.
        send(new Ask("PUT", "/mine/open").body("closed"));
        assertDenied(send(new Ask("GET", "/mine/open").anonymous()));

        send(
                new Ask("PUT", "/mine/granted")
                        .header("x-amz-grant-read", "id=" + them)
                        .header("x-amz-grant-write-acp", "id=\"" + them + "\"")
                        .body("granted"));
        assertThat(sendAsOther(new Ask("GET", "/mine/granted")).body()).isEqualTo("granted");
        assertThat(
                        sendAsOther(
                                        new Ask("PUT", "/mine/granted?acl")
                                                .header("x-amz-acl", "public-read"))
                                .status())
                .isEqualTo(200);
        assertThat(send(new Ask("GET", "/mine/granted").anonymous()).status()).isEqualTo(200);
        assertRefused(
                "InvalidArgument",
                new Ask("PUT", "/mine/key")
                        .header("x-amz-grant-read", "id=" + "0".repeat(64))
                        .body("x"));
        assertRefused(
                "InvalidRequest",
                new Ask("PUT", "/mine/key")
                        .header("x-amz-acl", "private")
                        .header("x-amz-grant-read", "id=" + them)
                        .body("x"));
    }

    @Test
    void aCopyHasNothingOfTheListOfItsSource() throws IOException {
        put("/mine/key", "x-amz-acl", "public-read");
        assertThat(
                        send(new Ask("PUT", "/mine/copy").header("x-amz-copy-source", "/mine/key"))
                                .status())
                .isEqualTo(200);
        assertDenied(send(new Ask("GET", "/mine/copy").anonymous()));

        send(
                new Ask("PUT", "/mine/copy")
                        .header("x-amz-copy-source", "/mine/key")
                        .header("x-amz-acl", "public-read"));
        assertThat(send(new Ask("GET", "/mine/copy").anonymous()).body()).isEqualTo("my content");
    }

    @Test
    void whoCopiesNeedsToReadTheSourceThemselves() throws IOException {
        Ask copy = new Ask("PUT", "/theirs/copy").header("x-amz-copy-source", "/mine/key");
        assertDenied(sendAsOther(copy));
        // What they may do to their own bucket lets them read nothing of others.
        sendAsOther(new Ask("PUT", "/theirs/copy").body("before"));
        assertDenied(sendAsOther(copy));
        assertThat(sendAsOther(new Ask("GET", "/theirs/copy")).body()).isEqualTo("before");

        grant("/mine/key", "read", them);
        assertThat(sendAsOther(copy).status()).isEqualTo(200);
        assertThat(sendAsOther(new Ask("GET", "/theirs/copy")).body()).isEqualTo("my content");
        assertThat(sendAsOther(new Ask("GET", "/theirs/copy?acl")).body())
                .contains(them)
                .doesNotContain(me);
    }

    @Test
    void whatOthersPutIsTheirsWhereWritersOwnObjects() throws IOException {
        put("/mine", "x-amz-grant-write", "id=" + them);
        assertThat(sendAsOther(new Ask("PUT", "/mine/given").body("given")).status())
                .isEqualTo(200);

        assertThat(sendAsOther(new Ask("GET", "/mine/given")).body()).isEqualTo("given");
        assertThat(sendAsOther(new Ask("GET", "/mine/given?acl")).element("ID")).isEqualTo(them);
        assertDenied(send(new Ask("GET", "/mine/given")));
        assertDenied(send(new Ask("GET", "/mine/given?acl")));
        assertDenied(send(new Ask("PUT", "/mine/given?acl").header("x-amz-acl", "private")));
        assertDenied(
                send(new Ask("PUT", "/mine/taken").header("x-amz-copy-source", "/mine/given")));
        assertThat(send(new Ask("GET", "/mine?prefix=given")).body())
                .contains("<Owner><ID>" + them + "</ID><DisplayName>other</DisplayName></Owner>");
        assertThat(send(new Ask("GET", "/mine?list-type=2&fetch-owner=true&prefix=given")).body())
                .contains("<ID>" + them + "</ID>");
        assertThat(send(new Ask("GET", "/mine?versions&prefix=given")).body())
                .contains("<ID>" + them + "</ID>");
        // Whose the bucket is gets rid of it, but does not read it.
        assertThat(send(new Ask("DELETE", "/mine/given")).status()).isEqualTo(204);
    }

    @Test
    void whatIsGivenToTheBucketsOwnerIsTheirsWherePreferred() throws IOException {
        put("/mine", "x-amz-grant-write", "id=" + them);
        ownership("BucketOwnerPreferred");
        sendAsOther(
                new Ask("PUT", "/mine/given")
                        .header("x-amz-acl", "bucket-owner-full-control")
                        .body("given"));
        assertThat(send(new Ask("GET", "/mine/given")).body()).isEqualTo("given");
        assertThat(send(new Ask("GET", "/mine/given?acl")).element("ID")).isEqualTo(me);
        assertDenied(sendAsOther(new Ask("GET", "/mine/given")));

        sendAsOther(new Ask("PUT", "/mine/kept").body("kept"));
        assertDenied(send(new Ask("GET", "/mine/kept")));

        ownership("ObjectWriter");
        sendAsOther(
                new Ask("PUT", "/mine/shared")
                        .header("x-amz-acl", "bucket-owner-full-control")
                        .body("shared"));
        assertThat(send(new Ask("GET", "/mine/shared")).body()).isEqualTo("shared");
        assertThat(send(new Ask("GET", "/mine/shared?acl")).element("ID")).isEqualTo(them);
        sendAsOther(
                new Ask("PUT", "/mine/shown").header("x-amz-acl", "bucket-owner-read").body("x"));
        assertThat(send(new Ask("GET", "/mine/shown")).status()).isEqualTo(200);
        assertDenied(send(new Ask("GET", "/mine/shown?acl")));
    }

    @Test
    void whereOwnershipIsEnforcedListsMeanNothingAndAreRefused() throws IOException {
        put("/mine", "x-amz-grant-write", "id=" + them);
        sendAsOther(new Ask("PUT", "/mine/given").body("given"));
        put("/mine/key", "x-amz-acl", "public-read");
        put("/mine", "x-amz-acl", "private");
        ownership("BucketOwnerEnforced");

        assertDenied(send(new Ask("GET", "/mine/key").anonymous()));
        assertDenied(sendAsOther(new Ask("GET", "/mine/given")));
        assertThat(send(new Ask("GET", "/mine/given")).body()).isEqualTo("given");
        assertThat(send(new Ask("GET", "/mine/given?acl")).element("ID")).isEqualTo(me);
        assertThat(send(new Ask("GET", "/mine?prefix=given")).body()).doesNotContain(them);
        for (String path : new String[] {"/mine/key", "/mine/key?acl", "/mine/key?uploads"}) {
            String method = path.endsWith("uploads") ? "POST" : "PUT";
            assertRefused(
                    "AccessControlListNotSupported",
                    new Ask(method, path).header("x-amz-acl", "public-read"));
        }
        assertThat(
                        send(new Ask("PUT", "/mine/key")
                                        .header("x-amz-acl", "bucket-owner-full-control")
                                        .body("my content"))
                                .status())
                .isEqualTo(200);
        put("/mine/key", "x-amz-acl", "bucket-owner-full-control");

        // What was granted before means something again, unless it was put anew.
        ownership("ObjectWriter");
        assertThat(sendAsOther(new Ask("GET", "/mine/given")).body()).isEqualTo("given");
        assertDenied(send(new Ask("GET", "/mine/key").anonymous()));
    }

    @Test
    void eachVersionHasAListOfItsOwn() throws IOException {
        send(
                new Ask("PUT", "/mine?versioning")
                        .body(
                                "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"));
        String first =
                send(new Ask("PUT", "/mine/versions").body("first"))
                        .headers()
                        .get("x-amz-version-id");
        send(new Ask("PUT", "/mine/versions").body("second"));
        String old = "/mine/versions?versionId=" + first;
        assertThat(
                        send(new Ask("PUT", "/mine/versions?acl&versionId=" + first)
                                        .header("x-amz-grant-read", "id=" + them))
                                .status())
                .isEqualTo(200);

        assertThat(sendAsOther(new Ask("GET", old)).body()).isEqualTo("first");
        assertDenied(sendAsOther(new Ask("GET", "/mine/versions")));
        assertThat(send(new Ask("GET", "/mine/versions?acl")).body()).doesNotContain(them);
        assertThat(send(new Ask("GET", "/mine/versions?acl&versionId=" + first)).body())
                .contains(them);
        send(new Ask("DELETE", "/mine/versions"));
        assertDenied(sendAsOther(new Ask("GET", "/mine/versions")));
        assertThat(sendAsOther(new Ask("GET", old)).body()).isEqualTo("first");
    }

    @Test
    void aDocumentNamesTheOwnerAndNeverChangesThem() throws IOException {
        grant("/mine/key", "full-control", them);
        Response list = sendAsOther(new Ask("GET", "/mine/key?acl"));
        assertThat(list.body())
                .contains("<Owner><ID>" + me + "</ID><DisplayName>default</DisplayName></Owner>");
        assertDenied(
                sendAsOther(
                        new Ask("PUT", "/mine/key?acl")
                                .body(
                                        list.body()
                                                .replace(
                                                        "<Owner><ID>" + me,
                                                        "<Owner><ID>" + them))));
        assertThat(sendAsOther(new Ask("PUT", "/mine/key?acl").body(list.body())).status())
                .isEqualTo(200);
        assertThat(sendAsOther(new Ask("GET", "/mine/key?acl")).body()).isEqualTo(list.body());
        // A named list grants to the owner, whoever sets it.
        sendAsOther(new Ask("PUT", "/mine/key?acl").header("x-amz-acl", "private"));
        assertDenied(sendAsOther(new Ask("GET", "/mine/key")));
        assertThat(send(new Ask("GET", "/mine/key?acl")).element("ID")).isEqualTo(me);
    }

    @Test
    void aPolicyThatDeniesOutweighsAList() throws IOException {
        put("/mine/key", "x-amz-acl", "public-read");
        policy("Deny", "*", "s3:GetObject");

        assertDenied(send(new Ask("GET", "/mine/key").anonymous()));
        assertDenied(sendAsOther(new Ask("GET", "/mine/key")));
        assertDenied(send(new Ask("GET", "/mine/key")));
    }

    @Test
    void aPolicyAllowsNothingOfWhatIsOfAnotherAccount() throws IOException {
        put("/mine", "x-amz-grant-write", "id=" + them);
        sendAsOther(new Ask("PUT", "/mine/given").body("given"));
        policy("Allow", "*", "s3:GetObject");

        assertThat(send(new Ask("GET", "/mine/key").anonymous()).body()).isEqualTo("my content");
        assertDenied(send(new Ask("GET", "/mine/given").anonymous()));
        assertDenied(send(new Ask("GET", "/mine/given")));
        assertThat(sendAsOther(new Ask("GET", "/mine/given")).body()).isEqualTo("given");
    }

    @Test
    void whoIsLetPutByAPolicyNeedsItsLeaveToGrant() throws IOException {
        policy("Allow", "*", "s3:PutObject");
        assertThat(sendAsOther(new Ask("PUT", "/mine/given").body("given")).status())
                .isEqualTo(200);
        assertDenied(
                sendAsOther(
                        new Ask("PUT", "/mine/given")
                                .header("x-amz-acl", "public-read")
                                .body("x")));
        assertDenied(
                send(
                        new Ask("PUT", "/mine/open")
                                .header("x-amz-acl", "public-read")
                                .body("x")
                                .anonymous()));
        // What nobody signed is the bucket's owner's.
        send(new Ask("PUT", "/mine/open").body("open").anonymous());
        assertThat(send(new Ask("GET", "/mine/open")).body()).isEqualTo("open");
        assertDenied(send(new Ask("GET", "/mine/open").anonymous()));
    }

    @Test
    void whoMayWriteSaysWhoReadsWhatTheyPut() throws IOException {
        put("/mine", "x-amz-grant-write", "id=" + them);
        sendAsOther(new Ask("PUT", "/mine/given").header("x-amz-acl", "public-read").body("given"));
        assertThat(send(new Ask("GET", "/mine/given").anonymous()).body()).isEqualTo("given");
        assertDenied(
                sendAsOther(new Ask("PUT", "/mine/key?acl").header("x-amz-acl", "public-read")));

        put("/mine", "x-amz-acl", "public-read-write");
        assertDenied(
                send(
                        new Ask("PUT", "/mine/open")
                                .header("x-amz-acl", "public-read")
                                .body("x")
                                .anonymous()));
    }

    @Test
    void whoSignedNothingNeverReplacesAList() throws IOException {
        put(
                "/mine/key",
                "x-amz-grant-full-control",
                "uri=http://acs.amazonaws.com/groups/global/AllUsers");
        assertThat(send(new Ask("GET", "/mine/key").anonymous()).status()).isEqualTo(200);
        assertThat(send(new Ask("GET", "/mine/key?acl").anonymous()).status()).isEqualTo(200);
        assertDenied(
                send(
                        new Ask("PUT", "/mine/key?acl")
                                .header("x-amz-acl", "public-read")
                                .anonymous()));
    }

    @Test
    void aBlockIgnoresOrRefusesPublicLists() throws IOException {
        put("/mine/key", "x-amz-acl", "public-read");
        block("IgnorePublicAcls");
        assertDenied(send(new Ask("GET", "/mine/key").anonymous()));
        assertDenied(sendAsOther(new Ask("GET", "/mine/key")));
        assertThat(send(new Ask("GET", "/mine/key?acl")).body()).contains("AllUsers");
        grant("/mine/key", "read", them);
        assertThat(sendAsOther(new Ask("GET", "/mine/key")).status()).isEqualTo(200);

        block("BlockPublicAcls");
        assertDenied(send(new Ask("PUT", "/mine/key?acl").header("x-amz-acl", "public-read")));
        assertDenied(
                send(new Ask("PUT", "/mine/key").header("x-amz-acl", "public-read").body("x")));
        grant("/mine/key", "read", them);
        assertThat(send(new Ask("GET", "/mine/key")).body()).isEqualTo("my content");
    }
}
