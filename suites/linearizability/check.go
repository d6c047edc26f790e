package main

import (
	"math"
	"sort"
	"time"

	"github.com/anishathalye/porcupine"
)

// Verdict is what the checker says about one key.
type Verdict struct {
	Key        string                `json:"key"`
	Operations int                   `json:"operations"`
	Unknown    int                   `json:"unknown"`
	Result     porcupine.CheckResult `json:"result"`
	Millis     int64                 `json:"millis"`
}

// byKey divides a history into those of its keys, in the order of their names.
func byKey(operations []Operation) (keys []string, histories map[string][]Operation) {
	histories = map[string][]Operation{}
	for _, o := range operations {
		if _, known := histories[o.Key]; !known {
			keys = append(keys, o.Key)
		}
		histories[o.Key] = append(histories[o.Key], o)
	}
	sort.Strings(keys)
	return keys, histories
}

// checkKey checks the history of one key. Its cost grows with the number of operations that stay
// open, so it first tries without those that nothing points to: if a history without them is
// linearizable, the whole one is as well, since they may all happen at its end or not at all. Then
// it asks a model that allows more than the cluster may do: what even that cannot explain is wrong.
// What lies between is left to the whole search.
func checkKey(key string, history []Operation, limit time.Duration) Verdict {
	began := time.Now()
	var result porcupine.CheckResult
	for i, attempt := range attempts(history) {
		left := max(limit-time.Since(began), time.Millisecond)
		result = porcupine.CheckOperationsTimeout(register(), attempt, left)
		if result == porcupine.Ok {
			break
		}
		left = max(limit-time.Since(began), time.Millisecond)
		if i == 0 && porcupine.CheckOperationsTimeout(looseRegister(), loose(history), left) == porcupine.Illegal {
			result = porcupine.Illegal
			break
		}
	}
	verdict := Verdict{
		Key: key, Operations: len(history), Result: result, Millis: time.Since(began).Milliseconds(),
	}
	for _, o := range history {
		if o.Outcome == Unknown && !o.Reads() {
			verdict.Unknown++
		}
	}
	return verdict
}

// attempts returns histories for the checker, each with more than the one before, the last with
// everything that may have happened.
func attempts(history []Operation) [][]porcupine.Operation {
	seen := sightings(history)
	certain := toPorcupine(history, seen, func(o Operation) bool { return !isOpen(o, seen) })
	deletes := toPorcupine(history, seen,
		func(o Operation) bool { return !isOpen(o, seen) || o.Kind == Delete })
	all := toPorcupine(history, seen, func(Operation) bool { return true })
	if len(all) == len(certain) {
		return [][]porcupine.Operation{all}
	}
	return [][]porcupine.Operation{certain, deletes, all}
}

// isOpen tells whether an operation may happen until the end, for all that is known.
func isOpen(o Operation, seen map[string]int64) bool {
	_, known := seen[o.Value]
	return o.Outcome == Unknown && !o.Reads() && !known
}

// sightings returns for each value the earliest return of a completed operation that proves it was
// there: a read that found it, or a write on condition of it that happened.
func sightings(history []Operation) map[string]int64 {
	seen := map[string]int64{}
	note := func(value string, at int64) {
		if earliest, known := seen[value]; value != "" && (!known || at < earliest) {
			seen[value] = at
		}
	}
	for _, o := range history {
		if o.Outcome != Done {
			continue
		}
		if o.Reads() {
			note(o.Seen, o.Return)
		} else if o.Condition == Matches {
			note(o.Expected, o.Return)
		}
	}
	// A put that was seen and had a condition has seen what it asked for, and so on.
	for before := -1; before < len(seen); {
		before = len(seen)
		for _, o := range history {
			if at, known := seen[o.Value]; known && o.Outcome == Unknown && o.Condition == Matches {
				note(o.Expected, at)
			}
		}
	}
	return seen
}

// toPorcupine leaves out what certainly did not happen, and reads that found nothing out. A put of
// unknown outcome whose value was seen has happened by then; nothing is lost by saying so.
func toPorcupine(
	history []Operation, seen map[string]int64, wanted func(Operation) bool,
) []porcupine.Operation {
	var result []porcupine.Operation
	for _, o := range history {
		if o.Outcome == Failed || (o.Outcome == Unknown && o.Reads()) || !wanted(o) {
			continue
		}
		end := o.Return
		if o.Outcome == Unknown {
			end = math.MaxInt64
			if at, known := seen[o.Value]; known {
				end = max(at, o.Call)
			}
		}
		result = append(result, porcupine.Operation{
			ClientId: o.Client, Input: o, Output: o, Call: o.Call, Return: end, Metadata: o,
		})
	}
	return result
}
