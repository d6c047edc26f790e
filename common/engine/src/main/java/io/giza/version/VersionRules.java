package io.giza.version;

import io.giza.concurrent.Moment;
import io.giza.concurrent.Time;
import io.giza.lock.LockPermit;
import io.giza.lock.Retention;
import io.giza.lock.VersionLock;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.DeletionReason;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The rules by which versions become visible, are passed over, abandoned and collected. Each is a
 * method so that the mutation drill can break it; nothing else overrides them.
 */
public class VersionRules extends FragmentRules {
    /** The protocol's own rules. */
    public static final VersionRules PROTOCOL = new VersionRules();

    /**
     * Rule: a version that was invisible is passed over only if its row, read again after the look,
     * still says the same: its fragments may have been absent because they were collected.
     */
    public boolean mayPassOver(Row now, Row before, Entry entry) {
        return now.generation() == before.generation()
                && now.chosen() == before.chosen()
                && now.entry(entry.version()).filter(same -> !same.equals(entry)).isEmpty();
    }

    /** Rule: a version that is given up is as if it never had been, and ended no other. */
    public DeletionReason abandonmentReason() {
        return DeletionReason.GIVEN_UP;
    }

    /** Rule: a version that was seen is not given up, whatever its fragments say now. */
    public boolean mayAbandon(Entry entry) {
        return !entry.isVisible();
    }

    /**
     * Rule: a put whose uploads ended late asks a quorum whether its version still stands: the
     * poison that would have stopped it may be gone.
     *
     * @param sincePropose how long ago its record was proposed first
     */
    public boolean mustConfirm(Duration sincePropose, Duration confirmAfter) {
        return sincePropose.compareTo(confirmAfter) > 0;
    }

    /**
     * Rule: a record of the operation's identity is the operation's only if it says what this
     * attempt would say; a client may have given two operations one identity.
     */
    public boolean isRepeat(boolean hasSameContent) {
        return hasSameContent;
    }

    /**
     * Rule: the record of a put names the data centers to which its fragments went in the end, not
     * those that were meant at first: a spare one may have taken the place of one that failed. Once
     * the record is proposed nothing changes its places any more.
     */
    public List<DcName> placementToRecord(List<DcName> first, List<DcName> last) {
        return last;
    }

    /** Rule: fragments go only when a record of the log decided that their version is deleted. */
    public boolean mayCollect(Row row, long version) {
        return Fold.isDeleted(row, version);
    }

    /**
     * Rule: only of an object is a null of no use once a later one is there. Of a part an object
     * may be made though a later one was sent, and a row of records is no one's data.
     */
    public boolean maySupersede(ObjectKey key) {
        return !key.holdsRecords() && !key.bucket().isUploads();
    }

    /** Rule: of an upload that is over those puts are deleted that no object is made of. */
    public boolean mayDelete(UploadGarbage.Verdict verdict) {
        return verdict == UploadGarbage.Verdict.DELETE;
    }

    /** Rule: what a wall clock decides is decided only by a time that a quorum shares. */
    public boolean isSameTime(Duration apart, Duration tolerance) {
        return apart.compareTo(tolerance) <= 0;
    }

    /**
     * Rule: the age of an answer is what the clock says that counted more, for the steady one
     * stands still while a machine is suspended.
     */
    public Duration age(Moment start, Time time) {
        return start.age(time);
    }

    /** Rule: clients are told of a change of versioning only once all puts go by it. */
    public Versioning reportedVersioning(BucketRecord bucket) {
        return bucket.reportedVersioning();
    }

    /**
     * Rule: what a bucket does about versions is known only as long as a change of it waits before
     * it is told of.
     *
     * @param age how long ago the question began which a quorum answered
     */
    public boolean isFresh(Duration age, Duration freshness) {
        return age.compareTo(freshness) <= 0;
    }

    /**
     * Rule: a change of what a bucket does about versions is told of only when nobody goes by what
     * it was before. A quarter more is for clocks that run slower than this one.
     */
    public Duration reportDelay(Duration freshness) {
        return freshness.plus(freshness.dividedBy(4));
    }

    /** Rule: what is deleted, or was taken the place of, is not changed any more. */
    public boolean mayAnnotate(Fold.VersionState state) {
        return state instanceof Fold.Live;
    }

    /** Rule: a version is deleted only where no lock is in force that is not bypassed. */
    public boolean mayDelete(VersionLock lock, LockPermit permit) {
        return !lock.protects(permit);
    }

    /** Rule: a retention in force is only made longer, unless it is bypassed. */
    public boolean mayRetain(VersionLock lock, Optional<Retention> retention, LockPermit permit) {
        return lock.mayBecome(retention, permit);
    }

    /** Rule: a retention is over once this machine's clock says so and those of a quorum do. */
    public boolean isOver(boolean byThisClock, boolean byQuorum) {
        return byThisClock && byQuorum;
    }

    /**
     * Rule: the age of poison counts from when its version was given up, if that was later: who
     * read the row before that may look at the fragments a while after it.
     *
     * @param written how long ago the poison was written
     * @param decided how long ago its version was given up
     */
    public Duration ageOfPoison(Duration written, Duration decided) {
        return written.compareTo(decided) < 0 ? written : decided;
    }

    /** Rule: poison outlives everything that may still be under way. */
    public boolean keepsPoison(PoisonAge age) {
        return age == PoisonAge.YOUNG;
    }

    /**
     * Rule: what a lifecycle lets expire ends right after the state of the row by which that was
     * told, or not at all: what was written since is younger, or makes it so that another version
     * is meant.
     */
    public boolean mayExpire(Row now, Row judged) {
        return now.generation() == judged.generation() && now.chosen() == judged.chosen();
    }

    /**
     * Rule: nothing of an object expires beside a put of which it is not known whether it can be
     * read: it may look like the newest version and never be one.
     */
    public boolean mayExpireBeside(Entry entry) {
        return entry.value().kind() != Value.Kind.PUT || entry.isVisible();
    }

    /**
     * Tells whether who fills a store may say that all up to where it is was found to be in order:
     * whoever goes on from there declares the store rebuilt.
     *
     * @param allSettled whether all versions up to there were settled
     */
    public boolean mayRecordProgress(boolean allSettled) {
        return allSettled;
    }
}
