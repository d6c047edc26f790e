package io.giza.gateway.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.fake.InMemoryRows;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.fake.SteppedClock;
import io.giza.gateway.memory.RateLimiter;
import io.giza.gateway.s3.auth.AccessKeys.Holder;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.AccessKeyRecord.State;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Keys that are made, changed and looked up, on a clock that the test moves. */
class StoredAccessKeysTest {
    private static final Duration FRESHNESS = Duration.ofSeconds(5);
    private static final MasterKey MASTER =
            MasterKey.of("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");

    private final SteppedClock clock = new SteppedClock();
    private final Surroundings surroundings = new Surroundings(clock, clock, new Random(7));
    private final InMemoryRows rows = new InMemoryRows();
    private final Accounts accounts = Accounts.of(Map.of("default", RunningGateway.account()));
    private final KeyService service = new KeyService(rows, accounts, surroundings, MASTER);
    private final StoredAccessKeys lookup = lookup(MASTER);

    @Test
    void aKeyIsGoodAsSoonAsItIsMade() {
        KeyService.Created made = create();

        assertThat(made.key().id()).matches("GIZA[A-Z2-7]{16}");
        assertThat(made.secret()).matches("[A-Za-z0-9]{40}");
        assertThat(made.toString()).doesNotContain(made.secret());
        assertThat(lookup.find(made.key().id()).map(Holder::secret)).contains(made.secret());
        assertThat(service.list(null)).isEqualTo(new KeyService.Keys(List.of(made.key()), false));
        assertThat(service.list("other")).isEqualTo(new KeyService.Keys(List.of(), false));
    }

    @Test
    void aDisabledOrDeletedKeyStopsToWorkWithinItsTime() {
        String id = create().key().id();
        assertThat(lookup.find(id)).isPresent();

        assertThat(service.set(id, State.DISABLED)).isEqualTo(new KeyService.Done());
        clock.advance(FRESHNESS);
        assertThat(lookup.find(id)).isEmpty();

        service.set(id, State.ACTIVE);
        clock.advance(FRESHNESS);
        assertThat(lookup.find(id)).isPresent();

        service.delete(id);
        clock.advance(FRESHNESS);
        assertThat(lookup.find(id)).isEmpty();
        assertThat(service.list(null)).isEqualTo(new KeyService.Keys(List.of(), false));
        assertThat(service.set(id, State.ACTIVE)).isEqualTo(new KeyService.NoSuchKey());
        assertThat(service.delete(id)).isEqualTo(new KeyService.NoSuchKey());
    }

    @Test
    void aMachineThatWasSuspendedAsksAgain() {
        String id = create().key().id();
        assertThat(lookup.find(id)).isPresent();

        service.set(id, State.DISABLED);
        clock.suspend(FRESHNESS);
        assertThat(lookup.find(id)).isEmpty();
    }

    @Test
    void aKeyInUseIsReadAgainBesideItsRequests() {
        String id = create().key().id();
        lookup.find(id);
        service.set(id, State.DISABLED);
        clock.advance(FRESHNESS.dividedBy(2));

        assertThat(lookup.find(id)).isPresent();
        assertThat(clock.forked()).hasSize(1);
        assertThat(lookup.find(id)).isPresent();
        assertThat(clock.forked()).hasSize(1);
        clock.forked().getFirst().run();

        assertThat(lookup.find(id)).isEmpty();
    }

