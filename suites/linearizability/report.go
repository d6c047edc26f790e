package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

// Summary is all that is known of a run in the end.
type Summary struct {
	Seed      int64          `json:"seed"`
	Seconds   float64        `json:"seconds"`
	Recorded  int            `json:"recorded"`
	Completed int            `json:"completed"`
	Unknown   int            `json:"unknown"`
	Failed    int            `json:"failed"`
	Listed    int            `json:"listed"`   // keys that listings told of
	Retried   int            `json:"retried"`  // operations completed by a retry
	Repeated  int            `json:"repeated"` // of these, writes whose earlier attempt may have happened
	Strikes   map[string]int `json:"strikes"`
	Keys      []KeyTally     `json:"keys"`
	Verdicts  []Verdict      `json:"verdicts"`
	Folder    string         `json:"folder,omitempty"`
	Passed    int            `json:"passed"`
	Failures  []string       `json:"failures"`
	Notes     []string       `json:"notes,omitempty"` // where wrong histories come to their end
}

// check counts one thing that has to hold.
func (s *Summary) check(holds bool, format string, arguments ...any) {
	if holds {
		s.Passed++
	} else {
		s.Failures = append(s.Failures, fmt.Sprintf(format, arguments...))
	}
}

func (s *Summary) count(operations []Operation) {
	s.Recorded = len(operations)
	for _, o := range operations {
		if o.Completed() && o.Lists() {
			s.Listed++
		}
		if o.Completed() && o.Attempts > 1 {
			s.Retried++
		}
		if o.Completed() && o.MayBeRepeated() {
			s.Repeated++
		}
		switch {
		case o.Completed():
			s.Completed++
		case o.Outcome == Unknown:
			s.Unknown++
		default:
			s.Failed++
		}
	}
}

// judgeAnswers looks for answers that are wrong whatever the order of operations was.
func (s *Summary) judgeAnswers(operations []Operation) {
	var wrong []string
	for _, o := range operations {
		if strings.HasPrefix(o.Detail, unexpected) {
			wrong = append(wrong, fmt.Sprintf("%s %s through %s at %.3f s (number %d): %s",
				o.Kind, o.Key, o.Gateway, seconds(o.Return), o.Number, o.Detail))
		}
	}
	sizes := map[string]int{}
	for _, o := range operations {
		if o.Kind == Put {
			sizes[o.Value] = o.Size
		}
	}
	for _, o := range operations {
		if size, known := sizes[o.Seen]; o.Lists() && known && size != o.Size {
			wrong = append(wrong, fmt.Sprintf("%s %s through %s (number %d): %d bytes are listed, %d were put",
				o.Kind, o.Key, o.Gateway, o.Number, o.Size, size))
		}
	}
	s.check(len(wrong) == 0, "%d answers that should never be given:\n  %s",
		len(wrong), strings.Join(wrong[:min(len(wrong), 10)], "\n  "))
}

// judgeEffort demands that the run was hard enough to mean something.
func (s *Summary) judgeEffort(completed, wanted int, struck bool) {
	s.check(completed >= wanted,
		"too easy: only %d operations were completed, %d are needed", completed, wanted)
	for _, key := range s.Keys {
		s.check(key.Pairs >= enoughPairs, "too easy: only %d pairs of operations on %s overlapped, %d are needed",
			key.Pairs, key.Key, enoughPairs)
	}
	s.check(s.Listed >= enoughListed, "too easy: listings told of %d keys, %d are needed", s.Listed, enoughListed)
	if !struck {
		return
	}
	s.check(s.Repeated >= enoughRepeated,
		"too easy: only %d retries of what may have happened came to an end, %d are needed", s.Repeated, enoughRepeated)
	var kinds []string
	for kind := range s.Strikes {
		kinds = append(kinds, kind)
	}
	sort.Strings(kinds)
	for _, kind := range kinds {
		s.check(s.Strikes[kind] > 0, "too easy: %s never struck", kind)
	}
}

// judgeOrder has each key checked, within a time for all of them.
func (s *Summary) judgeOrder(operations []Operation, limit time.Duration) {
	deadline := time.Now().Add(limit)
	keys, histories := byKey(operations)
	for _, key := range keys {
		verdict := checkKey(key, histories[key], time.Until(deadline))
		s.Verdicts = append(s.Verdicts, verdict)
		switch verdict.Result {
		case porcupine.Unknown:
			s.check(false, "%s: not decided within %s (%d operations, %d of unknown outcome)",
				key, limit, verdict.Operations, verdict.Unknown)
		default:
			s.check(verdict.Result == porcupine.Ok, "%s: its history is not linearizable", key)
		}
	}
}

