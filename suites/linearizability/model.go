package main

import (
	"fmt"
	"hash/fnv"

	"github.com/anishathalye/porcupine"
)

// register is the sequential specification of one key: its state is the ETag of the object, or
// nothing. Every put writes a value of its own, so an ETag names one put.
//
// An operation of unknown outcome is open until the end of the history. To take effect after
// everything else is the same as never to take effect, so the model lets it happen always.
func register() porcupine.Model {
	return porcupine.Model{
		Init: func() interface{} { return "" },
		Step: func(state, input, _ interface{}) (bool, interface{}) {
			return step(state.(string), input.(Operation))
		},
		Hash: func(state interface{}) uint64 {
			hash := fnv.New64a()
			hash.Write([]byte(state.(string)))
			return hash.Sum64()
		},
		DescribeOperation: func(input, _ interface{}) string { return describe(input.(Operation)) },
		DescribeState:     func(state interface{}) string { return short(state.(string)) },
	}
}

// step tells whether an operation may happen in a state, and which state follows.
func step(state string, o Operation) (bool, string) {
	if o.Reads() {
		return o.Seen == state, state
	}
	next := ""
	if o.Kind == Put {
		next = o.Value
	}
	holds := holds(state, o)
	switch o.Outcome {
	case Done:
		return holds, next
	case NotHeld:
		return !holds && state != "", state
	case NothingThere:
		return o.Condition == Matches && state == "", state
	case Unknown:
		if holds {
			return true, next
		}
		return true, state
	}
	panic("an operation that did not happen has no place in the check: " + describe(o))
}

func holds(state string, o Operation) bool {
	switch o.Condition {
	case Absent:
		return state == ""
	case Matches:
		return state != "" && state == o.Expected
	}
	return true
}

// describe tells an operation in a few words, for people.
func describe(o Operation) string {
	text := string(o.Kind)
	if o.Kind == Put {
		text += " " + short(o.Value)
	}
	switch o.Condition {
	case Absent:
		text += " if absent"
	case Matches:
		text += " if " + short(o.Expected)
	}
	switch {
	case o.Outcome == Done && o.Reads():
		return text + " → " + short(o.Seen)
	case o.Outcome == Done:
		return text + " → done"
	case o.Outcome == Failed:
		return fmt.Sprintf("%s → failed (%d %s)", text, o.Status, o.Detail)
	}
	return text + " → " + string(o.Outcome)
}

func short(value string) string {
	if value == "" {
		return "absent"
	}
	return value[:min(len(value), 6)]
}
