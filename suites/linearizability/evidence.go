package main

import (
	"fmt"
	"sort"
	"strings"
)

const shownBefore = 16 // operations on the key that are shown before the one that has no place

// evidence tells what led to an operation that has no place in any order: who wrote the value that it
// saw, in which attempts, and what else was done to the key just before. So a history that is gone
// with its machine is understood from what the run printed.
func evidence(history []Operation, strikes []Strike, wrong Operation) []string {
	var lines []string
	since := wrong.Call
	for _, o := range history {
		if wrong.Seen != "" && o.Kind == Put && o.Value == wrong.Seen {
			lines = append(lines, "  written by "+account(o))
			since = min(since, o.Call)
		}
	}
	before := lastCalled(history, wrong)
	for _, o := range before {
		lines = append(lines, "  before it "+account(o))
		since = min(since, o.Call)
	}
	for _, s := range strikes {
		if s.End >= since && s.Start <= wrong.Return {
			lines = append(lines, fmt.Sprintf("  %.3f to %.3f s %s %s", seconds(s.Start), seconds(s.End), s.Kind, s.Target))
		}
	}
	return lines
}

// lastCalled returns the last writes and reads that were called before another one returned.
func lastCalled(history []Operation, wrong Operation) []Operation {
	var before []Operation
	for _, o := range history {
		if o.Number != wrong.Number && o.Call < wrong.Return {
			before = append(before, o)
		}
	}
	sort.Slice(before, func(i, j int) bool { return before[i].Call < before[j].Call })
	return before[max(0, len(before)-shownBefore):]
}

// account tells all that is known of an operation in one line.
func account(o Operation) string {
	text := fmt.Sprintf("%d: %.3f to %.3f s client %d through %s: %s", o.Number,
		seconds(o.Call), seconds(o.Return), o.Client, o.Gateway, describe(o))
	if len(o.Earlier) > 0 {
		text += " after " + strings.Join(o.Earlier, ", ")
	}
	return text
}
