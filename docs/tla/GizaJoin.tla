------------------------------- MODULE GizaJoin -------------------------------
(* Agreement on one version of one key while data centers are lost and       *)
(* replaced, one after the other. A data center is a place; its stores are   *)
(* its lives: life 0 founded the cluster, later ones begin empty. Each epoch *)
(* after the first replaces one data center. No store is known to be dead:   *)
(* who was replaced may be back, and whoever stops acting crashed.           *)
(*                                                                           *)
(* Ballot 0 is fast, the others are classic and belong to an epoch. There is *)
(* no confirm ballot (see GizaConsensus). A message once sent may be lost,   *)
(* late or repeated. An epoch is raised by orders alone, but at no time that *)
(* matters before a store is asked for something in it: so the action that   *)
(* needs the later epoch raises it. Each action names what it mirrors.       *)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
    Acc,        \* the metadata data centers
    Val,        \* the values proposed
    C, F,       \* sizes of a classic and of a fast quorum (io.giza.paxos.Quorums)
    Epochs,     \* the highest epoch
    First,      \* the first epoch that has classic ballots
    PerEpoch,   \* how many of them an epoch has
    Lives,      \* how many empty stores each data center may come to have
    Bug         \* the rule that is broken, or "none"

N == Cardinality(Acc)
None == "none"
Life == 0..Lives
Store == Acc \X Life
Dc(s) == s[1]
Ballots == 1..((Epochs - First + 1) * PerEpoch)
EpochOf(b) == ((b - 1) \div PerEpoch) + First

VARIABLES
    since,      \* epoch -> the data center that is replaced with it, "none" if it has not begun
    epoch,      \* store -> the epoch it serves, 0 for none                  Membership.epoch
    joined,     \* store -> the epoch in which it took a place, 0 if never   Membership.joined
    joining,    \* the stores whose row was not seeded yet                   Membership.state
    seated,     \* <<table, epoch, store>>: the table remembers whose the place is
    promised, ballot, value,    \* the row, as in GizaConsensus; -1 and "none": no vote
    votes,      \* all votes ever cast: <<data center, ballot, value>>
    promises,   \* replies to Prepare: <<data center, ballot, ballot and value of its vote>>
    proposals   \* Accept requests: <<ballot, value>>

members == <<since, joined, joining, seated>>
rows == <<promised, ballot, value>>
messages == <<votes, promises, proposals>>
vars == <<members, epoch, rows, messages>>

