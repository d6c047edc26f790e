package io.giza.gateway.key;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows;
import io.giza.gateway.system.SystemRows.Change;
import io.giza.model.Bytes;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.record.AccessKeyCodec;
import io.giza.record.AccessKeyRecord;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.AccessKeyRecord.State;
import io.giza.record.AccessKeyRecord.Terms;
import io.giza.record.FormatException;
import io.giza.record.KeyLimits;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Makes, lists, disables, enables and deletes access keys. Every outcome is a value. */
public final class KeyService {
    private static final Logger LOG = LoggerFactory.getLogger(KeyService.class);
    private static final Pattern ID = Pattern.compile("GIZA[A-Z2-7]{16}");
    private static final String ID_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final String PREFIX = "GIZA";
    private static final int RANDOM_LENGTH = 11;
    private static final int MARK_LENGTH = 5;
    private static final String SECRET_CHARACTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final int SECRET_LENGTH = 40;
    private static final int MAX_LISTED = 10_000;

    private final SystemRows rows;
    private final Accounts accounts;
    private final Surroundings surroundings;
    private final @Nullable MasterKey master;

    /**
     * Makes the service.
     *
     * @param master what secrets are encrypted with, or null where no keys can be made
     */
    public KeyService(
            SystemRows rows,
            Accounts accounts,
            Surroundings surroundings,
            @Nullable MasterKey master) {
        this.rows = rows;
        this.accounts = accounts;
        this.surroundings = surroundings;
        this.master = master;
    }

    /**
     * An access key without its secret.
     *
     * @param id its id
     * @param account the name of its account
     * @param role what it may ask as an operator
     * @param limits how much it may have each gateway do
     * @param terms what it may ask of S3, and until when
     * @param created when it was made
     */
    public record AccessKey(
            String id,
            String account,
            Role role,
            KeyLimits limits,
            Terms terms,
            State state,
            Instant created) {}

    /** How a creation ended. */
    public sealed interface CreateResult {}

    /**
     * The key is good for every gateway.
     *
     * @param secret told this once and never again
     */
    public record Created(AccessKey key, String secret) implements CreateResult {
        /** Leaves the secret out. */
        @Override
        public String toString() {
            return "Created[" + key + "]";
        }
    }

    /** There is no such account. */
    public record NoSuchAccount() implements CreateResult {}

    /** The gateway has no master key, so no secret can be kept. */
    public record NoMasterKey() implements CreateResult {}

    /** How a change of a key ended. */
    public sealed interface ChangeResult {}

    /** It is done. */
    public record Done() implements ChangeResult {}

    /** There is no such key. */
    public record NoSuchKey() implements ChangeResult {}

    /** What a list found. */
    public sealed interface ListResult {}

    /**
     * The keys by id.
     *
     * @param more whether there are more than are listed
     */
    public record Keys(List<AccessKey> keys, boolean more) implements ListResult {}

    /**
     * Too few data centers answered.
     *
     * @param outcomeUnknown whether a change may have happened, or may yet
     */
    public record Unavailable(String detail, boolean outcomeUnknown)
            implements CreateResult, ChangeResult, ListResult {}

    /** Tells whether a text has the shape of the ids that are made here. */
    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /**
     * Tells whether an id was made under this master key. Without the key nobody makes one up, but
     * for one in 33 million. Those of earlier versions have no mark.
     */
    static boolean isMarked(String id, MasterKey master) {
        String drawn = id.substring(0, PREFIX.length() + RANDOM_LENGTH);
        return master.good().anyMatch(each -> id.equals(drawn + mark(drawn, each)));
    }

    private static String mark(String drawn, MasterKey master) {
        long bits = master.mark(drawn);
        StringBuilder mark = new StringBuilder();
        for (int i = 0; i < MARK_LENGTH; i++) {
            mark.append(ID_CHARACTERS.charAt((int) (bits >>> (5 * i)) & 31));
        }
        return mark.toString();
    }

    /**
     * Returns whose secret is sealed: a record says no other account, no greater role and no other
     * terms.
     */
    static String owner(String id, String account, Role role, Terms terms) {
        String owner = id + "\n" + account;
        if (!terms.isNone()) {
            return owner + "\n" + role + "\n" + terms.expires() + "\n" + terms.policy();
        }
        return role == Role.USER ? owner : owner + "\n" + role;
    }

    static String owner(String id, AccessKeyRecord record) {
        return owner(id, record.account(), record.role(), record.terms());
    }

