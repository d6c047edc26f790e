package io.giza.gateway.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.fake.InMemoryRows;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.fake.SteppedClock;
import io.giza.gateway.memory.RateLimiter;
import io.giza.gateway.s3.auth.AccessKeys.Holder;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.s3.auth.Restrictions;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.policy.ConditionValues;
import io.giza.gateway.s3.policy.PolicyRequest;
import io.giza.gateway.s3.policy.Requester;
import io.giza.gateway.s3.policy.S3Action;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows;
import io.giza.model.ObjectKey;
import io.giza.record.AccessKeyCodec;
import io.giza.record.AccessKeyRecord;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.AccessKeyRecord.Terms;
import io.giza.record.KeyLimits;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Random;

/** What keys may ask of S3, and until when. */
class KeyTermsTest {
    private static final Duration FRESHNESS = Duration.ofSeconds(5);
    private static final MasterKey MASTER =
            MasterKey.of("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
    private static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");

    private final SteppedClock clock = new SteppedClock();
    private final Surroundings surroundings = new Surroundings(clock, clock, new Random(7));
    private final InMemoryRows rows = new InMemoryRows();
    private final Accounts accounts = Accounts.of(Map.of("default", RunningGateway.account()));
    private final KeyService service = new KeyService(rows, accounts, surroundings, MASTER);
    private final StoredAccessKeys lookup =
            new StoredAccessKeys(
                    rows, accounts, surroundings, MASTER, FRESHNESS, new RateLimiter(clock, 10));

    @Test
    void aKeyHasThePolicyThatItWasMadeWith() throws KeyTerms.RefusedException {
        Holder holder = lookup.find(create(terms("readonly", "bbb/in/", ""))).orElseThrow();

        assertThat(allows(holder.restrictions(), S3Action.GET_OBJECT, "bbb/in/k")).isTrue();
        assertThat(allows(holder.restrictions(), S3Action.PUT_OBJECT, "bbb/in/k")).isFalse();
        assertThat(allows(holder.restrictions(), S3Action.GET_OBJECT, "bbb/out")).isFalse();
    }

    @Test
    void aKeyWithoutAPolicyIsNotRestricted() throws KeyTerms.RefusedException {
        assertThat(terms("", "", "")).isEqualTo(Terms.NONE);
        Holder holder = lookup.find(create(Terms.NONE)).orElseThrow();

        assertThat(allows(holder.restrictions(), S3Action.DELETE_BUCKET, "b")).isTrue();
        assertThat(holder.restrictions().haveExpired(Instant.MAX.minusSeconds(9))).isFalse();
    }

    @Test
    void aKeyStopsToWorkAtItsEndThoughItIsRemembered() {
        Instant end = clock.instant().plusSeconds(2);
        String id = create(new Terms("", end));
        assertThat(lookup.find(id)).isPresent();

        clock.advance(Duration.ofSeconds(2));
        assertThat(lookup.find(id)).isEmpty();
        clock.advance(FRESHNESS);
        assertThat(lookup.find(id)).isEmpty();
    }

    @Test
    void aListShowsTheTerms() throws KeyTerms.RefusedException {
        Terms terms = terms("writeonly", "", "2027-01-01T00:00:00.5Z");
        String id = create(terms);

        var keys = (KeyService.Keys) service.list(null);
        assertThat(keys.keys()).singleElement().matches(each -> each.id().equals(id));
        assertThat(keys.keys().getFirst().terms()).isEqualTo(terms);
        assertThat(terms.expires()).isEqualTo("2027-01-01T00:00:00Z");
    }

    /** Whoever writes into a table frees no key of its policy by that. */
    @Test
    void aRecordThatSaysOtherTermsThanItsKeyWasMadeWithIsRefused()
            throws KeyTerms.RefusedException {
        for (Terms other :
                new Terms[] {
                    Terms.NONE,
                    terms("readwrite", "", "2027-01-01T00:00:00Z"),
                    terms("readonly", "", "2028-01-01T00:00:00Z")
                }) {
            String id = create(terms("readonly", "", "2027-01-01T00:00:00Z"));
            replace(id, other);

            assertThatExceptionOfType(S3Exception.class)
                    .isThrownBy(() -> lookup.find(id))
                    .satisfies(e -> assertThat(e.error()).isEqualTo(S3Error.INTERNAL_ERROR));
        }
    }

    @Test
    void aPolicyThatThisReleaseDoesNotKnowLetsNobodyIn() {
        String id = create(new Terms("{\"Statement\":[{\"Newer\":1}]}", Terms.NEVER));

        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> lookup.find(id))
                .satisfies(e -> assertThat(e.error()).isEqualTo(S3Error.INTERNAL_ERROR));
    }

