----------------------------- MODULE GizaVisible -----------------------------
(* The data of one version beside its record: puts, reads, abort, cleaning,  *)
(* repair.                                                                    *)
(*                                                                           *)
(* An object has a version OLD that is visible from the beginning, the       *)
(* version X whose put is under way, and perhaps a later version NEW, which  *)
(* is small, travels in its record, and is visible once it is chosen.        *)
(* Records are agreed (see GizaConsensus), so the log is an atomic register  *)
(* here. Each fragment of X is stored under a name of its own, which is      *)
(* written once: EMPTY -> DATA or EMPTY -> POISON. Whoever stops acting has  *)
(* crashed or is paused for however long.                                    *)
(*                                                                           *)
(* The record of X names the fragments that it needs. With all of these X is *)
(* visible, and nobody can abort it. With fewer that decode it is once a     *)
(* record of the log says so, which a record that aborts it must not come    *)
(* before, nor after: the first of the two counts.                           *)
(*                                                                           *)
(* Clocks count in one place, the removal of POISON. The flag "late" rises at *)
(* any time, and means that more time passed since the owner of X proposed   *)
(* it than an owner may take without asking again; and reads end in time.    *)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
    Frag,       \* the fragments of X, one per data center
    Reader,     \* reads, each of which happens once
    K,          \* as many fragments decode
    W,          \* as many must be durable for an acknowledgement, and a record needs
    Lost,       \* 1 if a disk may lose a fragment, 0 otherwise
    Bug         \* the rule that is broken, or "none"

n == Cardinality(Frag)

VARIABLES
    need,       \* the fragments that the record of X says that it needs
    chosen,     \* whether the record of X is chosen
    newer,      \* whether NEW is chosen
    held,       \* whether a record of the log says that X is visible, for good
    deleted,    \* "no", or why a record deletes X: "user", "superseded", "abort"
    known,      \* whether the rows know that X is visible (Resolution.VISIBLE)
    frag,       \* fragment -> "E", "D" or "P"
    late,       \* the clock
    vanished,   \* whether a disk lost a fragment
    owner,      \* the gateway that puts X: "busy", "cleared" to acknowledge, "acked", "failed"
    stored,     \* the fragments that the owner knows to be durable
    asked,      \* whether the owner asked a quorum since it was late, and X was not deleted
    poisoned,   \* the fragments that gc-worker saw poisoned
    repairing,  \* whether recovery-worker holds the data of X, to write what is missing
    seenLive,   \* whether X was ever visible
    pc,         \* reader -> "idle", "look", "again", "done"
    sawKnown,   \* reader -> whether its rows said that X is visible
    seen,       \* reader -> fragment -> "?" not yet, "U" out of reach, "E", "D", "P"
    legal,      \* reader -> the answers that were true at some instant since it began
    result      \* reader -> "-", "OLD", "X", "NEW", "ERROR" (503), "LOSS" (data-loss alarm)

data == <<need, chosen, newer, held, deleted, known, frag, late, vanished>>
putter == <<owner, stored, asked>>
worker == <<poisoned, repairing>>
reading == <<pc, sawKnown, seen, result>>
vars == <<data, putter, worker, reading, seenLive, legal>>

Count(x) == Cardinality({d \in Frag : frag[d] = x})
Whole == \A d \in need : frag[d] = "D"

(* A version is visible from the first instant at which it is chosen, and   *)
(* all that it needs is there or a record says so, until one deletes it.     *)
(* What a read may answer at an instant:                                     *)
Current == CASE newer -> "NEW"
             [] ~newer /\ seenLive /\ deleted = "no" -> "X"
             [] OTHER -> "OLD"

Init ==
    /\ need \in {s \in SUBSET Frag : Cardinality(s) >= W}
    /\ held = FALSE
    /\ chosen = FALSE /\ newer = FALSE /\ deleted = "no" /\ known = FALSE /\ vanished = FALSE
    /\ frag = [d \in Frag |-> "E"] /\ late = FALSE /\ seenLive = FALSE
    /\ owner = "busy" /\ stored = {} /\ asked = FALSE
    /\ poisoned = {} /\ repairing = FALSE
    /\ pc = [r \in Reader |-> "idle"]
    /\ sawKnown = [r \in Reader |-> FALSE]
    /\ seen = [r \in Reader |-> [d \in Frag |-> "?"]]
    /\ legal = [r \in Reader |-> {}]
    /\ result = [r \in Reader |-> "-"]

------------------------------------------------------------------------------
(* The world.                                                               *)

