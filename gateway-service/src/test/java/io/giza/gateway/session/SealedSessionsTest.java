package io.giza.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.fake.InMemoryRows;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.fake.SteppedClock;
import io.giza.gateway.key.KeyService;
import io.giza.gateway.key.KeyTerms;
import io.giza.gateway.key.MasterKey;
import io.giza.gateway.key.StoredAccessKeys;
import io.giza.gateway.memory.RateLimiter;
import io.giza.gateway.s3.auth.AccessKeys.Holder;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.s3.auth.RoleSession;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.session.StsProperties.IssuerProperties;
import io.giza.gateway.session.StsProperties.RoleProperties;
import io.giza.gateway.system.SystemRows;
import io.giza.model.ObjectKey;
import io.giza.record.AccessKeyCodec;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.AccessKeyRecord.State;
import io.giza.record.KeyLimits;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Sessions by their tokens alone, on a clock that the test moves. */
class SealedSessionsTest {
    private static final String BASE64 = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    private static final String OTHER = "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Assumer WEB =
            new Assumer.Identity(
                    "https://issuer.example.net",
                    "system:serviceaccount:shop:web",
                    List.of("giza"));

    private final SteppedClock clock = new SteppedClock();
    private final Surroundings surroundings = new Surroundings(clock, clock, new Random(7));
    private final InMemoryRows rows = new InMemoryRows();
    private final Accounts accounts = Accounts.of(Map.of("default", RunningGateway.account()));
    private final KeyService keys =
            new KeyService(rows, accounts, surroundings, MasterKey.of(BASE64));
    private final KeyService.Created key =
            (KeyService.Created) keys.create("default", Role.OPERATOR);
    private final SealedSessions sessions = sessions("reader", MasterKey.of(BASE64));

    private SealedSessions sessions(String role, MasterKey master) {
        return sessions(role, master, List.of("system:serviceaccount:shop:*"));
    }

    private SealedSessions sessions(String role, MasterKey master, List<String> subjects) {
        return new SealedSessions(
                roles(role, subjects),
                new StoredAccessKeys(
                        rows,
                        accounts,
                        surroundings,
                        MasterKey.of(BASE64),
                        Duration.ofSeconds(5),
                        new RateLimiter(clock, 100)),
                master,
                surroundings);
    }

    private Roles roles(String name, List<String> subjects) {
        return new StsProperties(
                        Map.of(
                                "k8s",
                                new IssuerProperties("https://issuer.example.net", "", "", "")),
                        Map.of(
                                name,
                                new RoleProperties(
                                        "default",
                                        "readonly",
                                        "",
                                        HOUR,
                                        List.of("k8s"),
                                        List.of("giza"),
                                        subjects,
                                        List.of(key.key().id()),
                                        List.of())))
                .toRoles(accounts);
    }

    private Credentials begin(Assumer assumer, String policy) {
        return sessions.begin(
                roles("reader", List.of("system:serviceaccount:shop:*"))
                        .find("default", "reader")
                        .orElseThrow(),
                "pod-1",
                assumer,
                policy,
                HOUR);
    }

    private Assumer key() {
        return new Assumer.Key(key.key().id(), "default");
    }

    @Test
    void anyGatewayOfTheClusterKnowsASessionAndNobodyReadsItsToken() {
        Credentials made = begin(WEB, "");

        assertThat(made.accessKeyId()).matches("GIZS[A-Z2-7]{16}");
        assertThat(made.secret()).matches("[A-Za-z0-9]{40}");
        assertThat(made.toString()).doesNotContain(made.secret()).doesNotContain(made.token());
        assertThat(made.token()).matches("[A-Za-z0-9_-]{100,600}");
        assertThat(
                        new String(
                                Base64.getUrlDecoder().decode(made.token()),
                                StandardCharsets.ISO_8859_1))
                .doesNotContain(made.secret())
                .doesNotContain("reader");
        rows.beSilent(true);
        Holder found =
                sessions("reader", MasterKey.of(BASE64)).find(made.accessKeyId(), made.token());
        assertThat(found.secret()).isEqualTo(made.secret());
        assertThat(found.role()).isEqualTo(Role.USER);
        assertThat(found.restrictions().policies()).hasSize(1);
        assertThat(found.session()).contains(new RoleSession("reader", "pod-1", ""));
    }

    @Test
    void aTokenIsOfItsOwnKeyAlone() {
        Credentials one = begin(WEB, "");
        Credentials other = begin(WEB, "");

        assertRefused(S3Error.INVALID_TOKEN, sessions, one.accessKeyId(), other.token());
        assertRefused(S3Error.INVALID_TOKEN, sessions, key.key().id(), one.token());
        assertRefused(S3Error.INVALID_TOKEN, sessions, "", one.token());
    }

    @Test
    void aForgedTokenIsRefused() {
        Credentials made = begin(WEB, "");
        byte[] sealed = Base64.getUrlDecoder().decode(made.token());
        for (int i = 0; i < sealed.length; i++) {
            byte[] changed = sealed.clone();
            changed[i] ^= 1;
            assertRefused(S3Error.INVALID_TOKEN, sessions, made.accessKeyId(), text(changed));
        }
        for (String each :
                List.of("", "=", "a", "token", "\u0000", made.token() + "A", "A".repeat(100_000))) {
            assertRefused(S3Error.INVALID_TOKEN, sessions, made.accessKeyId(), each);
        }
    }

