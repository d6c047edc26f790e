------------------------------ MODULE GizaRepeat ------------------------------
(* A client operation X that is tried twice on one row. Its first attempt,   *)
(* X1, is chosen as version 1 and its data never comes. A worker gives it up *)
(* by a record G; rows are told that, too, as a hint that may get lost. The  *)
(* retry, X2, may happen only then. Meanwhile a worker that takes X2 for an  *)
(* orphan fences it by a record N, and a reader looks at the row.            *)
(*                                                                           *)
(* Votes are modelled one by one, ballots are not (see GizaConsensus): what  *)
(* a classic quorum voted for may be chosen at any time, and where no value  *)
(* has so many votes any that was voted for. Whoever stops acting crashed.   *)
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS
    Acc,        \* the metadata data centers
    C,          \* the size of a classic quorum
    Fence,      \* "yes" if a worker takes X2 for an orphan
    Bug         \* the rule that is broken, or "none"

N == Cardinality(Acc)
Values == IF Fence = "yes" THEN {"G", "X2", "N"} ELSE {"G", "X2"}
Last == 1 + Cardinality(Values)      \* X1 and each of them once

VARIABLES
    log,        \* the chosen versions
    known,      \* acceptor -> how many of them it knows
    vote,       \* acceptor -> its vote for the version after those, or "-"
    hint,       \* the acceptors that were told that X1 never becomes visible
    at,         \* value -> the version as which it is offered, 0 not yet, -1 no more
    already,    \* the acceptors that answered that X happened before, when X2 was offered
    data,       \* the fragments of X2: "none", "there", "gone"
    seen,       \* the reader: acceptor -> <<known, vote>>, or <<>> before it answers
    began,      \* how many versions were chosen when it began, -1 before
    result,     \* how many it said there are, -1 before it says
    shown       \* whether it showed X2

row == <<log, known, vote, hint>>
writers == <<at, already, data>>
reader == <<seen, began, result, shown>>
vars == <<row, writers, reader>>

Range(s) == {s[i] : i \in 1..Len(s)}
Max(S) == CHOOSE x \in S : \A y \in S : y <= x
Prefix(n) == {log[i] : i \in 1..n}
Unheard == [a \in Acc |-> <<>>]

Init ==
    /\ log = <<"X1">>
    /\ known = [a \in Acc |-> 1]
    /\ vote = [a \in Acc |-> "-"]
    /\ hint = {}
    /\ at = [v \in Values |-> 0]
    /\ already = {}
    /\ data = "none"
    /\ seen = Unheard /\ began = -1 /\ result = -1 /\ shown = FALSE

------------------------------------------------------------------------------
(* Acceptor.                                                                 *)

(* Acceptor.earlierVersionOf: the log alone decides what was given up.       *)
Happened(a, n) ==
    CASE Bug = "no-window" -> FALSE
      [] Bug \in {"hint-decides", "hint-decides-and-discards"} -> a \notin hint
      [] OTHER -> "G" \notin Prefix(n)

(* Acceptor.isFenced: X2 began before the fence was raised.                  *)
Fenced(v, n) == v = "X2" /\ "N" \in Prefix(n) /\ Bug # "orphan-without-fence"

(* A request brings the versions before its own, and meets nothing newer.    *)
Offer(v, a) ==
    LET n == at[v] - 1 IN
    /\ at[v] > 0 /\ known[a] <= n /\ ~Fenced(v, n)
    /\ known' = [known EXCEPT ![a] = n]
    /\ LET open == IF known[a] = n THEN vote[a] ELSE "-" IN
       IF v = "X2" /\ Happened(a, n)
       THEN /\ vote' = [vote EXCEPT ![a] = open]
            /\ already' = already \cup {a}
       ELSE /\ vote' = [vote EXCEPT ![a] = IF open = "-" THEN v ELSE open]
            /\ UNCHANGED already
    /\ UNCHANGED <<log, hint, at, data, reader>>

Votes(v) == {a \in Acc : known[a] = Len(log) /\ vote[a] = v}

(* Decider: what a quorum voted for.                                         *)
Choose(v) ==
    /\ Len(log) < Last /\ Cardinality(Votes(v)) >= C
    /\ log' = Append(log, v)
    /\ UNCHANGED <<known, vote, hint, writers, reader>>

(* A classic ballot, where votes are split: a quorum takes any of the values.*)
Recover(v, quorum) ==
    /\ Len(log) < Last /\ Votes(v) # {} /\ Cardinality(quorum) = C
    /\ \A w \in Values : Cardinality(Votes(w)) < C
    /\ Cardinality(UNION {Votes(w) : w \in Values}) >= C
    /\ \A a \in quorum : known[a] = Len(log)
    /\ v = "X2" => \A a \in quorum : ~Happened(a, Len(log))
    /\ vote' = [a \in Acc |-> IF a \in quorum THEN v ELSE vote[a]]
    /\ UNCHANGED <<log, known, hint, writers, reader>>

Learn(a) ==
    /\ known[a] < Len(log)
    /\ known' = [known EXCEPT ![a] = Len(log)]
    /\ vote' = [vote EXCEPT ![a] = "-"]
    /\ UNCHANGED <<log, hint, writers, reader>>

(* Resolutions.record, after Abandonment decided.                            *)
Tell(a) ==
    /\ "G" \in Prefix(known[a]) /\ a \notin hint
    /\ hint' = hint \cup {a}
    /\ UNCHANGED <<log, known, vote, writers, reader>>