(* VersionCommitter.append: the record of X is agreed.                      *)
Choose ==
    /\ ~chosen /\ chosen' = TRUE
    /\ UNCHANGED <<need, held, newer, deleted, known, frag, late, vanished, putter, worker, reading>>

(* A later put, chosen and visible at once (ObjectWriter.putInline).        *)
Supersede ==
    /\ chosen /\ ~newer /\ newer' = TRUE
    /\ UNCHANGED <<need, held, chosen, deleted, known, frag, late, vanished, putter, worker, reading>>

(* A client deletes X, of which it was told; or X is overwritten for good.  *)
Delete(why) ==
    /\ chosen /\ deleted = "no"
    /\ why = "user" => seenLive
    /\ why = "superseded" => newer
    /\ deleted' = why
    /\ poisoned' = {}
    /\ UNCHANGED <<need, held, chosen, newer, known, frag, late, vanished, putter, repairing, reading>>

TimePasses ==
    /\ ~late /\ late' = TRUE
    /\ UNCHANGED <<need, held, chosen, newer, deleted, known, frag, vanished, putter, worker, reading>>

(* A disk loses a fragment that it had stored, of those that X can do        *)
(* without: once, and long after X became visible. All are in reach then:   *)
(* two faults at once are more than a code of one parity bears, and cost X   *)
(* if no row was told of it ("lost-and-unreachable").                        *)
Lose(d) ==
    /\ Lost = 1 /\ ~vanished /\ late /\ seenLive
    /\ frag[d] = "D" /\ Count("D") > K
    /\ frag' = [frag EXCEPT ![d] = "E"]
    /\ vanished' = TRUE
    /\ UNCHANGED <<need, held, chosen, newer, deleted, known, late, putter, worker, reading>>

AllInReach == Lost = 1 /\ Bug # "lost-and-unreachable"

------------------------------------------------------------------------------
(* The owner: ObjectWriter.putFragmented and finish, StripeWriter.          *)

(* VisibleRecord.decide. The log takes the first record that says what      *)
(* becomes of X: VISIBLE or a deletion.                                      *)
Hold == held' = (held \/ deleted = "no" \/ Bug = "visible-despite-abort")

