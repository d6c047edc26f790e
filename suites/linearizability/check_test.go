package main

import (
	"math/rand"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

// timeline makes operations one after the other, or side by side where their times say so.
func operation(kind Kind, call, end int64, change func(*Operation)) Operation {
	o := Operation{Key: "k", Kind: kind, Call: call, Return: end, Outcome: Done}
	if change != nil {
		change(&o)
	}
	return o
}

func put(value string, call, end int64) Operation {
	return operation(Put, call, end, func(o *Operation) { o.Value = value })
}

func get(seen string, call, end int64) Operation {
	return operation(Get, call, end, func(o *Operation) { o.Seen = seen })
}

func with(o Operation, condition Condition, expected string, outcome Outcome) Operation {
	o.Condition, o.Expected, o.Outcome = condition, expected, outcome
	return o
}

func remove(call, end int64) Operation { return operation(Delete, call, end, nil) }

func expect(t *testing.T, want porcupine.CheckResult, history ...Operation) {
	t.Helper()
	if got := checkKey("k", history, time.Minute).Result; got != want {
		t.Errorf("%s, expected %s, for", got, want)
		for _, o := range history {
			t.Errorf("  %3d to %3d  %s", o.Call, o.Return, describe(o))
		}
	}
}

func TestReadsAndWritesInOrderAreAccepted(t *testing.T) {
	expect(t, porcupine.Ok, get("", 0, 1), put("a", 2, 3), get("a", 4, 5), remove(6, 7), get("", 8, 9))
	expect(t, porcupine.Ok, put("a", 0, 10), get("", 1, 2), get("a", 3, 4))
	expect(t, porcupine.Ok, put("a", 0, 10), put("b", 0, 10), get("b", 11, 12))
}

func TestStaleReadIsRejected(t *testing.T) {
	expect(t, porcupine.Illegal, put("a", 0, 1), put("b", 2, 3), get("a", 4, 5))
	expect(t, porcupine.Illegal, put("a", 0, 1), put("b", 2, 10), get("b", 3, 4), get("a", 5, 6))
	expect(t, porcupine.Illegal, put("a", 0, 1), remove(2, 3), get("a", 4, 5))
}

func TestLostAcknowledgedPutIsRejected(t *testing.T) {
	expect(t, porcupine.Illegal, put("a", 0, 1), get("", 2, 3))
	expect(t, porcupine.Illegal, put("a", 0, 1), with(put("b", 2, 3), Absent, "", Done))
}

func TestValueThatNobodyPutIsRejected(t *testing.T) {
	expect(t, porcupine.Illegal, put("a", 0, 1), get("z", 2, 3))
	failed := put("b", 2, 3)
	failed.Outcome = Failed
	expect(t, porcupine.Illegal, put("a", 0, 1), failed, get("b", 4, 5))
}

func TestWrongRefusalIsRejected(t *testing.T) {
	expect(t, porcupine.Illegal, with(put("a", 0, 1), Absent, "", NotHeld))
	expect(t, porcupine.Illegal, put("a", 0, 1), with(put("b", 2, 3), Matches, "a", NotHeld))
	expect(t, porcupine.Illegal, put("a", 0, 1), with(put("b", 2, 3), Matches, "a", NothingThere))
	expect(t, porcupine.Illegal, with(put("b", 2, 3), Matches, "a", NotHeld))
	expect(t, porcupine.Ok, put("a", 0, 1), with(put("b", 2, 3), Absent, "", NotHeld))
	expect(t, porcupine.Ok, put("a", 0, 1), with(put("b", 2, 3), Matches, "c", NotHeld))
	expect(t, porcupine.Ok, with(put("b", 2, 3), Matches, "c", NothingThere))
	expect(t, porcupine.Ok, put("a", 0, 5), with(put("b", 1, 3), Absent, "", NotHeld), get("a", 6, 7))
}

func TestOfTwoWhoCreateOneKeyOnlyOneMaySucceed(t *testing.T) {
	one, other := with(put("a", 0, 9), Absent, "", Done), with(put("b", 0, 9), Absent, "", Done)
	expect(t, porcupine.Illegal, one, other)
	expect(t, porcupine.Ok, one, remove(0, 9), other)
}

func TestOfTwoWhoReplaceOneValueOnlyOneMaySucceed(t *testing.T) {
	one := with(put("b", 2, 9), Matches, "a", Done)
	other := with(put("c", 2, 9), Matches, "a", Done)
	expect(t, porcupine.Illegal, put("a", 0, 1), one, other)
	other.Outcome = NotHeld
	expect(t, porcupine.Ok, put("a", 0, 1), one, other, get("b", 10, 11))
}

func TestUnknownPutMayHappenOrNot(t *testing.T) {
	unknown := with(put("b", 2, 3), Always, "", Unknown)
	expect(t, porcupine.Ok, put("a", 0, 1), unknown, get("a", 4, 5))
	expect(t, porcupine.Ok, put("a", 0, 1), unknown, get("b", 4, 5))
	expect(t, porcupine.Ok, put("a", 0, 1), unknown, get("a", 4, 5), get("b", 6, 7))
	// It explains why there is an object, or another one, though nobody ever saw it.
	expect(t, porcupine.Ok, unknown, with(put("c", 4, 5), Absent, "", NotHeld))
	expect(t, porcupine.Ok, put("a", 0, 1), unknown, with(put("c", 4, 5), Matches, "a", NotHeld))
	// Once it happened it has happened, and it happens once.
	expect(t, porcupine.Illegal, put("a", 0, 1), unknown, get("b", 4, 5), get("a", 6, 7))
	expect(t, porcupine.Illegal, unknown, get("b", 4, 5), put("c", 6, 7), get("b", 8, 9))
	// Not before it was called.
	expect(t, porcupine.Illegal, get("b", 0, 1), unknown)
	// Its condition holds for it as well.
	conditional := with(put("b", 2, 3), Absent, "", Unknown)
	expect(t, porcupine.Illegal, put("a", 0, 1), conditional, get("b", 4, 5))
}

func TestUnknownDeleteMayHappenOrNot(t *testing.T) {
	unknown := with(remove(2, 3), Always, "", Unknown)
	expect(t, porcupine.Ok, put("a", 0, 1), unknown, get("a", 4, 5))
	expect(t, porcupine.Ok, put("a", 0, 1), unknown, get("", 4, 5))
	expect(t, porcupine.Illegal, put("a", 0, 1), unknown, get("", 4, 5), get("a", 6, 7))
}

// The short cuts of checkKey must never change its answer.
func TestShortCutsGiveTheAnswerOfTheWholeHistory(t *testing.T) {
	legal, illegal := 0, 0
	for seed := int64(0); seed < 20_000; seed++ {
		history := randomHistory(rand.New(rand.NewSource(seed)))
		whole := toPorcupine(history, map[string]int64{}, func(Operation) bool { return true })
		want := porcupine.CheckOperationsTimeout(register(), whole, time.Minute)
		if want == porcupine.Ok {
			legal++
		} else {
			illegal++
		}
		if expect(t, want, history...); t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if legal < 1_000 || illegal < 1_000 {
		t.Errorf("one-sided: %d legal, %d illegal", legal, illegal)
	}
}

// A stale read must be found out in no time, however much remains unknown.
func TestManyUnknownOutcomesDoNotHideAStaleRead(t *testing.T) {
	var history []Operation
	for i := range int64(40) {
		unknown := with(put(string(rune('A'+i)), 100*i, 100*i+50), Always, "", Unknown)
		if i%4 == 0 {
			unknown = with(remove(100*i, 100*i+50), Always, "", Unknown)
		}
		value := "v" + string(rune('A'+i))
		history = append(history, unknown, put(value, 100*i+60, 100*i+70), get(value, 100*i+80, 100*i+90))
	}
	history = append(history, get(history[58].Value, 4_001, 4_002))
	if history[58].Value == "" {
		t.Fatal("not a put")
	}
	if verdict := checkKey("k", history, 10*time.Second); verdict.Result != porcupine.Illegal {
		t.Errorf("%+v", verdict)
	}
}

// What the loose model rejects, the strict one rejects.
func TestLooseModelIsNeverStricter(t *testing.T) {
	rejected := 0
	for seed := int64(0); seed < 20_000; seed++ {
		history := randomHistory(rand.New(rand.NewSource(seed)))
		whole := toPorcupine(history, map[string]int64{}, func(Operation) bool { return true })
		if porcupine.CheckOperations(looseRegister(), loose(history)) {
			continue
		}
		rejected++
		if porcupine.CheckOperations(register(), whole) {
			t.Fatalf("seed %d", seed)
		}
	}
	if rejected < 1_000 {
		t.Errorf("only %d were rejected", rejected)
	}
}

func randomHistory(random *rand.Rand) []Operation {
	values := []string{"a", "b", "c", "d"}
	some := func() string { return values[random.Intn(len(values))] }
	var history []Operation
	next := 0
	for range 3 + random.Intn(5) {
		call := random.Int63n(20)
		o := Operation{Key: "k", Call: call, Return: call + 1 + random.Int63n(8), Outcome: Done}
		switch random.Intn(5) {
		case 0, 1:
			o.Kind = Get
			if random.Intn(4) > 0 {
				o.Seen = some()
			}
		case 2, 3:
			if next == len(values) {
				continue
			}
			o.Kind, o.Value = Put, values[next]
			next++
		case 4:
			o.Kind = Delete
		}
		if !o.Reads() {
			switch random.Intn(4) {
			case 0:
				o.Condition = Absent
			case 1:
				o.Condition, o.Expected = Matches, some()
			}
			if o.Kind == Delete && o.Condition == Absent {
				o.Condition = Always
			}
			if o.Condition != Always && random.Intn(3) == 0 {
				o.Outcome = NotHeld
			}
			if random.Intn(3) == 0 {
				o.Outcome = Unknown
			}
		}
		history = append(history, o)
	}
	return history
}
