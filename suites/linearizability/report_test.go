package main

import (
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

func TestOverlappingPairsAreThoseThatAStupidCountFinds(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	var tally tally
	var history []Operation
	for now := int64(0); now < 2_000; now += 10 {
		o := Operation{Key: "k", Kind: []Kind{Get, Put, Delete}[random.Intn(3)], Outcome: Done}
		o.Return = now + random.Int63n(20)
		o.Call = o.Return - random.Int63n(60)
		if random.Intn(5) == 0 {
			o.Outcome = Unknown
		}
		history = append(history, o)
		tally.note(o)
	}
	want := 0
	for i, a := range history {
		for _, b := range history[:i] {
			both := a.Completed() && b.Completed() && (!a.Reads() || !b.Reads())
			if both && a.Call <= b.Return && b.Call <= a.Return {
				want++
			}
		}
	}
	if tally.Pairs != want || want < 100 {
		t.Errorf("%d pairs, expected %d", tally.Pairs, want)
	}
}

func TestKeyIsReplacedOnlyAfterItHadEnough(t *testing.T) {
	slot := NewSlot("0")
	for i := range int64(1_000) {
		o := put("v", i, i) // one after the other: no pairs
		o.Key = "hot0.0-0"
		slot.Note(o, true)
	}
	for i := range int64(50) {
		key, _ := slot.Key(rand.New(rand.NewSource(1)))
		if key != "hot0.0-0" {
			if pairs := slot.Tallies()[0].Pairs; pairs < enoughPairs {
				t.Errorf("replaced after %d pairs", pairs)
			}
			return
		}
		o := put("v", 1_000, 2_000+i)
		o.Key = key
		slot.Note(o, true)
	}
	t.Error("never replaced")
}

func TestRunThatWasTooEasyFails(t *testing.T) {
	hard := func() *Summary {
		return &Summary{
			Strikes: map[string]int{"kill-dc": 1}, Keys: []KeyTally{{Key: "k", Pairs: 200}},
			Listed: enoughListed, Repeated: enoughRepeated,
		}
	}
	tests := []struct {
		name   string
		change func(*Summary)
		count  int
		fails  bool
	}{
		{"hard", func(*Summary) {}, 2_000, false},
		{"few operations", func(*Summary) {}, 1_999, true},
		{"few pairs", func(s *Summary) { s.Keys[0].Pairs = 199 }, 2_000, true},
		{"few listings", func(s *Summary) { s.Listed-- }, 2_000, true},
		{"few retries", func(s *Summary) { s.Repeated-- }, 2_000, true},
		{"no strike", func(s *Summary) { s.Strikes["kill-dc"] = 0 }, 2_000, true},
	}
	for _, test := range tests {
		summary := hard()
		test.change(summary)
		if summary.judgeEffort(test.count, 2_000, true); len(summary.Failures) > 0 != test.fails {
			t.Errorf("%s: %v", test.name, summary.Failures)
		}
	}
}

func TestWrongAnswersFailWhateverTheOrder(t *testing.T) {
	got := answer{status: 200, etag: "0123", body: []byte("other bytes"), sent: true}
	o := Operation{Kind: Get}
	classify(&o, got)
	summary := &Summary{}
	if summary.judgeAnswers([]Operation{o}); len(summary.Failures) != 1 {
		t.Errorf("%v", summary)
	}
}

func TestHistoryIsKeptDrawnAndReadAgain(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "history.jsonl")
	history, err := NewHistory(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Operation{
		put("a", 1, 2), with(put("c", 2, 3), Always, "", Unknown), put("b", 3, 4), get("a", 5, 6),
	} {
		history.Add(o)
	}
	history.AddStrike(Strike{Kind: "kill-dc", Target: "dc2", Start: 1, End: 4, Struck: true})
	history.Close()

	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	operations, strikes, err := ReadHistory(file)
	if err != nil || len(operations) != 4 || len(strikes) != 1 {
		t.Fatal(operations, strikes, err)
	}
	summary := &Summary{}
	summary.judgeOrder(operations, time.Minute)
	if len(summary.Failures) != 1 || summary.Verdicts[0].Result != porcupine.Illegal {
		t.Errorf("%v", summary)
	}
	notes := strings.Join(summary.visualize(operations, strikes, folder, false), "\n")
	for _, told := range []string{
		"not 'get → a'", "written by 0: ", "before it 2: ", "put b → done", "kill-dc dc2",
	} {
		if !strings.Contains(notes, told) {
			t.Error(told, "is not in", notes)
		}
	}
	page, err := os.ReadFile(filepath.Join(folder, "k.html"))
	if err != nil || !strings.Contains(string(page), "kill-dc dc2") {
		t.Error(len(page), err)
	}
}