(* FragmentUploader: create if absent. One's own fragment is a success,     *)
(* POISON a refusal.                                                        *)
Upload(d) ==
    /\ owner = "busy" /\ d \notin stored
    /\ frag[d] \in {"E", "D"} \/ (Bug = "upload-over-poison" /\ frag[d] = "P")
    /\ frag' = [frag EXCEPT ![d] = "D"]
    /\ stored' = stored \cup {d}
    /\ UNCHANGED <<need, held, chosen, newer, deleted, known, late, vanished, owner, asked, worker, reading>>

(* RecordCommit.confirm: the record is chosen and all that it needs is       *)
(* durable; the clock is read after that. In time, nothing more is needed.   *)
ClearInTime ==
    /\ owner = "busy"
    /\ chosen \/ Bug = "acknowledge-unchosen"
    /\ \/ need \subseteq stored
       \/ Bug = "owner-does-not-decide" /\ Cardinality(stored) >= K
    /\ ~late \/ Bug = "late-owner-does-not-ask" \/ (Bug = "late-owner-asks-too-soon" /\ asked)
    /\ owner' = "cleared" /\ stored' = {} /\ asked' = FALSE
    /\ UNCHANGED <<data, worker, reading>>

(* Late, the owner asks a quorum, after its uploads, whether X still is.    *)
ClearByAsking ==
    /\ owner = "busy" /\ late /\ chosen
    /\ need \subseteq stored
    /\ owner' = IF deleted = "abort" THEN "failed" ELSE "cleared"
    /\ stored' = {} /\ asked' = FALSE
    /\ UNCHANGED <<data, worker, reading>>

(* With fewer, whatever the time is, it has the log say so first. No clock   *)
(* counts here.                                                              *)
ClearByDeciding ==
    /\ owner = "busy" /\ chosen
    /\ Cardinality(stored) >= (IF Bug = "acknowledge-few" THEN K - 1 ELSE W)
    /\ Hold
    /\ owner' = IF held' \/ deleted # "abort" THEN "cleared" ELSE "failed"
    /\ stored' = {} /\ asked' = FALSE
    /\ UNCHANGED <<need, chosen, newer, deleted, known, frag, late, vanished, worker, reading>>

(* A mistake: it asks before its uploads are done.                          *)
AskTooSoon ==
    /\ Bug = "late-owner-asks-too-soon"
    /\ owner = "busy" /\ late /\ chosen /\ deleted = "no" /\ ~asked
    /\ asked' = TRUE
    /\ UNCHANGED <<data, owner, stored, worker, reading>>

(* ObjectWriter.acknowledge: the client is told, the rows perhaps too.      *)
Acknowledge ==
    /\ owner = "cleared"
    /\ owner' = "acked"
    /\ known' \in {known, TRUE}
    /\ UNCHANGED <<need, held, chosen, newer, deleted, frag, late, vanished, stored, asked, worker, reading>>

------------------------------------------------------------------------------
(* gc-worker.                                                               *)

(* It gives up on a put that does not end: it takes the absent names.       *)
Poison(d) ==
    /\ chosen
    /\ frag[d] = "E" \/ (Bug = "poison-over-data" /\ frag[d] = "D")
    /\ frag' = [frag EXCEPT ![d] = "P"]
    /\ UNCHANGED <<need, held, chosen, newer, deleted, known, late, vanished, putter, worker, reading>>

(* It looks at the names one by one.                                        *)
SeePoison(d) ==
    /\ chosen /\ deleted = "no" /\ d \notin poisoned
    /\ frag[d] = "P" \/ (Bug = "abort-without-poison" /\ frag[d] = "E")
    /\ poisoned' = poisoned \cup {d}
    /\ UNCHANGED <<data, putter, repairing, reading>>

Impossible == \/ poisoned \cap need # {} /\ (~AllInReach \/ Cardinality(poisoned) > n - K)
              \/ Bug = "abort-at-once"
              \/ Bug = "abort-by-any-poison" /\ poisoned # {}

(* Abandonment. One POISON of what X needs proves that not all of that was   *)
(* ever stored, so nobody was told of X but by a record that says that it is *)
(* visible. If there is none yet, a record deletes X. Whoever sees what      *)
(* decodes has a record say so instead, which is to see all that is in reach. *)
Abort ==
    /\ chosen /\ deleted = "no" /\ Impossible
    /\ ~held \/ Bug = "abort-despite-visible"
    /\ deleted' = "abort"
    /\ poisoned' = {}      \* what it saw matters no more
    /\ UNCHANGED <<need, held, chosen, newer, known, frag, late, vanished, putter, repairing, reading>>

(* DATA goes once a record deletes X.                                       *)
DeleteData(d) ==
    /\ frag[d] = "D"
    /\ deleted # "no" \/ (Bug = "delete-before-decision" /\ chosen)
    /\ frag' = [frag EXCEPT ![d] = "E"]
    /\ UNCHANGED <<need, held, chosen, newer, deleted, known, late, vanished, putter, worker, reading>>

(* POISON goes only after that, after the owner's time, and after the       *)
(* deadline of every read that may have seen the log before that record:    *)
(* its age counts from the decision, not from its writing.                  *)
ReadsEnded == \A r \in Reader : pc[r] # "look"
DeletePoison(d) ==
    /\ frag[d] = "P"
    /\ deleted # "no" \/ (Bug = "poison-deleted-undecided" /\ Impossible)
    /\ late \/ Bug = "poison-deleted-early"
    /\ ReadsEnded \/ Bug = "poison-deleted-under-read"
    /\ frag' = [frag EXCEPT ![d] = "E"]
    /\ UNCHANGED <<need, held, chosen, newer, deleted, known, late, vanished, putter, worker, reading>>

------------------------------------------------------------------------------
(* recovery-worker.                                                         *)

(* It reads as many fragments as decode, of a version known to be visible.  *)
GatherForRepair ==
    /\ ~repairing /\ (known \/ held) /\ deleted = "no" /\ Count("D") >= K
    /\ repairing' = TRUE
    /\ UNCHANGED <<data, putter, poisoned, reading>>

(* It replaces POISON on condition of its tag, and creates what is absent.  *)
Repair(d) ==
    /\ repairing /\ frag[d] \in {"P", "E"}
    /\ frag' = [frag EXCEPT ![d] = "D"]
    /\ UNCHANGED <<need, held, chosen, newer, deleted, known, late, vanished, putter, worker, reading>>

(* A mistake: POISON of an unresolved version is replaced, by somebody who  *)
(* holds the bytes, such as its owner.                                      *)
RepairUnresolved(d) ==
    /\ Bug = "repair-unresolved"
    /\ chosen /\ ~known /\ frag[d] = "P"
    /\ frag' = [frag EXCEPT ![d] = "D"]
    /\ UNCHANGED <<need, held, chosen, newer, deleted, known, late, vanished, putter, worker, reading>>

------------------------------------------------------------------------------
(* Reads: ObjectReader, VersionResolver.                                    *)

Answer(r, x) ==
    /\ pc' = [pc EXCEPT ![r] = "done"]
    /\ result' = [result EXCEPT ![r] = x]
    \* what a finished read saw matters no more
    /\ seen' = [seen EXCEPT ![r] = [d \in Frag |-> "?"]]
    /\ sawKnown' = [sawKnown EXCEPT ![r] = FALSE]

(* VersionReader.read: the log as a quorum has it. A read that begins with  *)
(* that has the fewest excuses, so nothing is lost by letting it begin so.  *)
ReadLog(r) ==
    /\ pc[r] = "idle"
    /\ CASE newer -> Answer(r, "NEW")
         [] ~newer /\ (~chosen \/ deleted # "no") -> Answer(r, "OLD")
         [] OTHER -> /\ pc' = [pc EXCEPT ![r] = "look"]
                     /\ sawKnown' = [sawKnown EXCEPT ![r] = known \/ held]
                     /\ UNCHANGED <<seen, result>>
    /\ UNCHANGED <<data, putter, worker>>

(* FragmentProbe.probe: one fragment, or nothing known of it.               *)
Look(r, d) ==
    /\ pc[r] = "look" /\ seen[r][d] = "?"
    /\ \E x \in (IF AllInReach THEN {frag[d]} ELSE {"U", frag[d]}) : seen' = [seen EXCEPT ![r][d] = x]
    /\ UNCHANGED <<data, putter, worker, pc, sawKnown, result>>

(* VersionRules.judgeVisibility, over the decodable sets of an MDS code. If a *)
(* needed fragment is not there, X was shown to nobody, unless a record of   *)
(* the log says that X is visible. The paper takes fragments out of reach    *)
(* for absent. Where X decodes and lacks something, it may be passed over or *)
(* decided; once it is late it is decided, since a disk may have lost what   *)
(* it lacks.                                                                 *)
Judge(r) ==
    /\ pc[r] = "look" /\ \A d \in Frag : seen[r][d] # "?"
    /\ LET there == Cardinality({d \in Frag : seen[r][d] = "D"})
           unclear == IF Bug = "unreachable-taken-for-absent" THEN 0
                      ELSE Cardinality({d \in Frag : seen[r][d] = "U"})
           \* What is known to have been visible is there, or it is gone.
           tooLate == late /\ there >= K /\ Bug # "late-passed-over"
           lacks == IF sawKnown[r] THEN there + unclear < K ELSE
                    \/ ~tooLate /\ \E d \in need : seen[r][d] \in {"E", "P"}
                    \/ there + unclear < K
                    \/ Bug = "absent-by-any-fragment" /\ \E d \in Frag : seen[r][d] \in {"E", "P"}
           whole == \/ \A d \in need : seen[r][d] = "D"
                    \/ there >= K /\ (sawKnown[r] \/ Bug = "reader-does-not-decide")
       IN \/ /\ whole
             /\ Answer(r, "X")
             /\ known' \in {known, TRUE}
          \/ /\ there >= K /\ ~whole
             /\ pc' = [pc EXCEPT ![r] = "hold"]
             /\ UNCHANGED <<known, sawKnown, seen, result>>
          \/ /\ lacks /\ Bug = "fall-back-without-asking-again"
             /\ Answer(r, "OLD")
             /\ UNCHANGED known
          \/ /\ lacks /\ Bug # "fall-back-without-asking-again"
             /\ pc' = [pc EXCEPT ![r] = "again"]
             /\ UNCHANGED <<known, sawKnown, seen, result>>
          \/ /\ ~whole /\ ~lacks /\ there < K
             /\ Answer(r, "ERROR")
             /\ UNCHANGED known
    /\ UNCHANGED <<need, held, chosen, newer, deleted, frag, late, vanished, putter, worker>>

(* VisibleRecord.decide: what decodes, and is not all that X needs, is shown *)
(* only once the log says that X is visible. Then the log is folded again.   *)
DecideVisible(r) ==
    /\ pc[r] = "hold"
    /\ Hold
    /\ IF held' THEN /\ Answer(r, IF newer THEN "NEW" ELSE IF deleted \in {"no", "abort"} THEN "X" ELSE "OLD")
                     /\ known' \in {known, TRUE}
       ELSE /\ pc' = [pc EXCEPT ![r] = "again"]
            /\ UNCHANGED <<known, sawKnown, seen, result>>
    /\ UNCHANGED <<need, chosen, newer, deleted, frag, late, vanished, putter, worker>>

(* The deadline of a read passes while it looks.                            *)
Expire(r) ==
    /\ pc[r] \in {"look", "hold"}
    /\ Answer(r, "ERROR")
    /\ UNCHANGED <<data, putter, worker>>

(* NewestVersionSearch.passOver: only if the log still says the same.        *)
ReadAgain(r) ==
    /\ pc[r] = "again"
    /\ Answer(r, CASE newer -> "NEW"
                   [] ~newer /\ deleted # "no" -> "OLD"
                   [] ~newer /\ deleted = "no" /\ sawKnown[r] -> "LOSS"
                   [] OTHER -> "OLD")
    /\ UNCHANGED <<data, putter, worker>>

------------------------------------------------------------------------------
Step ==
    \/ Choose \/ Supersede \/ TimePasses \/ Delete("user") \/ Delete("superseded")
    \/ ClearInTime \/ ClearByAsking \/ ClearByDeciding \/ AskTooSoon \/ Acknowledge
    \/ Abort \/ GatherForRepair
    \/ \E d \in Frag : \/ Upload(d) \/ Poison(d) \/ SeePoison(d) \/ DeleteData(d)
                       \/ DeletePoison(d) \/ Repair(d) \/ RepairUnresolved(d) \/ Lose(d)
    \/ \E r \in Reader : \/ ReadLog(r) \/ Judge(r) \/ DecideVisible(r) \/ Expire(r) \/ ReadAgain(r)
                         \/ \E d \in Frag : Look(r, d)

(* What the actions leave to be noted: when X became visible, and what each *)
(* read under way might have answered. If X is not visible yet when NEW is  *)
(* chosen, it takes effect in that instant, right before NEW, if ever.      *)
Note ==
    /\ seenLive' = (seenLive \/ (chosen' /\ deleted' = "no"
                       /\ (held' \/ \A d \in need : frag'[d] = "D")))
    /\ legal' = [r \in Reader |->
                   CASE pc'[r] = "idle" -> {}
                     [] pc'[r] = "done" /\ pc[r] = "done" -> legal[r]
                     [] OTHER -> legal[r] \cup {Current'} \cup
                          (IF newer' /\ ~newer /\ deleted = "no" THEN {"X"} ELSE {})]

Next == Step /\ Note
Spec == Init /\ [][Next]_vars
Symmetry == Permutations(Frag) \cup Permutations(Reader)

TypeOk ==
    /\ need \subseteq Frag
    /\ deleted \in {"no", "user", "superseded", "abort"}
    /\ frag \in [Frag -> {"E", "D", "P"}]
    /\ owner \in {"busy", "cleared", "acked", "failed"}
    /\ stored \subseteq Frag /\ poisoned \subseteq Frag
    /\ pc \in [Reader -> {"idle", "look", "hold", "again", "done"}]
    /\ seen \in [Reader -> [Frag -> {"?", "U", "E", "D", "P"}]]
    /\ result \in [Reader -> {"-", "OLD", "X", "NEW", "ERROR", "LOSS"}]

(* Somebody was told that X is there.                                       *)
Told == owner = "acked" \/ known \/ \E r \in Reader : result[r] = "X"

(* I12 for data: a read answers what was true at some instant during it.    *)
Linearizable == \A r \in Reader : result[r] \in {"OLD", "X", "NEW"} => result[r] \in legal[r]

(* I6: a put is acknowledged only once its version was visible, or was      *)
(* overwritten in the meantime.                                             *)
AcknowledgedWasVisible == owner = "acked" => chosen /\ (seenLive \/ newer)

(* I7: what somebody was told of decodes until a record deletes it.         *)
Durable == Told /\ deleted = "no" => Count("D") >= K

(* I7: no version is both visible and aborted.                              *)
NeverVisibleAndAborted == ~(Told /\ deleted = "abort")

(* No read cries wolf.                                                      *)
NoFalseAlarm == \A r \in Reader : result[r] # "LOSS"

(* What must be reachable, or the model says nothing: each is to be violated. *)
NeverAcknowledgedLate == ~(owner = "acked" /\ late)
NeverAborted == deleted # "abort"
NeverRefusedLate == owner # "failed"
NeverRepaired == ~(repairing /\ Count("D") = n /\ poisoned # {})
NeverShownAfterLoss == ~(vanished /\ \E r \in Reader : result[r] = "X")
NeverFellBack == ~\E r \in Reader : pc[r] = "again" /\ deleted = "no" /\ ~newer
NeverCleanedUnderRead == ~\E r \in Reader : pc[r] = "again" /\ seenLive
=============================================================================
