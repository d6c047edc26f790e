--------------------------- MODULE GizaOverwritten ---------------------------
(* A put that others wrote over needs no version. It is acknowledged as if it *)
(* had taken effect right before a version of another put, where nobody could *)
(* have seen it, and its record is never offered.                            *)
(*                                                                           *)
(* Consensus is a sequence here: which record a version becomes is agreed on, *)
(* and it is chosen once C data centers hold it. Which of them do is modelled *)
(* one by one. A put may be the retry of one whose record is on its way.     *)
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS
    Acc,        \* the metadata data centers
    Put,        \* puts of one key, each of a client that waits for its answer
    C,          \* the size of a classic quorum
    Max,        \* how many versions there may be
    Bug         \* the rule that is broken, or "none"

VARIABLES
    log,        \* the records that versions become: who put it, blind or not, its fate
    holds,      \* data center -> the newest version that it holds
    phase,      \* put -> where it is
    blind,      \* put -> whether it succeeds whatever it writes over       Mode.BLIND
    stray,      \* the puts that are retries, of which the first attempt is on its way
    retry,      \* the puts that are retries
    asked,      \* put -> the data centers that were asked after it began   VersionWatch
    early,      \* put -> the newest version that any of them held
    floor,      \* put -> the newest version that anybody was shown before it began
    before,     \* put -> the version right before which it took effect, 0 for none
    shown       \* the newest version that anybody was shown

rows == <<log, holds>>
puts == <<phase, blind, stray, retry, asked, early, floor, before>>
vars == <<rows, puts, shown>>

Greater(x, y) == IF x > y THEN x ELSE y

Init ==
    /\ log = <<>>
    /\ holds = [a \in Acc |-> 0]
    /\ phase = [p \in Put |-> "idle"]
    /\ blind \in [Put -> BOOLEAN]
    /\ retry \in SUBSET Put
    /\ stray = retry
    /\ asked = [p \in Put |-> {}]
    /\ early = [p \in Put |-> 0]
    /\ floor = [p \in Put |-> 0]
    /\ before = [p \in Put |-> 0]
    /\ shown = 0

