package io.giza.gateway.s3.acl;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.acl.AccessControlList;
import io.giza.acl.Grant;
import io.giza.acl.Grantee;
import io.giza.acl.Permission;
import io.giza.gateway.s3.policy.Requester;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

class AccessControlListTest {
    private static final CannedList.Owners OWN = CannedList.Owners.of("own");
    private static final CannedList.Owners FOREIGN = new CannedList.Owners("own", "bucket");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    private                   | own    | READ WRITE READ_ACP WRITE_ACP FULL_CONTROL
                    private                   | other  |
                    private                   | bucket |
                    private                   | nobody |
                    public-read               | nobody | READ
                    public-read               | other  | READ
                    public-read-write         | nobody | READ WRITE
                    authenticated-read        | nobody |
                    authenticated-read        | other  | READ
                    authenticated-read        | role   | READ
                    aws-exec-read             | nobody |
                    bucket-owner-read         | bucket | READ
                    bucket-owner-read         | other  |
                    bucket-owner-full-control | bucket | READ WRITE READ_ACP WRITE_ACP FULL_CONTROL
                    bucket-owner-full-control | other  |
                    log-delivery-write        | logs   | WRITE READ_ACP
                    log-delivery-write        | mail   |
                    log-delivery-write        | other  |
                    """)
    void namedListsGrantWhatS3Documents(String name, String who, @Nullable String permissions) {
        AccessControlList list = CannedList.named(name).orElseThrow().of(FOREIGN);

        assertThat(allowed(list, requester(who))).isEqualTo(permissions == null ? "" : permissions);
        assertThat(allowed(list, requester("own")))
                .isEqualTo("READ WRITE READ_ACP WRITE_ACP FULL_CONTROL");
    }

    @Test
    void theBucketsOwnerNeedsNoGrantOfWhatIsTheirs() {
        assertThat(CannedList.BUCKET_OWNER_READ.of(OWN).isPrivate()).isTrue();
        assertThat(CannedList.BUCKET_OWNER_FULL_CONTROL.of(OWN).isPrivate()).isTrue();
        assertThat(CannedList.BUCKET_OWNER_READ.of(FOREIGN).isPrivate()).isFalse();
        assertThat(CannedList.BUCKET_OWNER_READ.of(FOREIGN).isOnlyFor(Set.of("own", "bucket")))
                .isTrue();
        assertThat(CannedList.BUCKET_OWNER_READ.of(FOREIGN).isOnlyFor(Set.of("own"))).isFalse();
        assertThat(CannedList.PUBLIC_READ.of(OWN).isOnlyFor(Set.of("own"))).isFalse();
    }

    @Test
    void anOwnerReadsAndReplacesTheirListWhateverItSays() {
        AccessControlList empty = new AccessControlList("own", List.of());

        assertThat(allowed(empty, requester("own"))).isEqualTo("READ_ACP WRITE_ACP");
        assertThat(allowed(empty, requester("other"))).isEmpty();
        assertThat(empty.isPrivate()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "private, false",
        "public-read, true",
        "public-read-write, true",
        "authenticated-read, true",
        "aws-exec-read, false",
        "bucket-owner-read, false",
        "bucket-owner-full-control, false",
        "log-delivery-write, false",
    })
    void isPublicIfStrangersAreGrantedAnything(String name, boolean isPublic) {
        AccessControlList list = CannedList.named(name).orElseThrow().of(FOREIGN);

        assertThat(list.isPublic()).isEqualTo(isPublic);
        assertThat(list.withoutPublicGrants().isPublic()).isFalse();
        assertThat(allowed(list.withoutPublicGrants(), requester("nobody"))).isEmpty();
        assertThat(allowed(list.withoutPublicGrants(), requester("own"))).isNotEmpty();
    }

    @Test
    void keepsNothingTwice() {
        Grant grant = new Grant(Grantee.Group.ALL_USERS, Permission.READ);

        assertThat(new AccessControlList("own", List.of(grant, grant)).grants())
                .containsExactly(grant);
    }

    private static String allowed(AccessControlList list, Requester requester) {
        return Arrays.stream(Permission.values())
                .filter(each -> list.allows(who -> Grantees.include(who, requester), each))
                .map(Enum::name)
                .collect(Collectors.joining(" "));
    }

    private static Requester requester(String who) {
        return switch (who) {
            case "nobody" -> new Requester.Anonymous();
            case "logs" -> new Requester.Service("logging.s3.amazonaws.com");
            case "mail" -> new Requester.Service("mail.amazonaws.com");
            case "role" ->
                    new Requester.RoleSession(
                            new Requester.AccountName("name of other", "other"), "r", "s");
            default ->
                    new Requester.User(
                            new Requester.AccountName("name of " + who, who), "GIZA1", "GIZA1");
        };
    }
}