    /** A secret that the cluster keeps sealed is of another purpose, whoever could read its row. */
    @Test
    void whatWasSealedForAnotherPurposeIsNoToken() {
        MasterKey master = MasterKey.of(BASE64);
        SystemRows.Held row = (SystemRows.Held) rows.read(ObjectKey.ofAccessKey(key.key().id()));
        byte[] secret = AccessKeyCodec.decode(row.record().orElseThrow()).sealedSecret().toArray();

        assertThat(master.openToken(secret)).isEmpty();
        assertThat(master.openToken(master.sealToken(secret, surroundings.random()))).isPresent();
        assertRefused(S3Error.INVALID_TOKEN, sessions, key.key().id(), text(secret));
    }

    @Test
    void aSessionEndsWithItsTime() {
        Credentials made = begin(WEB, "");
        clock.advance(HOUR.minusNanos(1));
        assertThat(sessions.find(made.accessKeyId(), made.token())).isNotNull();

        clock.advance(Duration.ofNanos(1));
        assertRefused(S3Error.EXPIRED_TOKEN, sessions, made.accessKeyId(), made.token());
    }

    @Test
    void aSessionEndsWithTheKeyThatBeganIt() {
        Credentials made = begin(key(), "");
        assertThat(sessions.find(made.accessKeyId(), made.token()).session())
                .contains(new RoleSession("reader", "pod-1", key.key().id()));

        keys.set(key.key().id(), State.DISABLED);
        clock.advance(Duration.ofSeconds(5));
        assertRefused(S3Error.INVALID_TOKEN, sessions, made.accessKeyId(), made.token());
        keys.set(key.key().id(), State.ACTIVE);
        clock.advance(Duration.ofSeconds(5));
        assertThat(sessions.find(made.accessKeyId(), made.token())).isNotNull();
        keys.delete(key.key().id());
        clock.advance(Duration.ofSeconds(5));
        assertRefused(S3Error.INVALID_TOKEN, sessions, made.accessKeyId(), made.token());
    }

    @Test
    void aSessionEndsWithItsRoleAndWithTheTrustInWhoBeganIt() {
        Credentials made = begin(WEB, "");

        assertRefused(
                S3Error.INVALID_TOKEN,
                sessions("writer", MasterKey.of(BASE64)),
                made.accessKeyId(),
                made.token());
        assertRefused(
                S3Error.INVALID_TOKEN,
                sessions("reader", MasterKey.of(BASE64), List.of("system:serviceaccount:else:*")),
                made.accessKeyId(),
                made.token());
    }

    @Test
    void anotherMasterKeyDoesNotOpenATokenUnlessItAcceptsTheFirst() {
        Credentials made = begin(WEB, "");

        assertRefused(
                S3Error.INVALID_TOKEN,
                sessions("reader", MasterKey.of(OTHER)),
                made.accessKeyId(),
                made.token());
        MasterKey changing = MasterKey.of(OTHER).accepting(MasterKey.of(BASE64));
        assertThat(sessions("reader", changing).find(made.accessKeyId(), made.token())).isNotNull();
    }

    @Test
    void aSessionMayDoNoMoreThanTheKeyThatBeganItAndCountsAsThat() throws Exception {
        KeyLimits limits = new KeyLimits(5, 0, 0, 0);
        KeyService.Created restricted =
                (KeyService.Created)
                        keys.create(
                                "default",
                                Role.USER,
                                limits,
                                KeyTerms.read("writeonly", "", "", Instant.EPOCH));
        Credentials made = begin(new Assumer.Key(restricted.key().id(), "default"), "");
        SealedSessions trusting =
                new SealedSessions(
                        new StsProperties(
                                        Map.of(),
                                        Map.of(
                                                "reader",
                                                new RoleProperties(
                                                        "default",
                                                        "readwrite",
                                                        "",
                                                        HOUR,
                                                        List.of(),
                                                        List.of(),
                                                        List.of(),
                                                        List.of(),
                                                        List.of("default"))))
                                .toRoles(accounts),
                        new StoredAccessKeys(
                                rows,
                                accounts,
                                surroundings,
                                MasterKey.of(BASE64),
                                Duration.ofSeconds(5),
                                new RateLimiter(clock, 100)),
                        MasterKey.of(BASE64),
                        surroundings);

        Holder found = trusting.find(made.accessKeyId(), made.token());
        assertThat(found.limits()).isEqualTo(limits);
        assertThat(found.restrictions().policies()).hasSize(2);
        assertThat(found.session().orElseThrow().parent()).isEqualTo(restricted.key().id());
    }

    @Test
    void aSessionPolicyTakesAwayAndMustBeOne() {
        String policy =
                "{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Allow\",\"Action\":"
                        + "\"s3:GetObject\",\"Resource\":\"arn:aws:s3:::b/*\"}]}";
        Credentials made = begin(WEB, policy);

        assertThat(sessions.find(made.accessKeyId(), made.token()).restrictions().policies())
                .hasSize(2);
        assertNotBegun(S3Error.MALFORMED_POLICY, "{\"Statement\":[]}");
        assertNotBegun(S3Error.PACKED_POLICY_TOO_LARGE, policy + " ".repeat(2048));
    }

    private void assertNotBegun(S3Error error, String policy) {
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> begin(WEB, policy))
                .satisfies(e -> assertThat(e.error()).isEqualTo(error));
    }

    private static String text(byte[] sealed) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
    }

    private static void assertRefused(
            S3Error error, SealedSessions sessions, String id, String token) {
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> sessions.find(id, token))
                .satisfies(e -> assertThat(e.error()).isEqualTo(error));
    }
}