    /** Makes a key of an account, without limits. */
    public CreateResult create(String account, Role role) {
        return create(account, role, KeyLimits.NONE, Terms.NONE);
    }

    /** Makes a key of an account. */
    public CreateResult create(String account, Role role, KeyLimits limits, Terms terms) {
        if (accounts.find(account).isEmpty()) {
            return new NoSuchAccount();
        }
        MasterKey masterKey = master;
        if (masterKey == null) {
            return new NoMasterKey();
        }
        String drawn = PREFIX + randomText(ID_CHARACTERS, RANDOM_LENGTH);
        String id = drawn + mark(drawn, masterKey);
        String secret = randomText(SECRET_CHARACTERS, SECRET_LENGTH);
        Bytes sealed =
                masterKey.seal(owner(id, account, role, terms), secret, surroundings.random());
        Instant now = surroundings.time().instant();
        AccessKeyRecord record =
                new AccessKeyRecord(account, role, limits, terms, State.ACTIVE, now, sealed);
        Change change = Change.to(AccessKeyCodec.formatOf(record), AccessKeyCodec.encode(record));
        return switch (rows.change(ObjectKey.ofAccessKey(id), operation(), change)) {
            case SystemRows.Changed _ -> new Created(key(id, record), secret);
            case SystemRows.Unavailable failure -> unavailable(failure);
        };
    }

    /** Lists keys, all of them or those of one account. */
    public ListResult list(@Nullable String account) {
        return switch (rows.list(ObjectKey.ACCESS_KEYS, "", MAX_LISTED)) {
            case SystemRows.Listed(var found, boolean more) ->
                    new Keys(
                            found.stream()
                                    .flatMap(KeyService::readable)
                                    .filter(key -> account == null || key.account().equals(account))
                                    .toList(),
                            more);
            case SystemRows.Unavailable failure -> unavailable(failure);
        };
    }

    /** Makes a key good, or no longer good. */
    public ChangeResult set(String id, State state) {
        return change(id, record -> write(record.withState(state)));
    }

    /** Gives a key other limits. */
    public ChangeResult limit(String id, KeyLimits limits) {
        return change(id, record -> write(record.withLimits(limits)));
    }

    static SystemRows.Write write(AccessKeyRecord record) {
        return new SystemRows.Write(AccessKeyCodec.formatOf(record), AccessKeyCodec.encode(record));
    }

    /** Deletes a key for good. */
    public ChangeResult delete(String id) {
        return change(id, _ -> new SystemRows.Remove());
    }

    /** What becomes of a key that is there. */
    private interface Edit {
        SystemRows.Next of(AccessKeyRecord record);
    }

    private ChangeResult change(String id, Edit edit) {
        if (!isId(id)) {
            return new NoSuchKey();
        }
        AtomicBoolean exists = new AtomicBoolean();
        Change change =
                current -> {
                    exists.set(current.isPresent());
                    return current.map(KeyService::decode)
                            .map(edit::of)
                            .orElseGet(SystemRows.Keep::new);
                };
        return switch (rows.change(ObjectKey.ofAccessKey(id), operation(), change)) {
            case SystemRows.Changed _ -> exists.get() ? new Done() : new NoSuchKey();
            case SystemRows.Unavailable failure -> unavailable(failure);
        };
    }

    /** What a later release wrote is for that to read. */
    private static Stream<AccessKey> readable(SystemRows.Named row) {
        try {
            return Stream.of(key(row.name(), decode(row.record())));
        } catch (FormatException e) {
            LOG.atWarn().addKeyValue("accessKeyId", row.name()).log("not read: {}", e.getMessage());
            return Stream.empty();
        }
    }

    private static AccessKeyRecord decode(Value value) {
        return AccessKeyCodec.decode(value);
    }

    private static AccessKey key(String id, AccessKeyRecord record) {
        return new AccessKey(
                id,
                record.account(),
                record.role(),
                record.limits(),
                record.terms(),
                record.state(),
                record.created());
    }

    private static Unavailable unavailable(SystemRows.Unavailable failure) {
        return new Unavailable(failure.detail(), failure.outcomeUnknown());
    }

    private ClientOperation operation() {
        return ClientOperation.once(surroundings.random());
    }

    private String randomText(String characters, int count) {
        StringBuilder text = new StringBuilder(count);
        for (int i = 0; i < count; i++) {
            text.append(characters.charAt(surroundings.random().nextInt(characters.length())));
        }
        return text.toString();
    }
}