Max(S) == CHOOSE x \in S : \A y \in S : y <= x
Begun == {e \in 2..Epochs : since[e] # None}
Last == Max({1} \cup Begun)
JoinedOf(a, e) == Max({0} \cup {d \in Begun : d <= e /\ since[d] = a})

Init ==
    /\ since = [e \in 2..Epochs |-> None]
    /\ epoch = [s \in Store |-> IF s[2] = 0 THEN 1 ELSE 0]
    /\ joined = [s \in Store |-> 0]
    /\ joining = {} /\ seated = {}
    /\ promised = [s \in Store |-> 0]
    /\ ballot = [s \in Store |-> -1]
    /\ value = [s \in Store |-> None]
    /\ votes = {} /\ promises = {} /\ proposals = {}

------------------------------------------------------------------------------
(* The topology.                                                             *)

(* An operator raises giza.topology.epoch and says who is replaced.          *)
Configure(a) ==
    /\ Last < Epochs
    /\ since' = [since EXCEPT ![Last + 1] = a]
    /\ UNCHANGED <<epoch, joined, joining, seated, rows, messages>>

(* StoreEntry, Membership.raised and .isNot: a store serves an epoch if it    *)
(* is the one that is meant in it, and was in every one since its own.        *)
Serves(s, e) ==
    /\ 0 < epoch[s] /\ epoch[s] <= e /\ e <= Last
    /\ \/ \A d \in epoch[s]..e : joined[s] = JoinedOf(Dc(s), d)
       \/ Bug = "replaced-store-serves"

(* Membership.withOccupant: a table in the epoch remembers the first store    *)
(* that it hears of there. What a place was given for nothing only keeps out. *)
Seats(t, s, e) ==
    /\ Dc(t) # Dc(s) /\ Serves(t, e)
    /\ \/ \A x \in seated : x[1] = t /\ x[2] = e => x[3] = s
       \/ Bug = "seat-forgotten"

(* The others that remember it, one of each data center.                     *)
Seating(s, e) ==
    {Q \in SUBSET {t \in Store : Seats(t, s, e)} :
        /\ Cardinality(Q) = (IF Bug = "seat-of-few" THEN C - 1 ELSE C)
        /\ \A t, u \in Q : Dc(t) = Dc(u) => t = u}

(* SeatAssignment.assign, then Membership.joining: what the store had is      *)
(* void. There is a place only if that very epoch replaces the data center.   *)
Join(s, e) ==
    /\ e \in Begun /\ since[e] = Dc(s) /\ epoch[s] \in {0, e - 1}
    /\ s[2] > 1 => epoch[<<Dc(s), s[2] - 1>>] > 0
    /\ \E Q \in Seating(s, e) :
         /\ seated' = seated \cup {<<t, e, s>> : t \in Q}
         /\ epoch' = [t \in Store |-> IF t = s \/ t \in Q THEN e ELSE epoch[t]]
    /\ joined' = [joined EXCEPT ![s] = e]
    /\ joining' = joining \cup {s}
    /\ promised' = [promised EXCEPT ![s] = 0]
    /\ ballot' = [ballot EXCEPT ![s] = -1]
    /\ value' = [value EXCEPT ![s] = None]
    /\ UNCHANGED <<since, messages>>

(* A mistake: an empty store takes the place without an order to join, by a   *)
(* message of the epoch.                                                      *)
ToldByMessage(s) ==
    /\ Bug = "epoch-by-message"
    /\ epoch[s] = 0
    /\ epoch' = [epoch EXCEPT ![s] = Last]
    /\ joined' = [joined EXCEPT ![s] = JoinedOf(Dc(s), Last)]
    /\ UNCHANGED <<since, joining, seated, rows, messages>>

------------------------------------------------------------------------------
(* The row.                                                                  *)

(* Admission.refusal: only who serves the epoch, and was seeded, speaks.      *)
Speaks(s, e) ==
    /\ Serves(s, e)
    /\ s \notin joining \/ Bug = "joiner-speaks-unseeded"
    /\ epoch' = [epoch EXCEPT ![s] = e]

Vote(s, b, v) ==
    /\ ballot' = [ballot EXCEPT ![s] = b]
    /\ value' = [value EXCEPT ![s] = v]
    /\ votes' = votes \cup {<<Dc(s), b, v>>}

(* Acceptor.preAccept, in whatever epoch.                                    *)
PreAccept(s, v) ==
    /\ promised[s] = 0 /\ ballot[s] = -1
    /\ Speaks(s, epoch[s])
    /\ Vote(s, 0, v)
    /\ UNCHANGED <<members, promised, promises, proposals>>

(* Acceptor.prepare.                                                         *)
Prepare(s, b) ==
    /\ promised[s] < b
    /\ Speaks(s, EpochOf(b))
    /\ promised' = [promised EXCEPT ![s] = b]
    /\ promises' = promises \cup {<<Dc(s), b, ballot[s], value[s]>>}
    /\ UNCHANGED <<members, ballot, value, votes, proposals>>

Count(P, k, v) == Cardinality({p \in P : p[3] = k /\ p[4] = v})
Forced(P) == {v \in Val : Count(P, 0, v) >= F - (N - Cardinality(P))}

(* ValueSelection.select, given promises of distinct data centers.           *)
Selected(P) ==
    LET k == Max({p[3] : p \in P}) IN
    CASE k = -1 -> Val
      [] k >= 1 -> {p[4] : p \in {x \in P : x[3] = k}}
      [] OTHER -> IF Forced(P) # {} THEN Forced(P) ELSE Val

(* Sets of promises on a ballot, one of each data center of a quorum.        *)
Promised(b, of) ==
    {P \in SUBSET {p \in promises : p[2] = b /\ p[1] \in of} :
        /\ Cardinality(P) >= C
        /\ \A p, r \in P : p[1] = r[1] => p = r}

(* ClassicRound.judgePromises: a ballot has one owner, who proposes once.    *)
Propose(b) ==
    /\ \A p \in proposals : p[1] # b
    /\ \E P \in Promised(b, Acc) : \E v \in Selected(P) :
         proposals' = proposals \cup {<<b, v>>}
    /\ UNCHANGED <<members, epoch, rows, votes, promises>>

(* Acceptor.accept.                                                          *)
Accept(s, b, v) ==
    /\ <<b, v>> \in proposals
    /\ promised[s] <= b /\ ballot[s] < b
    /\ Speaks(s, EpochOf(b))
    /\ promised' = [promised EXCEPT ![s] = b]
    /\ Vote(s, b, v)
    /\ UNCHANGED <<members, promises, proposals>>

(* RangeSeeding: C others promised a ballot of the present epoch, and what    *)
(* those promises force was finished with their votes.                       *)
Seed(s, b) ==
    /\ s \in joining
    /\ Serves(s, EpochOf(b)) \/ (Bug = "seeded-in-old-epoch" /\ EpochOf(b) = epoch[s] - 1)
    /\ epoch' = [epoch EXCEPT ![s] = Max({@, EpochOf(b)})]
    /\ \E P \in Promised(b, Acc \ {Dc(s)}) :
         LET k == Max({p[3] : p \in P})
             free == k = -1 \/ (k = 0 /\ Forced(P) = {}) \/ Bug = "seeded-unfinished"
         IN IF free
            THEN /\ ballot' = [ballot EXCEPT ![s] = -1]
                 /\ value' = [value EXCEPT ![s] = None]
            ELSE \E v \in Val :
                 /\ Cardinality({a \in Acc \ {Dc(s)} : <<a, b, v>> \in votes}) >= C
                 /\ ballot' = [ballot EXCEPT ![s] = b]
                 /\ value' = [value EXCEPT ![s] = v]
    /\ promised' = [promised EXCEPT ![s] = b]
    /\ joining' = joining \ {s}
    /\ UNCHANGED <<since, joined, seated, messages>>

Next ==
    \/ \E a \in Acc : Configure(a)
    \/ \E s \in Store : ToldByMessage(s)
    \/ \E s \in Store, e \in 2..Epochs : Join(s, e)
    \/ \E s \in Store, v \in Val : PreAccept(s, v)
    \/ \E s \in Store, b \in Ballots : Prepare(s, b) \/ Seed(s, b)
    \/ \E b \in Ballots : Propose(b)
    \/ \E s \in Store, b \in Ballots, v \in Val : Accept(s, b, v)

Spec == Init /\ [][Next]_vars
Symmetry == Permutations(Acc) \cup Permutations(Val)

TypeOk ==
    /\ since \in [2..Epochs -> Acc \cup {None}]
    /\ epoch \in [Store -> 0..Epochs]
    /\ joined \in [Store -> 0..Epochs]
    /\ joining \subseteq Store
    /\ promised \in [Store -> 0..Max(Ballots)]
    /\ \A s \in Store : ballot[s] = -1 <=> value[s] = None

Chosen(v) ==
    \/ Cardinality({a \in Acc : <<a, 0, v>> \in votes}) >= F
    \/ \E b \in Ballots : Cardinality({a \in Acc : <<a, b, v>> \in votes}) >= C

(* I1, I11: at most one value is ever chosen, whoever was replaced.          *)
Agreement == \A v, w \in Val : Chosen(v) /\ Chosen(w) => v = w

(* I11 (place): in an epoch at most one store joins for a data center.       *)
OneStorePerPlace ==
    \A s, t \in Store : Dc(s) = Dc(t) /\ joined[s] > 0 /\ joined[s] = joined[t] => s = t

(* What must be reachable, or the model says nothing: each is to be violated. *)
Votes(s) == ballot[s] > 0 /\ s \notin joining

\* The second one replaced was seeded by the first, whose vote only its own seeding gave it.
NeverTwoReplaced ==
    ~\E s, t \in Store : Dc(s) # Dc(t) /\ joined[s] = 2 /\ joined[t] = 3 /\ Votes(s) /\ Votes(t)

\* One data center is lost twice.
NeverReplacedAgain ==
    ~\E s, t \in Store : Dc(s) = Dc(t) /\ joined[s] = 2 /\ joined[t] = 3 /\ t \notin joining

\* The store that founded the cluster comes back, into its own place.
NeverBackAgain == ~\E a \in Acc : joined[<<a, 0>>] > 0 /\ <<a, 0>> \notin joining

\* Whoever was replaced still acts in an epoch before.
NeverLateVote ==
    ~\E s, t \in Store : Dc(s) = Dc(t) /\ joined[s] < joined[t] /\ ballot[s] = 0 /\ ballot[t] > 0
=============================================================================