Chosen(n) == Cardinality({a \in Acc : holds[a] >= n}) >= C
IsFree == Len(log) < Max /\ (Len(log) > 0 => log[Len(log)].fate # "open")
IsInLog(p) == \E n \in 1..Len(log) : log[n].by = p

Append1(p) == log' = Append(log, [by |-> p, blind |-> blind[p], fate |-> "open"])

------------------------------------------------------------------------------
(* The row.                                                                  *)

(* Acceptor: a vote or a commit.                                             *)
Hold(a) ==
    /\ holds[a] < Len(log)
    /\ holds' = [holds EXCEPT ![a] = @ + 1]
    /\ UNCHANGED <<log, puts, shown>>

(* Its data makes it visible, or a worker gives it up.                       *)
Settle(n) ==
    /\ log[n].fate = "open" /\ Chosen(n)
    /\ \E fate \in {"visible", "given-up"} : log' = [log EXCEPT ![n].fate = fate]
    /\ UNCHANGED <<holds, puts, shown>>

(* A first attempt reaches the row, and is recognised if the log holds it.   *)
Arrive(p) ==
    /\ p \in stray
    /\ stray' = stray \ {p}
    /\ IF IsInLog(p) THEN UNCHANGED log ELSE IsFree /\ Append1(p)
    /\ UNCHANGED <<holds, phase, blind, retry, asked, early, floor, before, shown>>

(* ObjectReader.                                                             *)
Get ==
    \E n \in 1..Len(log) :
    /\ log[n].fate = "visible" /\ n > shown
    /\ \A m \in (n + 1)..Len(log) : log[m].fate # "visible"
    /\ shown' = n
    /\ UNCHANGED <<rows, puts>>

------------------------------------------------------------------------------
(* Puts.                                                                     *)

Begin(p) ==
    /\ phase[p] = "idle"
    /\ phase' = [phase EXCEPT ![p] = "begun"]
    /\ floor' = [floor EXCEPT ![p] = shown]
    /\ UNCHANGED <<rows, blind, stray, retry, asked, early, before, shown>>

(* VersionWatch: what data centers say that were asked after the put began.  *)
Ask(p, a) ==
    /\ phase[p] = "begun" /\ a \notin asked[p]
    /\ asked' = [asked EXCEPT ![p] = @ \cup {a}]
    /\ early' = [early EXCEPT ![p] = Greater(@, holds[a])]
    /\ UNCHANGED <<rows, phase, blind, stray, retry, floor, before, shown>>

(* RecordCommit: the record is offered, and becomes a version.               *)
Offer(p) ==
    /\ phase[p] = "begun" /\ IsFree /\ ~IsInLog(p)
    /\ Append1(p)
    /\ phase' = [phase EXCEPT ![p] = "offered"]
    /\ UNCHANGED <<holds, blind, stray, retry, asked, early, floor, before, shown>>

(* What became of its record; a retry finds that of its first attempt.       *)
Finish(p) ==
    \E n \in 1..Len(log) :
    /\ phase[p] \in {"begun", "offered"} /\ log[n].by = p /\ log[n].fate = "visible"
    /\ phase' = [phase EXCEPT ![p] = "done"]
    /\ shown' = Greater(shown, n)
    /\ UNCHANGED <<rows, blind, stray, retry, asked, early, floor, before>>

(* Overwrite, Draft.isOvertaken: acknowledged without a version.             *)
LeaveOut(p) ==
    \E n \in 1..Len(log) :
    /\ phase[p] = "begun" \/ (phase[p] = "offered" /\ Bug = "left-out-though-offered")
    /\ before[p] = 0 /\ blind[p] /\ log[n].by # p /\ Chosen(n)
    /\ p \in retry => Bug = "retry-left-out"
    /\ \/ Cardinality(asked[p]) >= C /\ n > early[p]
       \/ Cardinality(asked[p]) >= 1 /\ n > early[p] /\ Bug = "few-asked"
       \/ Bug = "any-version"
    /\ log[n].fate = "visible" \/ (log[n].fate = "open" /\ Bug = "not-visible-yet")
    /\ log[n].blind \/ Bug = "conditional-over-it"
    /\ before' = [before EXCEPT ![p] = n]
    /\ phase' = [phase EXCEPT ![p] = "done"]
    /\ shown' = IF log[n].fate = "visible" THEN Greater(shown, n) ELSE shown
    /\ UNCHANGED <<rows, blind, stray, retry, asked, early, floor>>

Next ==
    \/ Get
    \/ \E a \in Acc : Hold(a)
    \/ \E n \in 1..Len(log) : Settle(n)
    \/ \E p \in Put : Arrive(p) \/ Begin(p) \/ Offer(p) \/ Finish(p) \/ LeaveOut(p)
    \/ \E p \in Put, a \in Acc : Ask(p, a)

Spec == Init /\ [][Next]_vars
Symmetry == Permutations(Acc) \cup Permutations(Put)

TypeOk ==
    /\ Len(log) <= Max
    /\ holds \in [Acc -> 0..Len(log)]
    /\ phase \in [Put -> {"idle", "begun", "offered", "done"}]
    /\ stray \subseteq retry
    /\ early \in [Put -> 0..Len(log)] /\ before \in [Put -> 0..Len(log)]
    /\ shown \in 0..Len(log)

------------------------------------------------------------------------------
LeftOut == {p \in Put : before[p] > 0}

(* It takes effect after it began: who was shown that version came later.    *)
InTime == \A p \in LeftOut : before[p] > floor[p]

(* The version stays, so that nobody is shown the object as it was before.   *)
StaysWrittenOver == \A p \in LeftOut : log[before[p]].fate # "given-up"

(* That version would have been put whatever was there.                      *)
NobodyCouldTell == \A p \in LeftOut : log[before[p]].blind

(* It does not take effect again, over what wrote over it.                   *)
OncePerOperation ==
    \A p \in LeftOut : \A n \in 1..Len(log) :
        log[n].by = p => n < before[p] \/ log[n].fate = "given-up"

(* What must be reachable, or the model says nothing: each is to be violated. *)
NeverLeftOut == LeftOut = {}
NeverTwoBeforeOne == \A p, q \in LeftOut : p # q => before[p] # before[q]
=============================================================================