    @Test
    void termsOutliveTheMasterKey() throws KeyTerms.RefusedException {
        String id = create(terms("readonly", "", ""));
        MasterKey next = MasterKey.of("AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");

        assertThat(new KeyResealing(rows, surroundings, next.accepting(MASTER)).reseal())
                .isEqualTo(new KeyResealing.Resealed(1));
        StoredAccessKeys after =
                new StoredAccessKeys(
                        rows, accounts, surroundings, next, FRESHNESS, new RateLimiter(clock, 10));
        assertThat(allows(after.find(id).orElseThrow().restrictions(), S3Action.PUT_OBJECT, "b/k"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    admin     | ``  | ``                   | policy is none of readonly, readwrite and writeonly, and no JSON
                    {         | ``  | ``                   | policy: This policy contains invalid Json
                    {}        | ``  | ``                   | policy: Missing required field Statement
                    {}        | b   | ``                   | prefix goes with a policy that has a name; a document says itself which keys it is about
                    ``        | b   | ``                   | prefix goes with a policy that has a name; a document says itself which keys it is about
                    readonly  | B_/ | ``                   | prefix must begin with the name of a bucket
                    readonly  | /x  | ``                   | prefix must begin with the name of a bucket
                    ``        | ``  | tomorrow             | expires must be as in 2027-01-31T12:00:00Z
                    ``        | ``  | 2026-11-27T12:00:00Z | expires is over already: it is 2026-11-27T12:00:00Z here
                    ``        | ``  | 2026-11-27T12:00:00+00:01 | expires is over already: it is 2026-11-27T12:00:00Z here
                    """)
    void refusesTermsThatMakeNoSense(String policy, String prefix, String expires, String message) {
        assertThatExceptionOfType(KeyTerms.RefusedException.class)
                .isThrownBy(() -> KeyTerms.read(policy, prefix, expires, NOW))
                .withMessage(message);
    }

    @Test
    void refusesAPrefixThatIsLongerThanAnyKey() {
        assertThatExceptionOfType(KeyTerms.RefusedException.class)
                .isThrownBy(() -> KeyTerms.read("readonly", "b23/" + "k".repeat(1025), "", NOW))
                .withMessage("prefix is longer than any key");
    }

    private static Terms terms(String policy, String prefix, String expires)
            throws KeyTerms.RefusedException {
        return KeyTerms.read(policy, prefix, expires, NOW);
    }

    private String create(Terms terms) {
        var made = (KeyService.Created) service.create("default", Role.USER, KeyLimits.NONE, terms);
        return made.key().id();
    }

    private void replace(String id, Terms other) {
        rows.change(
                ObjectKey.ofAccessKey(id),
                ClientOperation.once(new Random(1)),
                current -> {
                    AccessKeyRecord key = AccessKeyCodec.decode(current.orElseThrow());
                    AccessKeyRecord changed =
                            new AccessKeyRecord(
                                    key.account(),
                                    key.role(),
                                    key.limits(),
                                    other,
                                    key.state(),
                                    key.created(),
                                    key.sealedSecret());
                    return new SystemRows.Write(
                            AccessKeyCodec.formatOf(changed), AccessKeyCodec.encode(changed));
                });
    }

    private static boolean allows(Restrictions restrictions, S3Action action, String resource) {
        Requester requester =
                new Requester.User(new Requester.AccountName("default", "id"), "GIZA1", "GIZA1");
        return restrictions.allow(
                new PolicyRequest(
                        requester, action, PolicyRequest.ARN + resource, ConditionValues.NOTHING));
    }
}