------------------------------------------------------------------------------
(* Proposers. VersionCommitter: a version is left once another is chosen.    *)

Next1 == Len(log) + 1

(* EarlierAttempts: before it is offered, the operation is looked for in the *)
(* versions before; the gateway of an earlier release left that to acceptors.*)
MayOffer(v) ==
    \/ v # "X2"
    \/ "G" \in Range(log)
    \/ Bug \in {"no-window", "hint-decides", "hint-decides-and-discards"}

Begin(v) ==
    /\ at[v] = 0 /\ Next1 <= Last /\ MayOffer(v)
    /\ v = "N" => data = "there"
    /\ v = "X2" => "N" \notin Range(log)
    /\ at' = [at EXCEPT ![v] = Next1]
    /\ data' = IF v = "X2" THEN "there" ELSE data
    /\ UNCHANGED <<row, already, reader>>

MoveOn(v) ==
    /\ at[v] > 0 /\ at[v] <= Len(log) /\ log[at[v]] # v /\ Next1 <= Last
    /\ already = {} \/ v # "X2"
    /\ at' = [at EXCEPT ![v] = IF MayOffer(v) /\ ~Fenced(v, Len(log)) THEN Next1 ELSE -1]
    /\ UNCHANGED <<row, already, data, reader>>

(* FragmentedPut: an acceptor says that the operation happened before.       *)
Repeated ==
    /\ already # {} /\ at["X2"] > 0
    /\ at' = [at EXCEPT !["X2"] = -1]
    /\ data' = IF Bug = "hint-decides-and-discards" THEN "gone" ELSE data
    /\ UNCHANGED <<row, already, reader>>

(* Settlement: behind the fence what is no version never becomes one.        *)
Settle ==
    /\ data = "there"
    /\ \/ /\ "N" \in Range(log) /\ "X2" \notin Range(log)
       \/ Bug = "settled-unfenced" /\ "X2" \notin Range(log)
    /\ data' = "gone"
    /\ UNCHANGED <<row, at, already, reader>>

------------------------------------------------------------------------------
(* VersionReader and LatestVersion.                                          *)

Ask ==
    /\ began = -1
    /\ began' = Len(log)
    /\ UNCHANGED <<row, writers, seen, result, shown>>

Answer(a) ==
    /\ began >= 0 /\ result = -1 /\ seen[a] = <<>>
    /\ seen' = [seen EXCEPT ![a] = <<known[a], vote[a]>>]
    /\ UNCHANGED <<row, writers, began, result, shown>>

Heard == {a \in Acc : seen[a] # <<>>}
Newest == Max({seen[a][1] : a \in Heard})
MayBeChosen ==
    \E v \in Values :
        LET votes == {a \in Heard : seen[a] = <<Newest, v>>} IN
        votes # {} /\ Cardinality(votes) + N - Cardinality(Heard) >= C

Say ==
    /\ result = -1 /\ Cardinality(Heard) >= C
    /\ ~MayBeChosen \/ Bug = "known-versions-only"
    /\ result' = Newest
    /\ shown' = ("X2" \in Prefix(Newest) /\ data = "there")
    /\ UNCHANGED <<row, writers, seen, began>>

(* What may be chosen is finished (Choose), and then the rows are read again.*)
ReadAgain ==
    /\ result = -1 /\ Cardinality(Heard) >= C /\ MayBeChosen
    /\ Len(log) > Newest
    /\ seen' = Unheard
    /\ UNCHANGED <<row, writers, began, result, shown>>

------------------------------------------------------------------------------
Next ==
    \/ \E v \in Values : Begin(v) \/ MoveOn(v) \/ Choose(v)
        \/ \E a \in Acc : Offer(v, a)
        \/ \E quorum \in SUBSET Acc : Recover(v, quorum)
    \/ \E a \in Acc : Learn(a) \/ Tell(a) \/ Answer(a)
    \/ Repeated \/ Settle \/ Ask \/ Say \/ ReadAgain

Spec == Init /\ [][Next]_vars
Symmetry == Permutations(Acc)

TypeOk ==
    /\ Len(log) \in 1..Last /\ Range(log) \subseteq Values \cup {"X1"}
    /\ known \in [Acc -> 1..Last] /\ vote \in [Acc -> Values \cup {"-"}]
    /\ hint \subseteq Acc /\ already \subseteq Acc
    /\ at \in [Values -> -1..Last] /\ data \in {"none", "there", "gone"}
    /\ began \in -1..Last /\ result \in -1..Last /\ shown \in BOOLEAN

(* I5: X happens again only after the log says that it did not.              *)
OncePerOperation ==
    \A i \in 1..Len(log) : log[i] = "X2" => "G" \in Prefix(i)

(* No acceptor votes for what another, knowing the same, says is over.       *)
AnsweredAlike ==
    \A a \in Acc : a \in already => \A b \in Acc : vote[b] # "X2"

(* I7: what a reader showed is not lost.                                     *)
Durable == shown => data = "there"

(* I8: what was settled as an orphan is no version and never becomes one.    *)
SettledIsNoVersion == data = "gone" => "X2" \notin Range(log)

(* I12: a read returns no fewer versions than were chosen when it began.     *)
Linearizable == result # -1 => result >= began

(* What has to be reachable.                                                 *)
NeverPutAgain == ~("X2" \in Range(log) /\ shown /\ hint # Acc)
NeverFencedOut == ~(data = "gone" /\ "N" \in Range(log) /\ at["X2"] # 0)
==============================================================================
