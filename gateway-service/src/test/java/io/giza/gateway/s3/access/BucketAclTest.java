package io.giza.gateway.s3.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows.Change;
import io.giza.model.Bytes;
import io.giza.model.OpId;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What access control lists of buckets let others do. */
class BucketAclTest extends AclFixture {
    private void put(String header, String value) throws IOException {
        put("/mine", header, value);
    }

    private void grant(String permission, String id) throws IOException {
        grant("/mine", permission, id);
    }

    @Test
    void whoMayReadABucketListsItAndNothingElse() throws IOException {
        assertDenied(sendAsOther(new Ask("GET", "/mine")));
        grant("read", them);

        assertThat(sendAsOther(new Ask("GET", "/mine?list-type=2")).body())
                .contains("<Key>key</Key>");
        assertThat(sendAsOther(new Ask("GET", "/mine?versions")).status()).isEqualTo(200);
        // The gateway of this test has none.
        assertThat(sendAsOther(new Ask("GET", "/mine?uploads")).element("Code"))
                .isEqualTo("NoSuchUpload");
        assertThat(sendAsOther(new Ask("HEAD", "/mine")).status()).isEqualTo(200);
        assertDenied(sendAsOther(new Ask("GET", "/mine/key")));
        assertDenied(sendAsOther(new Ask("PUT", "/mine/key").body("theirs")));
        assertDenied(sendAsOther(new Ask("DELETE", "/mine/key")));
        assertDenied(sendAsOther(new Ask("GET", "/mine?acl")));
        assertDenied(sendAsOther(new Ask("GET", "/mine?versioning")));
        assertDenied(sendAsOther(new Ask("DELETE", "/mine")));
        assertDenied(send(new Ask("GET", "/mine").anonymous()));
    }

    @Test
    void whoMayWritePutsObjectsAndNothingElse() throws IOException {
        grant("write", them);

        assertThat(sendAsOther(new Ask("PUT", "/mine/given").body("given")).status())
                .isEqualTo(200);
        assertDenied(sendAsOther(new Ask("DELETE", "/mine/given")));
        assertDenied(sendAsOther(new Ask("GET", "/mine/key")));
        assertDenied(sendAsOther(new Ask("GET", "/mine")));
    }

    @Test
    void whoMayReplaceTheListMay() throws IOException {
        grant("read-acp", them);
        assertThat(sendAsOther(new Ask("GET", "/mine?acl")).body())
                .contains("<Permission>READ_ACP</Permission>");
        assertDenied(sendAsOther(new Ask("PUT", "/mine?acl").header("x-amz-acl", "public-read")));

        grant("write-acp", them);
        assertDenied(sendAsOther(new Ask("GET", "/mine?acl")));
        assertThat(
                        sendAsOther(
                                        new Ask("PUT", "/mine?acl")
                                                .header(
                                                        "x-amz-grant-full-control",
                                                        "id=" + me + ",id=" + them))
                                .status())
                .isEqualTo(200);
        Response list = sendAsOther(new Ask("GET", "/mine?acl"));
        assertThat(list.body())
                .contains("<Owner><ID>" + me + "</ID><DisplayName>default</DisplayName></Owner>")
                .contains("<ID>" + them + "</ID><DisplayName>other</DisplayName>");
        assertThat(sendAsOther(new Ask("PUT", "/mine?acl").body(list.body())).status())
                .isEqualTo(200);
        assertThat(sendAsOther(new Ask("GET", "/mine?acl")).body()).isEqualTo(list.body());
    }

    @Test
    void everyoneMayWhatIsGrantedToEveryone() throws IOException {
        put("x-amz-acl", "public-read-write");

        assertThat(send(new Ask("GET", "/mine").anonymous()).body()).contains("<Key>key</Key>");
        assertThat(send(new Ask("PUT", "/mine/open").body("open").anonymous()).status())
                .isEqualTo(200);
        assertDenied(send(new Ask("GET", "/mine/key").anonymous()));
        assertDenied(send(new Ask("PUT", "/mine?acl").header("x-amz-acl", "private").anonymous()));
        assertThat(send(new Ask("GET", "/mine?acl")).body())
                .contains("http://acs.amazonaws.com/groups/global/AllUsers");

        put("x-amz-acl", "authenticated-read");
        assertDenied(send(new Ask("GET", "/mine").anonymous()));
        assertThat(sendAsOther(new Ask("GET", "/mine")).status()).isEqualTo(200);
    }

    @Test
    void whoSignedNothingNeverReplacesAList() throws IOException {
        put("x-amz-grant-full-control", "uri=http://acs.amazonaws.com/groups/global/AllUsers");

        assertThat(send(new Ask("GET", "/mine").anonymous()).status()).isEqualTo(200);
        assertDenied(
                send(new Ask("PUT", "/mine?acl").header("x-amz-acl", "public-read").anonymous()));
    }

