package main

import (
	"hash/fnv"
	"sort"
	"strings"

	"github.com/anishathalye/porcupine"
)

// The loose model lets every operation of unknown outcome that nothing points to happen any number
// of times after its call, which is more than the cluster may do. What even this cannot explain is
// wrong, and it is found out quickly, since no operation stays open. Its state is a set of states.

// looseInput is an operation, and those of unknown outcome that were called before it returned.
type looseInput struct {
	Operation
	unknown []Operation
}

// loose makes the history that the loose model checks.
func loose(history []Operation) []porcupine.Operation {
	seen := sightings(history)
	var unknown []Operation
	for _, o := range history {
		if isOpen(o, seen) {
			unknown = append(unknown, o)
		}
	}
	sort.Slice(unknown, func(i, j int) bool { return unknown[i].Call < unknown[j].Call })
	certain := toPorcupine(history, seen, func(o Operation) bool { return !isOpen(o, seen) })
	for i := range certain {
		called := sort.Search(len(unknown), func(j int) bool { return unknown[j].Call > certain[i].Return })
		certain[i].Input = looseInput{certain[i].Input.(Operation), unknown[:called]}
	}
	return certain
}

func looseRegister() porcupine.Model {
	return porcupine.Model{
		Init: func() interface{} { return "" },
		Step: func(state, input, _ interface{}) (bool, interface{}) {
			o := input.(looseInput)
			next := map[string]bool{}
			for each := range reachable(strings.Split(state.(string), "|"), o.unknown) {
				if ok, after := step(each, o.Operation); ok {
					next[after] = true
				}
			}
			return len(next) > 0, join(next)
		},
		Hash: func(state interface{}) uint64 {
			hash := fnv.New64a()
			hash.Write([]byte(state.(string)))
			return hash.Sum64()
		},
		DescribeOperation: func(input, _ interface{}) string { return describe(input.(looseInput).Operation) },
		DescribeState: func(state interface{}) string {
			var words []string
			for _, each := range strings.Split(state.(string), "|") {
				words = append(words, short(each))
			}
			return strings.Join(words, " or ")
		},
	}
}

// other stands for all values that were put with unknown outcome and never seen.
const other = "other, never seen"

func reachable(states []string, unknown []Operation) map[string]bool {
	reached := map[string]bool{}
	for _, state := range states {
		reached[state] = true
	}
	for before := 0; before < len(reached); {
		before = len(reached)
		for _, o := range unknown {
			for state := range reached {
				if holds(state, o) || o.Condition == Matches && state == other {
					if o.Kind == Put {
						reached[other] = true
					} else {
						reached[""] = true
					}
				}
			}
		}
	}
	return reached
}

func join(states map[string]bool) string {
	var names []string
	for state := range states {
		names = append(names, state)
	}
	sort.Strings(names)
	return strings.Join(names, "|")
}
