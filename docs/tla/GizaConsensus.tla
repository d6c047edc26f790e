---------------------------- MODULE GizaConsensus ----------------------------
(* Agreement on one version of one key.                                      *)
(*                                                                           *)
(* Ballot 0 is fast: acceptors vote for whatever reaches them first. Ballot 1 *)
(* confirms: it needs no Prepare, and may carry only the value that holds a  *)
(* classic quorum of fast votes. Ballots from 2 on are classic. A message    *)
(* once sent stays in its set for ever, so it may be lost, late or repeated; *)
(* whoever stops acting has crashed.                                         *)
(*                                                                           *)
(* Each action names the method that it mirrors.                             *)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
    Acc,        \* the metadata data centers
    Val,        \* the values proposed
    MaxB,       \* the highest ballot
    C, F,       \* sizes of a classic and of a fast quorum (io.giza.paxos.Quorums)
    Rule,       \* how a value is selected: "exact", or "plurality" as in the paper
    NewEpoch,   \* ballots from here on belong to the next epoch of the topology
    Bug         \* the rule that is broken, or "none"; "join" lets a data center be replaced

N == Cardinality(Acc)
None == "none"
Classic == 2..MaxB

VARIABLES
    promised,   \* acceptor -> the highest ballot that it promised           Slot.promised
    ballot,     \* acceptor -> the ballot of its vote, -1 for none           Slot.vote
    value,      \* acceptor -> the value of its vote
    votes,      \* all votes ever cast: <<acceptor, ballot, value>>
    promises,   \* replies to Prepare: <<acceptor, ballot, ballot of its vote, value of its vote>>
    proposals,  \* Accept requests: <<ballot, value>>
    lost,       \* the data center that was lost for good, if any
    joined      \* whether an empty one took its place

rows == <<promised, ballot, value>>
vars == <<promised, ballot, value, votes, promises, proposals, lost, joined>>

Joins == {"join", "join-unresolved", "join-few", "join-old-epoch"}
Alive(a) == a \notin lost \/ joined
Max(S) == CHOOSE x \in S : \A y \in S : y <= x
FastVotes(v) == Cardinality({a \in Acc : <<a, 0, v>> \in votes})
VotesOn(b, v) == Cardinality({a \in Acc : <<a, b, v>> \in votes})

Init ==
    /\ promised = [a \in Acc |-> 0]
    /\ ballot = [a \in Acc |-> -1]
    /\ value = [a \in Acc |-> None]
    /\ votes = {} /\ promises = {} /\ proposals = {}
    /\ lost = {} /\ joined = FALSE

(* Acceptor.preAccept: a fast vote needs an instance in which nothing was   *)
(* promised and nothing accepted (mayVoteFast).                             *)
PreAccept(a, v) ==
    /\ Alive(a)
    /\ Bug # "preaccept-ignores-promise" => promised[a] = 0
    /\ ballot[a] = -1
    /\ ballot' = [ballot EXCEPT ![a] = 0]
    /\ value' = [value EXCEPT ![a] = v]
    /\ votes' = votes \cup {<<a, 0, v>>}
    /\ UNCHANGED <<promised, promises, proposals, lost, joined>>

(* FastRound.confirmable and Ballots.confirm: anybody may send it.          *)
Confirm(v) ==
    /\ FastVotes(v) >= (IF Bug = "confirm-any" THEN 1 ELSE C)
    /\ proposals' = proposals \cup {<<1, v>>}
    /\ UNCHANGED <<rows, votes, promises, lost, joined>>

(* Acceptor.prepare: no promise below an earlier one (mayPromise).          *)
Prepare(a, b) ==
    /\ Alive(a)
    /\ b >= NewEpoch => lost # {}
    /\ promised[a] < b
    /\ promised' = [promised EXCEPT ![a] = b]
    /\ promises' = promises \cup
          {<<a, b,
             IF Bug = "one-ballot-variable" /\ ballot[a] >= 0 THEN promised[a] ELSE ballot[a],
             value[a]>>}
    /\ UNCHANGED <<ballot, value, votes, proposals, lost, joined>>

(* ValueSelection.select: what the owner of a classic ballot may propose,   *)
(* given promises of distinct acceptors.                                    *)
Selected(P) ==
    LET q == Cardinality(P)
        k == Max({p[3] : p \in P})
        Top == {p \in P : p[3] = k}
        Count(v) == Cardinality({p \in Top : p[4] = v})
        AnyBallot(v) == Cardinality({p \in P : p[3] >= 0 /\ p[4] = v})
        Forced == {v \in Val : Count(v) >= F - (N - q)}
    IN CASE k = -1 -> Val
         [] Bug = "own-value-though-forced" -> Val
         [] Bug = "plurality-across-ballots" ->
              {v \in Val : AnyBallot(v) > 0 /\ \A w \in Val : AnyBallot(w) <= AnyBallot(v)}
         [] k >= 1 -> {p[4] : p \in Top}
         [] Rule = "exact" -> IF Forced # {} THEN Forced ELSE Val
         [] Rule = "plurality" ->
              {v \in Val : Count(v) > 0 /\ \A w \in Val : Count(w) <= Count(v)}

(* ClassicRound.judgePromises and Decider.classicRounds: a ballot has one   *)
(* owner, who proposes one value on it.                                     *)
Propose(b) ==
    /\ Bug # "shared-classic-ballot" => \A p \in proposals : p[1] # b
    /\ \E Q \in SUBSET Acc :
         /\ Cardinality(Q) >= C
         /\ LET P == {p \in promises : p[2] = b /\ p[1] \in Q}
            IN /\ \A a \in Q : \E p \in P : p[1] = a
               /\ \E v \in Selected(P) : proposals' = proposals \cup {<<b, v>>}
    /\ UNCHANGED <<rows, votes, promises, lost, joined>>