    @Test
    void aPolicyThatDeniesOutweighsAList() throws IOException {
        put("x-amz-acl", "public-read");
        send(
                new Ask("PUT", "/mine?policy")
                        .body(
                                "{\"Statement\":{\"Effect\":\"Deny\",\"Principal\":\"*\",\"Action\":"
                                        + "\"s3:ListBucket\",\"Resource\":\"arn:aws:s3:::mine\"}}"));

        assertDenied(sendAsOther(new Ask("GET", "/mine")));
        assertDenied(send(new Ask("GET", "/mine").anonymous()));
        assertThat(send(new Ask("GET", "/mine?versions").anonymous()).status()).isEqualTo(200);
    }

    @Test
    void aBlockIgnoresOrRefusesPublicLists() throws IOException {
        put("x-amz-acl", "public-read");
        block("IgnorePublicAcls");
        assertDenied(send(new Ask("GET", "/mine").anonymous()));
        assertDenied(sendAsOther(new Ask("GET", "/mine")));
        assertThat(send(new Ask("GET", "/mine?acl")).body()).contains("AllUsers");
        grant("read", them);
        assertThat(sendAsOther(new Ask("GET", "/mine")).status()).isEqualTo(200);

        block("BlockPublicAcls");
        assertDenied(send(new Ask("PUT", "/mine?acl").header("x-amz-acl", "public-read")));
        grant("read", them);
    }

    @Test
    void whereOwnershipIsEnforcedNothingIsGranted() throws IOException {
        grant("read", them);
        Ask enforce =
                new Ask("PUT", "/mine?ownershipControls")
                        .body(OWNERSHIP.formatted("BucketOwnerEnforced"));
        assertRefused("InvalidBucketAclWithObjectOwnership", enforce);
        assertThat(sendAsOther(new Ask("GET", "/mine")).status()).isEqualTo(200);

        put("x-amz-acl", "private");
        assertThat(send(enforce).status()).isEqualTo(200);
        assertRefused(
                "AccessControlListNotSupported",
                new Ask("PUT", "/mine?acl").header("x-amz-grant-read", "id=" + them));
        assertDenied(sendAsOther(new Ask("GET", "/mine")));
        put("x-amz-acl", "private");
    }

    @Test
    void aListThatWasKeptMeansNothingOnceOwnershipIsEnforced() throws IOException {
        // As two changes at once may leave it.
        Ask grants = new Ask("PUT", "/mine?acl").header("x-amz-grant-read", "id=" + them);
        assertThat(send(grants).status()).isEqualTo(200);
        FindResult.Found mine = (FindResult.Found) gateway.buckets().find("mine");
        gateway.rows()
                .change(
                        AccessDocuments.ownership(mine.bucket().id()),
                        new ClientOperation(OpId.named(List.of("enforced")), false),
                        Change.to(
                                AccessDocuments.FORMAT,
                                Bytes.copyOf(
                                        OWNERSHIP
                                                .formatted("BucketOwnerEnforced")
                                                .getBytes(StandardCharsets.UTF_8))));
        // Has the bucket looked up again.
        send(new Ask("DELETE", "/mine?publicAccessBlock"));

        assertDenied(sendAsOther(new Ask("GET", "/mine")));
        assertThat(send(new Ask("GET", "/mine?acl")).body()).doesNotContain(them);
    }

    @Test
    void aBucketIsCreatedWithAList() throws IOException {
        Ask ask = new Ask("PUT", "/granted").header("x-amz-grant-read", "id=" + them);
        assertRefused(
                "InvalidBucketAclWithObjectOwnership",
                new Ask("PUT", "/granted")
                        .header("x-amz-grant-read", "id=" + them)
                        .header("x-amz-object-ownership", "BucketOwnerEnforced"));
        assertThat(send(ask).status()).isEqualTo(200);

        assertThat(sendAsOther(new Ask("GET", "/granted")).status()).isEqualTo(200);
        assertThat(send(new Ask("GET", "/granted?ownershipControls")).element("ObjectOwnership"))
                .isEqualTo("ObjectWriter");
        assertThat(send(new Ask("DELETE", "/granted")).status()).isEqualTo(204);
    }

    @Test
    void onlyAccountsThatThereAreAreGrantedAnything() throws IOException {
        assertRefused(
                "InvalidArgument",
                new Ask("PUT", "/mine?acl").header("x-amz-grant-read", "id=" + "0".repeat(64)));
        String document =
                "<AccessControlPolicy><Owner><ID>%s</ID></Owner><AccessControlList/></AccessControlPolicy>";
        assertRefused(
                "InvalidArgument", new Ask("PUT", "/mine?acl").body(document.formatted("nobody")));
        assertRefused("AccessDenied", new Ask("PUT", "/mine?acl").body(document.formatted(them)));
    }
}