// visualize writes a page for each key that wants one, and returns a sentence on where each
// history that is wrong comes to its end.
func (s *Summary) visualize(operations []Operation, strikes []Strike, folder string, every bool) []string {
	var sentences []string
	_, histories := byKey(operations)
	for _, verdict := range s.Verdicts {
		if verdict.Result == porcupine.Ok && !every {
			continue
		}
		history := histories[verdict.Key]
		shown := loose(history)
		_, info := porcupine.CheckOperationsVerbose(looseRegister(), shown, 20*time.Second)
		info.AddAnnotations(annotations(strikes))
		info.AddAnnotations(openOnes(history))
		path := filepath.Join(folder, verdict.Key+".html")
		if err := porcupine.VisualizePath(looseRegister(), info, path); err != nil {
			sentences = append(sentences, err.Error())
			continue
		}
		if verdict.Result == porcupine.Illegal {
			sentences = append(sentences, deadEnd(history, shown, info, strikes)...)
			sentences = append(sentences, "  drawn in "+path)
		}
	}
	return sentences
}

// deadEnd tells how far the longest order goes that explains a history, what it cannot take, and what
// led to that.
func deadEnd(
	history []Operation, shown []porcupine.Operation, info porcupine.LinearizationInfo, strikes []Strike,
) []string {
	longest := []porcupine.Operation{}
	for _, partial := range info.PartialLinearizationsOperations()[0] {
		if len(partial) > len(longest) {
			longest = partial
		}
	}
	model := looseRegister()
	state, ordered := model.Init(), map[int]bool{}
	for _, o := range longest {
		_, state = model.Step(state, o.Input, nil)
		ordered[o.Input.(looseInput).Number] = true
	}
	var next *Operation
	for _, o := range shown {
		each := o.Input.(looseInput).Operation
		if !ordered[each.Number] && each.Outcome != Unknown && (next == nil || each.Return < next.Return) {
			next = &each
		}
	}
	text := fmt.Sprintf("  of %d operations at most %d can be put in order, which leaves the key %s",
		len(shown), len(longest), model.DescribeState(state))
	if next == nil {
		return []string{text}
	}
	text += fmt.Sprintf("; not '%s' of client %d through %s, %.3f to %.3f s (number %d)",
		describe(*next), next.Client, next.Gateway, seconds(next.Call), seconds(next.Return), next.Number)
	return append([]string{text}, evidence(history, strikes, *next)...)
}

func annotations(strikes []Strike) []porcupine.Annotation {
	var result []porcupine.Annotation
	for _, s := range strikes {
		result = append(result, porcupine.Annotation{
			Tag: s.Kind, Start: s.Start, End: s.End, Description: s.Kind + " " + s.Target,
			BackgroundColor: "#ffd9b3",
		})
	}
	return result
}

// openOnes shows what may have happened or not, in rows beside those of the clients.
func openOnes(history []Operation) []porcupine.Annotation {
	var result []porcupine.Annotation
	seen := sightings(history)
	for _, o := range history {
		if isOpen(o, seen) {
			result = append(result, porcupine.Annotation{
				Tag: "unknown", Start: o.Call, End: o.Return, Description: describe(o),
				BackgroundColor: "#e0e0e0",
			})
		}
	}
	return result
}

func seconds(nanos int64) float64 { return float64(nanos) / 1e9 }

// Print tells the summary to people, the last line as every suite does.
func (s *Summary) Print(out io.Writer) {
	for _, failure := range s.Failures {
		fmt.Fprintf(out, "FAILED: %s\n", failure)
	}
	for _, note := range s.Notes {
		fmt.Fprintln(out, note)
	}
	pairs := 0
	for _, key := range s.Keys {
		pairs += key.Pairs
	}
	fmt.Fprintf(out, "%d operations on %d keys in %.0f s: %d completed, %d failed, %d of unknown outcome; "+
		"%d overlapping pairs; seed %d\n",
		s.Recorded, len(s.Keys), s.Seconds, s.Completed, s.Failed, s.Unknown, pairs, s.Seed)
	fmt.Fprintf(out, "%d of them read in listings; %d completed by a retry, %d of these might have happened before\n",
		s.Listed, s.Retried, s.Repeated)
	fmt.Fprintf(out, "strikes: %v\n", s.Strikes)
	if s.Folder != "" {
		fmt.Fprintf(out, "the history is kept in %s\n", s.Folder)
	}
	fmt.Fprintf(out, "%d passed, %d failed\n", s.Passed, len(s.Failures))
}

// PrintJSON tells it to programs.
func (s *Summary) PrintJSON(out io.Writer) {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(s); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}
