---------------------------- MODULE GizaVersioning ----------------------------
(* A change of what a bucket does about versions. The bucket's row holds     *)
(* record 0, the former state; then 1, the change, which puts go by and      *)
(* nobody is told of; then 2, by which it is in effect. Gateways go by what a *)
(* quorum said for as long as it is fresh, by clocks of their own, which run *)
(* at different rates and stand still while a machine is suspended. A put    *)
(* that begins after anybody was told of the change goes by it.              *)
(*                                                                           *)
(* Consensus on the row is a number here: how many records are chosen. Which *)
(* data centers know them is modelled one by one. Time passes in ticks.      *)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
    Acc,        \* the metadata data centers
    Gateway,    \* who puts, gets and lists
    C,          \* the size of a classic quorum
    Slow, Fast, \* what clocks of gateways count in a tick; a wall clock counts Slow or more
    Fresh,      \* BucketRecord.freshness, in the same units
    Wait,       \* VersionRules.reportDelay: how long a change waits before it is in effect
    Bug         \* the rule that is broken, or "none"

VARIABLES
    chosen,     \* the newest record that is chosen
    known,      \* data center -> the newest record that it knows to be chosen
    cached,     \* gateway -> the record that it remembers as a quorum's, -1 for none
    steady,     \* gateway -> its age by the gateway's steady clock      VersionRules.age
    wall,       \* gateway -> its age by the wall clock
    rate,       \* gateway -> what its steady clock counts in a tick
    waited,     \* how long whoever makes the change waits, -1 before a quorum learned it
    written,    \* whether a version was put that goes by the change
    told,       \* whether anybody was told of the change
    broken      \* whether a put that began after that went by the former state

row == <<chosen, known>>
caches == <<cached, steady, wall>>
outcome == <<written, told, broken>>
vars == <<row, caches, rate, waited, outcome>>

AtMost(x, most) == IF x > most THEN most ELSE x

Init ==
    /\ chosen = 0
    /\ known = [a \in Acc |-> 0]
    /\ cached = [g \in Gateway |-> -1]
    /\ steady = [g \in Gateway |-> 0]
    /\ wall = [g \in Gateway |-> 0]
    /\ rate \in [Gateway -> {Slow, Fast}]
    /\ waited = -1
    /\ written = FALSE /\ told = FALSE /\ broken = FALSE

------------------------------------------------------------------------------
(* Time. A suspended machine's steady clock counts nothing. Whoever makes the *)
(* change has the fastest clock. What is not fresh any more is as forgotten. *)
(* BucketDirectory.isFresh goes by the age that is greater.                  *)
Tick ==
    \E asleep \in SUBSET {g \in Gateway : cached[g] >= 0} :
    LET s(g) == IF g \in asleep THEN steady[g] ELSE steady[g] + rate[g]
        w(g) == wall[g] + Slow
        fresh(g) == /\ cached[g] >= 0 /\ s(g) <= Fresh
                    /\ w(g) <= Fresh \/ Bug = "own-clock-only"
    IN
    /\ waited \in 0..(Wait - 1) \/ \E g \in Gateway : cached[g] >= 0
    /\ waited' = IF waited < 0 THEN waited ELSE AtMost(waited + Fast, Wait)
    /\ cached' = [g \in Gateway |-> IF fresh(g) THEN cached[g] ELSE -1]
    /\ steady' = [g \in Gateway |-> IF fresh(g) THEN s(g) ELSE 0]
    /\ wall' = [g \in Gateway |-> IF fresh(g) THEN AtMost(w(g), Fresh) ELSE 0]
    /\ UNCHANGED <<row, rate, outcome>>

IsFresh(g) == cached[g] >= 0

Remember(g, record) ==
    /\ cached' = [cached EXCEPT ![g] = record]
    /\ steady' = [steady EXCEPT ![g] = 0]
    /\ wall' = [wall EXCEPT ![g] = 0]

------------------------------------------------------------------------------
(* BucketVersioning, by whoever asks for the change or finishes it.          *)

Decide ==
    /\ chosen = 0 /\ chosen' = 1
    /\ UNCHANGED <<known, caches, rate, waited, outcome>>

(* A commit, or VersionCommitter.install.                                    *)
Learn(a) ==
    /\ known[a] < chosen
    /\ known' = [known EXCEPT ![a] = chosen]
    /\ UNCHANGED <<chosen, caches, rate, waited, outcome>>

BeginToWait ==
    /\ chosen = 1 /\ waited = -1
    /\ Bug = "wait-before-learned" \/ Cardinality({a \in Acc : known[a] >= 1}) >= C
    /\ waited' = 0
    /\ UNCHANGED <<row, caches, rate, outcome>>

PutInEffect ==
    /\ chosen = 1 /\ waited = Wait
    /\ chosen' = 2
    /\ UNCHANGED <<known, caches, rate, waited, outcome>>

------------------------------------------------------------------------------
(* Gateways.                                                                 *)

(* BucketDirectory.findConfirmed: a read of a quorum.                        *)
Ask(g) ==
    /\ Remember(g, chosen)
    /\ UNCHANGED <<row, rate, waited, outcome>>

(* BucketDirectory.confirmWrite: a quorum of votes says what each row knows. *)
Witness(g) ==
    \E record \in 0..2 :
    /\ Cardinality({a \in Acc : known[a] = record}) >= C
    /\ Remember(g, record)
    /\ UNCHANGED <<row, rate, waited, outcome>>

(* BucketDirectory.startLookup, and what the put goes by.                    *)
Put(g) ==
    LET record == IF IsFresh(g) THEN cached[g] ELSE chosen IN
    /\ written' = (written \/ record >= 1)
    /\ broken' = (broken \/ (told /\ record = 0))
    /\ IF IsFresh(g) THEN UNCHANGED caches ELSE Remember(g, chosen)
    /\ UNCHANGED <<row, rate, waited, told>>

(* GetBucketVersioning: VersionRules.told of what was found.                 *)
Look(g) ==
    /\ cached[g] >= (IF Bug = "shown-after-one-record" THEN 1 ELSE 2)
    /\ ~told /\ told' = TRUE
    /\ UNCHANGED <<row, caches, rate, waited, written, broken>>

(* ObjectReader, VersionLister: a version that goes by the change is called  *)
(* what it is unless the bucket is seen to change. The bucket is looked at   *)
(* after the version was seen, and settled: a vote may be a record.          *)
Get(g) ==
    /\ written
    /\ Bug # "get-goes-by-what-is-cached" => Remember(g, chosen)
    /\ Bug = "get-goes-by-what-is-cached" => cached[g] >= 0 /\ UNCHANGED caches
    /\ LET record == IF Bug = "get-goes-by-what-is-cached" THEN cached[g] ELSE chosen IN
       told' = (told \/ record # 1)
    /\ UNCHANGED <<row, rate, waited, written, broken>>

Next ==
    \/ Tick \/ Decide \/ BeginToWait \/ PutInEffect
    \/ \E a \in Acc : Learn(a)
    \/ \E g \in Gateway : Ask(g) \/ Witness(g) \/ Put(g) \/ Look(g) \/ Get(g)

Spec == Init /\ [][Next]_vars
Symmetry == Permutations(Acc) \cup Permutations(Gateway)

TypeOk ==
    /\ chosen \in 0..2
    /\ known \in [Acc -> 0..chosen]
    /\ cached \in [Gateway -> -1..chosen]
    /\ steady \in [Gateway -> 0..Fresh] /\ wall \in [Gateway -> 0..Fresh]
    /\ waited \in -1..Wait

(* What begins after a change was told of goes by it.                        *)
ToldIsGoneBy == ~broken

(* What must be reachable, or the model says nothing: each is to be violated. *)
NeverTold == ~told
NeverPutByFormer == ~\E g \in Gateway : IsFresh(g) /\ cached[g] = 0 /\ chosen = 1 /\ waited > 0
=============================================================================
