package io.giza.gateway.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.fake.InMemoryRows;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.fake.SteppedClock;
import io.giza.gateway.memory.RateLimiter;
import io.giza.gateway.s3.auth.AccessKeys;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows;
import io.giza.model.ObjectKey;
import io.giza.record.AccessKeyCodec;
import io.giza.record.AccessKeyRecord;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.KeyLimits;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What the record of a key says of it, and how its secret is sealed. */
class KeyRecordsTest {
    private static final MasterKey MASTER =
            MasterKey.of("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");

    private final SteppedClock clock = new SteppedClock();
    private final Surroundings surroundings = new Surroundings(clock, clock, new Random(7));
    private final InMemoryRows rows = new InMemoryRows();
    private final Accounts accounts = Accounts.of(Map.of("default", RunningGateway.account()));
    private final KeyService service = new KeyService(rows, accounts, surroundings, MASTER);

    @Test
    void aKeyHasTheRoleAndTheLimitsThatItWasGiven() {
        var made = (KeyService.Created) service.create("default", Role.AUDITOR);
        KeyLimits limits = new KeyLimits(7, 0, 0, 1);
        assertThat(service.limit(made.key().id(), limits)).isEqualTo(new KeyService.Done());

        AccessKeys.Holder holder = lookup(MASTER).find(made.key().id()).orElseThrow();

        assertThat(holder.role()).isEqualTo(Role.AUDITOR);
        assertThat(holder.limits()).isEqualTo(limits);
        assertThat(holder.secret()).isEqualTo(made.secret());
    }

    /** Whoever writes into a table has no secret of an operator's by that. */
    @Test
    void aRecordThatSaysAGreaterRoleThanItsKeyWasMadeWithIsRefused() {
        String id = create().key().id();
        rows.change(
                ObjectKey.ofAccessKey(id),
                ClientOperation.once(new Random(1)),
                current -> {
                    AccessKeyRecord user = AccessKeyCodec.decode(current.orElseThrow());
                    AccessKeyRecord raised =
                            new AccessKeyRecord(
                                    user.account(),
                                    Role.OPERATOR,
                                    user.limits(),
                                    user.state(),
                                    user.created(),
                                    user.sealedSecret());
                    return new SystemRows.Write(
                            AccessKeyCodec.formatOf(raised), AccessKeyCodec.encode(raised));
                });

        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> lookup(MASTER).find(id))
                .satisfies(e -> assertThat(e.error()).isEqualTo(S3Error.INTERNAL_ERROR));
    }

    @Test
    void theMasterKeyIsChangedWhileKeysAreInUse() {
        MasterKey next = MasterKey.of("AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");
        var old = create();
        // Gateways accept the next one first, and one after the other seal with it then.
        KeyService changed = new KeyService(rows, accounts, surroundings, next.accepting(MASTER));
        var fresh = (KeyService.Created) changed.create("default", Role.AUDITOR);
        for (MasterKey each : List.of(MASTER.accepting(next), next.accepting(MASTER))) {
            assertThat(secretOf(old, each)).isEqualTo(old.secret());
            assertThat(secretOf(fresh, each)).isEqualTo(fresh.secret());
            assertThat(KeyService.isMarked(old.key().id(), each)).isTrue();
            assertThat(KeyService.isMarked(fresh.key().id(), each)).isTrue();
        }

        KeyResealing resealing = new KeyResealing(rows, surroundings, next.accepting(MASTER));
        assertThat(resealing.reseal()).isEqualTo(new KeyResealing.Resealed(1));

        assertThat(secretOf(old, next)).isEqualTo(old.secret());
        assertThat(secretOf(fresh, next)).isEqualTo(fresh.secret());
        assertThat(resealing.reseal()).isEqualTo(new KeyResealing.Resealed(0));
    }

    private String secretOf(KeyService.Created made, MasterKey master) {
        return lookup(master).find(made.key().id()).orElseThrow().secret();
    }

    @Test
    void whatCannotBeSealedAnewIsNamed() {
        var made = create();
        MasterKey other = MasterKey.of("AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=");

        KeyResealing resealing = new KeyResealing(rows, surroundings, other);
        assertThat(resealing.reseal())
                .isEqualTo(new KeyResealing.Unopened(List.of(made.key().id())));
        assertThat(new KeyResealing(rows, surroundings, null).reseal())
                .isEqualTo(new KeyResealing.NoMasterKey());
        rows.beSilent(true);
        assertThat(resealing.reseal()).isInstanceOf(KeyResealing.Unavailable.class);
    }

    private KeyService.Created create() {
        return (KeyService.Created) service.create("default", Role.USER);
    }

    private StoredAccessKeys lookup(MasterKey master) {
        return new StoredAccessKeys(
                rows,
                accounts,
                surroundings,
                master,
                Duration.ofSeconds(5),
                new RateLimiter(clock, 10));
    }
}