    @Test
    void silenceIsNoRefusalAndOutlivesNoTime() {
        String id = create().key().id();
        lookup.find(id);
        rows.beSilent(true);
        clock.advance(FRESHNESS.dividedBy(2));
        assertThat(lookup.find(id)).isPresent();
        clock.forked().getFirst().run();
        clock.advance(FRESHNESS.dividedBy(2));

        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> lookup.find(id))
                .satisfies(e -> assertThat(e.error()).isEqualTo(S3Error.SERVICE_UNAVAILABLE));
        assertThat(service.create("default", Role.USER)).isInstanceOf(KeyService.Unavailable.class);
        assertThat(service.list(null)).isInstanceOf(KeyService.Unavailable.class);
        rows.beSilent(false);
        assertThat(lookup.find(id)).isPresent();
    }

    @Test
    void whatCannotBeAnIdIsNotLookedUp() {
        rows.beSilent(true);
        for (String id :
                List.of(
                        "",
                        "GIZA",
                        "gateway-test",
                        "GIZA0000000000000000",
                        "GIZA/../AAAAAAAAAAAA")) {
            assertThat(lookup.find(id)).isEmpty();
            assertThat(service.delete(id)).isEqualTo(new KeyService.NoSuchKey());
        }
    }

    @Test
    void withoutTheMasterKeyThereAreNoKeys() {
        String id = create().key().id();

        assertThat(new KeyService(rows, accounts, surroundings, null).create("default", Role.USER))
                .isEqualTo(new KeyService.NoMasterKey());
        assertThat(lookup(null).find(id)).isEmpty();
        MasterKey other = MasterKey.of("AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> lookup(other).find(id))
                .satisfies(e -> assertThat(e.error()).isEqualTo(S3Error.INTERNAL_ERROR));
    }

    @Test
    void aKeyIsOfAnAccountThatThereIs() {
        assertThat(service.create("nobody", Role.USER)).isEqualTo(new KeyService.NoSuchAccount());
    }

    @Test
    void idsThatNoKeyHasAreLookedUpSeldomAndDisplaceNone() {
        String real = create().key().id();
        assertThat(lookup.find(real)).isPresent();
        int before = rows.reads();
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            try {
                assertThat(lookup.find(bogus(i))).isEmpty();
            } catch (S3Exception e) {
                assertThat(e.error()).isEqualTo(S3Error.SLOW_DOWN);
                refused++;
            }
        }
        assertThat(rows.reads() - before).isLessThanOrEqualTo(10);
        assertThat(refused).isGreaterThanOrEqualTo(19_990);

        clock.advance(FRESHNESS);
        assertThat(lookup.find(real)).as("looked up again, whatever the others cost").isPresent();
    }

    @Test
    void aKeyThatNobodyUsedForAWhileIsFoundInAFloodOfIdsThatNoKeyHas() {
        List<String> cold = Stream.generate(() -> create().key().id()).limit(50).toList();
        for (int i = 0; i < 1000; i++) {
            String id = bogus(i);
            assertThatCode(() -> lookup.find(id))
                    .satisfiesAnyOf(
                            e -> assertThat(e).isNull(),
                            e -> assertThat(e).isInstanceOf(S3Exception.class));
        }
        assertThat(cold).allMatch(id -> lookup.find(id).isPresent());
    }

    @Test
    void anIdBearsTheMarkOfItsMasterKey() {
        MasterKey other = MasterKey.of("AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
        for (int i = 0; i < 100; i++) {
            String id = create().key().id();
            assertThat(KeyService.isMarked(id, MASTER)).isTrue();
            assertThat(KeyService.isMarked(id, other)).isFalse();
            assertThat(KeyService.isMarked(bogus(i), MASTER)).isFalse();
        }
    }

    @Test
    void anIdThatNoKeyHasIsLookedUpOnceInItsTime() {
        int before = rows.reads();
        for (int i = 0; i < 100; i++) {
            assertThat(lookup.find(bogus(0))).isEmpty();
        }
        assertThat(rows.reads() - before).isEqualTo(1);
    }

    /** Its id has the mark of those that are looked up however many are. */
    @Test
    void aDeletedKeyIsLookedUpOnceAtATime() {
        String id = create().key().id();
        service.delete(id);
        assertThat(lookup.find(id)).isEmpty();
        clock.advance(FRESHNESS);
        int before = rows.reads();
        rows.duringNextRead(
                () -> {
                    for (int i = 0; i < 100; i++) {
                        assertThat(lookup.find(id)).isEmpty();
                    }
                });
        assertThat(lookup.find(id)).isEmpty();
        assertThat(rows.reads() - before).isEqualTo(1);
    }

    private static String bogus(int number) {
        StringBuilder id = new StringBuilder("GIZA");
        for (int i = 0, rest = number; i < 16; i++, rest /= 26) {
            id.append((char) ('A' + rest % 26));
        }
        return id.toString();
    }

    private KeyService.Created create() {
        return (KeyService.Created) service.create("default", Role.USER);
    }

    private StoredAccessKeys lookup(@Nullable MasterKey master) {
        return new StoredAccessKeys(
                rows, accounts, surroundings, master, FRESHNESS, new RateLimiter(clock, 10));
    }
}
