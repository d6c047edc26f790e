package io.giza.recovery.rows;

import io.giza.commit.RowComparison;
import io.giza.commit.RowComparison.Page;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.group.MetadataGroup;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.version.VersionAccess;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.UUID;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * A walk over the rows of key spaces, as all data centers that answer have them, which can be
 * broken off and go on later. Used by one task.
 */
public final class RowWalk {
    private static final Logger LOG = LoggerFactory.getLogger(RowWalk.class);
    private static final int PAGE = 500;

    /** How often a page is asked for, with rests of 1, 2, 4 and 8 s in between. */
    private static final int MAX_ATTEMPTS = 5;

    private static final Duration FIRST_RETRY_DELAY = Duration.ofSeconds(1);

    private final VersionAccess access;
    private final RowComparison comparison;
    private final Predicate<Set<DcName>> maySkip;
    private Position position = Position.BEGINNING;

    /** Walks over what {@code access} reaches, and is done if all data centers answered. */
    public RowWalk(VersionAccess access) {
        this(access, Set::isEmpty);
    }

    private RowWalk(VersionAccess access, Predicate<Set<DcName>> maySkip) {
        this.access = access;
        this.maySkip = maySkip;
        this.comparison = new RowComparison(access.metadata(), CommitSettings.DEFAULTS);
    }

    /** Returns a walk that is done if a quorum and this data center answered. */
    public static RowWalk of(VersionAccess access, DcName dc) {
        return new RowWalk(access, silent -> !silent.contains(dc));
    }

    /**
     * How far a walk came.
     *
     * @param space the key space; one before all others at the beginning
     * @param after the name up to which its rows were visited
     */
    public record Position(BucketId space, String after) {
        /** Before the first row. */
        public static final Position BEGINNING = new Position(BucketId.SYSTEM, "");

        /** Returns the position that {@link #toString} told, the beginning if it is none. */
        public static Position of(String text) {
            int space = text.indexOf(' ');
            try {
                return space < 0
                        ? BEGINNING
                        : new Position(
                                new BucketId(UUID.fromString(text.substring(0, space))),
                                text.substring(space + 1));
            } catch (IllegalArgumentException e) {
                return BEGINNING;
            }
        }

        @Override
        public String toString() {
            return equals(BEGINNING) ? "" : space + " " + after;
        }
    }

    /** Returns how far it came. */
    public Position position() {
        return position;
    }

    /** Tells whether the last walk came to the end. */
    public boolean isAtEnd() {
        return position.equals(Position.BEGINNING);
    }

    /**
     * Walks on.
     *
     * @param from where to begin
     * @param visit is told of each row what each data center has of it, which may be {@link
     *     Row#ABSENT}; false if something is left to be done about it
     * @param mayContinue asked before each row
     * @return whether it came to the end, all data centers answered, and nothing is left to be done
     */
    public boolean walk(
            SortedSet<BucketId> spaces,
            Position from,
            BiPredicate<ObjectKey, Map<DcName, Row>> visit,
            BooleanSupplier mayContinue) {
        position = from;
        boolean done = true;
        for (BucketId space : spaces.tailSet(from.space())) {
            if (!space.equals(position.space())) {
                position = new Position(space, "");
            }
            Optional<Scan> next =
                    Optional.of(
                            new Scan(
                                    space, "", position.after(), position.after().isEmpty(), PAGE));
            while (next.isPresent()) {
                Optional<Page> page = page(next.get(), mayContinue);
                if (page.isEmpty()) {
                    return false;
                }
                done &= maySkip.test(page.get().silent());
                for (Map.Entry<String, Map<DcName, Row>> row : page.get().rows().entrySet()) {
                    if (!mayContinue.getAsBoolean()) {
                        return false;
                    }
                    done &= visitSafely(new ObjectKey(space, row.getKey()), row.getValue(), visit);
                    position = new Position(space, row.getKey());
                }
                next = page.get().next();
            }
        }
        position = Position.BEGINNING;
        return done;
    }

    /** Who does not answer now may answer soon. */
    private Optional<Page> page(Scan scan, BooleanSupplier mayContinue) {
        Duration delay = FIRST_RETRY_DELAY;
        for (int attempt = 1; ; attempt++) {
            Optional<Page> page =
                    comparison
                            .page(scan, access.after(access.timeouts().read()))
                            .filter(this::isQuorum);
            if (page.isPresent() || attempt == MAX_ATTEMPTS || !mayContinue.getAsBoolean()) {
                return page;
            }
            access.surroundings().time().sleep(delay);
            delay = delay.multipliedBy(2);
        }
    }

    private boolean isQuorum(Page page) {
        MetadataGroup group = access.metadata().group();
        return group.quorums().isClassic(group.names().size() - page.silent().size());
    }

    /** A row that cannot be understood does not keep the others from being visited. */
    private static boolean visitSafely(
            ObjectKey key, Map<DcName, Row> rows, BiPredicate<ObjectKey, Map<DcName, Row>> visit) {
        try {
            return visit.test(key, rows);
        } catch (RuntimeException e) {
            LOG.atError().addKeyValue("row", key).setCause(e).log("went wrong");
            return false;
        }
    }
}