(* A mistake: fast votes taken for promises of a classic ballot.            *)
ProposeUnprepared(b, v) ==
    /\ Bug = "skip-prepare"
    /\ FastVotes(v) >= 1
    /\ \A w \in Val : FastVotes(w) <= FastVotes(v)
    /\ \A p \in proposals : p[1] # b
    /\ proposals' = proposals \cup {<<b, v>>}
    /\ UNCHANGED <<rows, votes, promises, lost, joined>>

(* Acceptor.accept: no vote below a promise or an earlier vote (mayAccept). *)
Accept(a, b, v) ==
    /\ Alive(a)
    /\ <<b, v>> \in proposals
    /\ Bug # "accept-ignores-promise" => promised[a] <= b
    /\ ballot[a] < b
    /\ promised' = IF Bug = "accept-keeps-promise" THEN promised ELSE [promised EXCEPT ![a] = b]
    /\ ballot' = [ballot EXCEPT ![a] = b]
    /\ value' = [value EXCEPT ![a] = v]
    /\ votes' = votes \cup {<<a, b, v>>}
    /\ UNCHANGED <<promises, proposals, lost, joined>>

(* A mistake: an empty table takes the name of a lost one and votes at once. *)
Amnesia(a) ==
    /\ Bug = "amnesia" /\ lost = {}
    /\ lost' = {a} /\ joined' = TRUE
    /\ promised' = [promised EXCEPT ![a] = 0]
    /\ ballot' = [ballot EXCEPT ![a] = -1]
    /\ value' = [value EXCEPT ![a] = None]
    /\ UNCHANGED <<votes, promises, proposals>>

(* A data center is lost for good; the epoch rises.                         *)
Lose(a) ==
    /\ Bug \in Joins /\ lost = {}
    /\ lost' = {a}
    /\ UNCHANGED <<rows, votes, promises, proposals, joined>>

(* Its empty replacement is given this row: a ballot of the new epoch, which *)
(* is above all that the lost one can have promised, is promised by C others, *)
(* and what those promises force is finished, before the replacement votes. *)
Join(a, b) ==
    /\ Bug \in Joins /\ a \in lost /\ ~joined
    /\ Bug # "join-old-epoch" => b >= NewEpoch
    /\ \E Q \in SUBSET (Acc \ {a}) :
         /\ Cardinality(Q) >= (IF Bug = "join-few" THEN C - 1 ELSE C)
         /\ LET P == {p \in promises : p[2] = b /\ p[1] \in Q}
                q == Cardinality(Q)
                k == Max({p[3] : p \in P})
                Free == \/ k = -1
                        \/ /\ k = 0
                           /\ \A v \in Val :
                                Cardinality({p \in P : p[3] = 0 /\ p[4] = v}) < F - (N - q)
            IN /\ \A x \in Q : \E p \in P : p[1] = x
               /\ \/ /\ Free \/ Bug = "join-unresolved"
                     /\ ballot' = [ballot EXCEPT ![a] = -1]
                     /\ value' = [value EXCEPT ![a] = None]
                  \/ /\ ~Free
                     /\ \E v \in Val :
                          /\ Cardinality({x \in Acc \ {a} : <<x, b, v>> \in votes}) >= C
                          /\ ballot' = [ballot EXCEPT ![a] = b]
                          /\ value' = [value EXCEPT ![a] = v]
    /\ promised' = [promised EXCEPT ![a] = b]
    /\ joined' = TRUE
    /\ UNCHANGED <<votes, promises, proposals, lost>>

Next ==
    \/ \E a \in Acc, v \in Val : PreAccept(a, v)
    \/ \E v \in Val : Confirm(v)
    \/ \E a \in Acc, b \in Classic : Prepare(a, b)
    \/ \E b \in Classic : Propose(b)
    \/ \E b \in Classic, v \in Val : ProposeUnprepared(b, v)
    \/ \E a \in Acc, b \in 1..MaxB, v \in Val : Accept(a, b, v)
    \/ \E a \in Acc : Amnesia(a) \/ Lose(a)
    \/ \E a \in Acc, b \in Classic : Join(a, b)

Spec == Init /\ [][Next]_vars
Symmetry == Permutations(Acc) \cup Permutations(Val)

TypeOk ==
    /\ promised \in [Acc -> 0..MaxB]
    /\ ballot \in [Acc -> -1..MaxB]
    /\ value \in [Acc -> Val \cup {None}]
    /\ \A a \in Acc : ballot[a] = -1 <=> value[a] = None
    /\ lost \subseteq Acc /\ joined \in BOOLEAN

Chosen(v) == FastVotes(v) >= F \/ \E b \in 1..MaxB : VotesOn(b, v) >= C

(* I1: at most one value is ever chosen.                                    *)
Agreement == \A v, w \in Val : Chosen(v) /\ Chosen(w) => v = w

(* I2: one value on each ballot but the fast one.                           *)
OneValuePerBallot == \A p, q \in proposals : p[1] = q[1] => p[2] = q[2]

(* What must be reachable, or the model says nothing: each is to be violated. *)
NeverFast == \A v \in Val : FastVotes(v) < F
NeverConfirmed == \A v \in Val : VotesOn(1, v) < C
NeverForced == ~\E v \in Val, b \in Classic : FastVotes(v) >= F /\ VotesOn(b, v) >= C
NeverJoinedVote == ~(joined /\ \E a \in lost : ballot[a] > NewEpoch)
=============================================================================
