------------------------------ MODULE GizaBucket ------------------------------
(* A put, and perhaps a get, racing the deletion of the bucket.              *)
(*                                                                           *)
(* The bucket's record is agreed like any row (see GizaConsensus); here it is *)
(* a sequence of states that a compare-and-set makes longer, and each data   *)
(* center has learned a part of it. The put's own instance is modelled vote  *)
(* by vote, because the argument is about single votes. It is the only one   *)
(* of its key, so there is one value and rows show only on which ballot they *)
(* voted for it. Whoever stops acting has crashed.                           *)
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS
    Acc,        \* the metadata data centers
    Deleter,    \* gateways that delete the bucket
    MaxB,       \* the highest ballot: 0 fast, 1 confirm, then classic
    MaxRecord,  \* how long the bucket's record may become
    C, F,       \* sizes of a classic and of a fast quorum
    Gets,       \* "yes" if there is a reader too
    Bug         \* the rule that is broken, or "none"

N == Cardinality(Acc)
Nobody == "nobody"
Spent == "spent"
Put == "put"
Classic == 2..MaxB

VARIABLES
    record,     \* the states that the bucket went through                 BucketRecord.State
    learned,    \* acceptor -> how many of them its row knows
    promised,   \* acceptor -> the highest ballot that it promised for the put's key
    ballot,     \* acceptor -> the ballot of its vote, -1 for none
    reply,      \* acceptor -> ballot -> "-" no vote, or what the bucket's row said after it:
                \* "ACTIVE" or "other"
    promises,   \* <<acceptor, ballot, ballot of its vote>>
    proposals,  \* the classic ballots on which the put is proposed
    owner,      \* classic ballot -> who prepares it: the put's gateway, a deleter, nobody,
                \* or spent when the deleter learned what it wanted
    put,        \* "busy", "acked", "refused" (NoSuchBucket)
    step,       \* deleter -> "idle", "inform", "settle", "empty", "objects", "deleted",
                \* "refused" (BucketNotEmpty), "lost"
    base,       \* deleter -> the length of the record that says DELETING on its behalf
    informed,   \* deleter -> the acceptors it made learn that: the set D
    seen,       \* deleter -> acceptor -> ballot of the vote in the row it scanned, -2 not scanned
    had,        \* deleter -> whether the put was chosen before it began
    sight,      \* the reader: the rows that hold the object and said ACTIVE after that
    glimpse,    \* a mistaken reader: whether it looked at the bucket first
    shown       \* whether a get returned the object

key == <<promised, ballot, reply, promises, proposals, owner>>
deleting == <<step, base, informed, seen, had>>
getting == <<sight, glimpse, shown>>
vars == <<record, learned, key, put, deleting, getting>>

Last(s) == s[Len(s)]
Max(S) == CHOOSE x \in S : \A y \in S : y <= x
Says(a) == IF record[learned[a]] = "ACTIVE" THEN "ACTIVE" ELSE "other"
Voted(a, b) == reply[a][b] \in {"ACTIVE", "other"}
Votes(b) == Cardinality({a \in Acc : Voted(a, b)})
Chosen == Votes(0) >= F \/ \E b \in 1..MaxB : Votes(b) >= C

Init ==
    /\ record = <<"ACTIVE">>
    /\ learned = [a \in Acc |-> 1]
    /\ promised = [a \in Acc |-> 0]
    /\ ballot = [a \in Acc |-> -1]
    /\ reply = [a \in Acc |-> [b \in 0..MaxB |-> "-"]]
    /\ promises = {} /\ proposals = {}
    /\ owner = [b \in Classic |-> Nobody]
    /\ put = "busy"
    /\ step = [x \in Deleter |-> "idle"]
    /\ base = [x \in Deleter |-> 0]
    /\ informed = [x \in Deleter |-> {}]
    /\ seen = [x \in Deleter |-> [a \in Acc |-> -2]]
    /\ had = [x \in Deleter |-> FALSE]
    /\ sight = {} /\ glimpse = FALSE /\ shown = FALSE

(* Commit messages: any row may learn more of the bucket's record. That it  *)
(* is DELETING, a row need not learn by chance: it says ACTIVE less often   *)
(* then, and nobody relies on that but for the rows in D, which are told.   *)
Learn(a) ==
    /\ Last(record) = "ACTIVE" /\ learned[a] < Len(record)
    /\ learned' = [learned EXCEPT ![a] = Len(record)]
    /\ UNCHANGED <<record, key, put, deleting, getting>>

------------------------------------------------------------------------------
(* The instance of the put's key, as in GizaConsensus.                      *)

(* RowTransactor: the vote is written, and then the witness row is read. To *)
(* read it at once shows ACTIVE as often as can be; see also AskAgain.      *)
Cast(a, b) ==
    /\ ballot' = [ballot EXCEPT ![a] = b]
    /\ reply' = [reply EXCEPT ![a][b] = CASE put # "busy" -> "other"
                                              [] put = "busy" /\ @ = "ACTIVE early" -> "ACTIVE"
                                              [] OTHER -> Says(a)]

PreAccept(a) ==
    /\ promised[a] = 0 /\ ballot[a] = -1
    /\ Cast(a, 0)
    /\ UNCHANGED <<record, learned, promised, promises, proposals, owner, put, deleting, getting>>

(* On the confirm ballot anybody may propose what has C fast votes.         *)
Accept(a, b) ==
    /\ IF b = 1 THEN Votes(0) >= C ELSE b \in proposals
    /\ promised[a] <= b /\ ballot[a] < b
    /\ promised' = [promised EXCEPT ![a] = b]
    /\ Cast(a, b)
    /\ UNCHANGED <<record, learned, promises, proposals, owner, put, deleting, getting>>

(* What the witnesses said matters no more once the put is answered.        *)
Answer(x) ==
    /\ put' = x
    /\ reply' = [a \in Acc |-> [b \in 0..MaxB |-> IF Voted(a, b) THEN "other" ELSE "-"]]
    /\ UNCHANGED <<promised, ballot, promises, proposals, owner>>

(* A request that is repeated is answered the same, but for the witness.    *)
AskAgain(a, b) ==
    /\ put = "busy" /\ reply[a][b] = "other" /\ Says(a) = "ACTIVE"
    /\ reply' = [reply EXCEPT ![a][b] = "ACTIVE"]
    /\ UNCHANGED <<record, learned, promised, ballot, promises, proposals, owner, put, deleting,
                   getting>>

(* A mistake: the witness row is read before the vote is written.           *)
WitnessTooSoon(a, b) ==
    /\ Bug = "bucket-read-before-vote" /\ reply[a][b] = "-" /\ Says(a) = "ACTIVE"
    /\ reply' = [reply EXCEPT ![a][b] = "ACTIVE early"]
    /\ UNCHANGED <<record, learned, promised, ballot, promises, proposals, owner, put, deleting,
                   getting>>

(* A classic ballot has one owner: an odd one the put's gateway, an even one *)
(* the first deleter to prepare it, who ends by it what it saw undecided    *)
(* (VersionReader.finish). To take a ballot above all it saw is a matter of *)
(* progress: where a vote was cast on a classic ballot, no quorum promises  *)
(* a lower one any more.                                                    *)
Prepare(a, b, who) ==
    /\ owner[b] \in {Nobody, who} /\ promised[a] < b
    /\ b % 2 = 1 <=> who = Put
    /\ IF who = Put THEN put = "busy"
       ELSE step[who] = "settle"
    /\ owner' = [owner EXCEPT ![b] = who]
    /\ promised' = [promised EXCEPT ![a] = b]
    /\ promises' = promises \cup {<<a, b, ballot[a]>>}
    /\ UNCHANGED <<record, learned, ballot, reply, proposals, put, deleting, getting>>

(* ValueSelection: whether promises of Q on b allow that the put was chosen. *)
Promised(Q, b) == \A a \in Q : \E p \in promises : p[1] = a /\ p[2] = b
Forced(Q, b) ==
    LET P == {p \in promises : p[2] = b /\ p[1] \in Q}
        k == Max({p[3] : p \in P})
    IN \/ k >= 1
       \/ k = 0 /\ Cardinality({p \in P : p[3] = 0}) >= F - (N - Cardinality(Q))

(* The put's gateway proposes its put whether forced or free, a deleter     *)
(* only if forced (Decider.finish).                                         *)
Propose(b) ==
    /\ owner[b] \notin {Nobody, Spent} /\ b \notin proposals
    /\ \E Q \in SUBSET Acc :
         /\ Cardinality(Q) >= C /\ Promised(Q, b)
         /\ owner[b] = Put \/ Forced(Q, b)
    /\ proposals' = proposals \cup {b}
    /\ UNCHANGED <<record, learned, promised, ballot, reply, promises, owner, put, deleting,
                   getting>>

------------------------------------------------------------------------------
(* The put: VersionCommitter, BucketDirectory.confirmWrite.                 *)

(* It sees its put decided on ballot b, and C of those that voted there     *)
(* answered ACTIVE (Ballots.witnesses).                                     *)
AcknowledgeAtOnce(b) ==
    /\ put = "busy"
    /\ IF b \in Classic THEN owner[b] = Put ELSE TRUE
    /\ LET Heard == {a \in Acc : Voted(a, b)}
           Standing == IF Bug = "votes-of-other-ballots-count"
                       THEN {a \in Acc : \E any \in 0..MaxB : reply[a][any] = "ACTIVE"}
                       ELSE {a \in Heard : reply[a][b] = "ACTIVE"}
       IN /\ Cardinality(Heard) >= (IF b = 0 THEN F ELSE C)
          /\ Cardinality(Standing) >= (IF Bug = "too-few-standing" THEN C - 1 ELSE C)
    /\ Answer("acked")
    /\ UNCHANGED <<record, learned, deleting, getting>>

(* Otherwise it reads the record once its put is decided: ACTIVE, it goes   *)
(* on; DELETED, NoSuchBucket; DELETING, it waits.                           *)
AskForBucket ==
    /\ put = "busy" /\ Chosen
    /\ \/ /\ Last(record) = "ACTIVE" \/ (Bug = "deleting-taken-for-active"
                                         /\ Last(record) = "DELETING")
          /\ Answer("acked")
       \/ Last(record) = "DELETED" /\ Answer("refused")
    /\ UNCHANGED <<record, learned, deleting, getting>>

------------------------------------------------------------------------------
(* The get: BucketDirectory.confirmRead.                                    *)

See(a) ==
    /\ Gets = "yes" /\ ~shown /\ a \notin sight
    /\ ballot[a] >= 0 /\ Says(a) = "ACTIVE"
    /\ sight' = sight \cup {a}
    /\ UNCHANGED <<record, learned, key, put, deleting, glimpse, shown>>

(* A mistake: the bucket is looked at before the object is settled.         *)
Glimpse ==
    /\ Bug = "get-looks-at-bucket-first" /\ ~glimpse /\ Last(record) = "ACTIVE"
    /\ glimpse' = TRUE
    /\ UNCHANGED <<record, learned, key, put, deleting, sight, shown>>

(* The object is shown if C rows that hold it said ACTIVE after that, or if *)
(* the record is read, after the object was settled, and says ACTIVE.       *)
Show ==
    /\ Gets = "yes" /\ ~shown /\ Chosen
    /\ \/ Cardinality(sight) >= C
       \/ Last(record) = "ACTIVE"
       \/ glimpse
       \/ Bug = "get-shows-while-deleting" /\ Last(record) = "DELETING"
    /\ shown' = TRUE
    /\ sight' = {} /\ glimpse' = FALSE
    /\ UNCHANGED <<record, learned, key, put, deleting>>

------------------------------------------------------------------------------
(* The deletion: ReplicatedBuckets.delete.                                  *)

Enough == IF Bug = "told-too-few" THEN C - 1 ELSE C

(* decideDeleting: decides DELETING, or goes on with a deletion under way.  *)
(* Whoever was refused may try again.                                       *)
Begin(x) ==
    /\ step[x] \in {"idle", "refused", "lost"}
    /\ \/ /\ Last(record) = "ACTIVE" /\ Len(record) < MaxRecord
          /\ record' = Append(record, "DELETING")
       \/ Last(record) = "DELETING" /\ UNCHANGED record
    /\ step' = [step EXCEPT ![x] = "inform"]
    /\ base' = [base EXCEPT ![x] = Len(record')]
    /\ had' = [had EXCEPT ![x] = Chosen]
    /\ UNCHANGED <<learned, key, put, informed, seen, getting>>

Scanned(x) == {a \in Acc : seen[x][a] # -2}

(* VersionCommitter.install: makes rows of the bucket's record learn it.    *)
Inform(x, a) ==
    /\ step[x] = "inform" /\ a \notin informed[x]
    /\ Scanned(x) = {} \/ Bug = "scan-before-telling"
    /\ informed' = [informed EXCEPT ![x] = @ \cup {a}]
    /\ learned' = [learned EXCEPT ![a] = Max({@, base[x]})]
    /\ UNCHANGED <<record, key, put, step, base, seen, had, getting>>

(* KeyLister.listSettled: reads the rows of C members of D.                 *)
Scan(x, a) ==
    /\ step[x] = "inform" /\ a \notin Scanned(x)
    /\ Cardinality(Scanned(x)) < Enough
    /\ \/ Bug = "scan-before-telling"
       \/ /\ Cardinality(informed[x]) >= Enough
          /\ a \in informed[x] \/ Bug = "scan-elsewhere"
    /\ seen' = [seen EXCEPT ![x][a] = ballot[a]]
    /\ UNCHANGED <<record, learned, key, put, step, base, informed, had, getting>>

(* LatestVersion.judgeStrictly: every vote that was seen is acted upon. The *)
(* reader's rule, which lets a vote pass that cannot have been counted yet, *)
(* is not enough.                                                           *)
Judge(x) ==
    /\ step[x] = "inform"
    /\ Cardinality(Scanned(x)) >= Enough /\ Cardinality(informed[x]) >= Enough
    /\ LET q == Cardinality(Scanned(x))
           Fast == Cardinality({a \in Scanned(x) : seen[x][a] = 0})
           Some == \E a \in Scanned(x) : seen[x][a] >= 0
           ReadRule == Fast >= F - (N - q) \/ \E a \in Scanned(x) : seen[x][a] >= 1
           Half == IF Bug = "seen-vote-not-settled" THEN ReadRule ELSE Some
       IN step' = [step EXCEPT ![x] = IF Half THEN "settle" ELSE "empty"]
    /\ seen' = [seen EXCEPT ![x] = [a \in Acc |-> -2]]     \* what was seen matters no more
    /\ informed' = [informed EXCEPT ![x] = {}]
    /\ UNCHANGED <<record, learned, key, put, base, had, getting>>

(* What Decider.finish comes to: nothing was chosen, or the put is chosen.  *)
NothingThere(x) ==
    /\ step[x] = "settle"
    /\ \E b \in Classic :
         /\ owner[b] = x /\ b \notin proposals
         /\ \E Q \in SUBSET Acc : Cardinality(Q) >= C /\ Promised(Q, b) /\ ~Forced(Q, b)
         /\ owner' = [owner EXCEPT ![b] = Spent]
    /\ step' = [step EXCEPT ![x] = "empty"]
    /\ UNCHANGED <<record, learned, promised, ballot, reply, promises, proposals, put, base,
                   informed, seen, had, getting>>

SomethingThere(x) ==
    /\ step[x] = "settle" /\ Chosen
    /\ step' = [step EXCEPT ![x] = "objects"]
    /\ owner' = [b \in Classic |-> IF owner[b] = x THEN Spent ELSE owner[b]]
    /\ UNCHANGED <<record, learned, promised, ballot, reply, promises, proposals, put, base,
                   informed, seen, had, getting>>

(* The outcome, on condition that the record is as long as it was.          *)
Conclude(x) ==
    /\ step[x] \in {"empty", "objects"}
    /\ IF Len(record) = base[x] \/ (Bug = "outcome-by-state" /\ Last(record) = "DELETING")
       THEN /\ record' = Append(record, IF step[x] = "empty" THEN "DELETED" ELSE "ACTIVE")
            /\ step' = [step EXCEPT ![x] = IF @ = "empty" THEN "deleted" ELSE "refused"]
       ELSE /\ step' = [step EXCEPT ![x] = "lost"]
            /\ UNCHANGED record
    /\ UNCHANGED <<learned, key, put, base, informed, seen, had, getting>>

Next ==
    \/ \E a \in Acc : Learn(a) \/ PreAccept(a) \/ See(a)
    \/ \E a \in Acc, b \in 1..MaxB : Accept(a, b)
    \/ \E a \in Acc, b \in 0..MaxB : AskAgain(a, b) \/ WitnessTooSoon(a, b)
    \/ \E a \in Acc, b \in Classic, who \in Deleter \cup {Put} : Prepare(a, b, who)
    \/ \E b \in Classic : Propose(b)
    \/ \E b \in 0..MaxB : AcknowledgeAtOnce(b)
    \/ AskForBucket \/ Glimpse \/ Show
    \/ \E x \in Deleter :
         \/ Begin(x) \/ Judge(x) \/ NothingThere(x) \/ SomethingThere(x) \/ Conclude(x)
         \/ \E a \in Acc : Inform(x, a) \/ Scan(x, a)

Spec == Init /\ [][Next]_vars
Symmetry == Permutations(Acc) \cup Permutations(Deleter)

TypeOk ==
    /\ Last(record) \in {"ACTIVE", "DELETING", "DELETED"} /\ Len(record) <= MaxRecord + 1
    /\ learned \in [Acc -> 1..Len(record)]
    /\ promised \in [Acc -> 0..MaxB] /\ ballot \in [Acc -> -1..MaxB]
    /\ \A a \in Acc : ballot[a] >= 0 => Voted(a, ballot[a])
    /\ put \in {"busy", "acked", "refused"}
    /\ \A x \in Deleter : informed[x] \subseteq Acc /\ Scanned(x) \subseteq Acc

(* No acknowledged put is in a life of the bucket that ended.               *)
AcknowledgedNotInDeleted == ~(put = "acked" /\ Last(record) = "DELETED")

(* A deletion that began after the object was there is refused.             *)
DeletionRefusedIfLive == \A x \in Deleter : ~(step[x] = "deleted" /\ had[x])

(* What a get returned is in no life of the bucket that ended: the put that *)
(* was shown may not be answered NoSuchBucket afterwards.                   *)
ShownNotInDeleted == ~(shown /\ Last(record) = "DELETED")

(* What must be reachable, or the model says nothing: each is to be violated. *)
NeverChosenInDeleted == ~(Chosen /\ put = "refused")
NeverRefused == \A x \in Deleter : step[x] # "refused"
NeverSettledFree == ~\E x \in Deleter, b \in Classic :
                        owner[b] = Spent /\ step[x] = "deleted" /\ \E a \in Acc : ballot[a] >= 0
NeverAckedDespiteDeletion == ~(put = "acked" /\ Len(record) > 1 /\ Last(record) = "DELETING")
NeverShownAtOnce == ~(Chosen /\ Last(record) # "ACTIVE"
                      /\ Cardinality(sight) >= C)
=============================================================================
