package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// Kind is what an operation does to its key.
type Kind string

const (
	Get      Kind = "get"      // reads the value, all bytes of it
	Head     Kind = "head"     // reads the ETag only
	List     Kind = "list"     // reads ETag and size in a listing of objects
	Versions Kind = "versions" // reads them in a listing of versions
	Put      Kind = "put"
	Delete   Kind = "delete"
)

// Condition is what a write demands of the state it meets.
type Condition string

const (
	Always  Condition = ""
	Absent  Condition = "if-none-match" // If-None-Match: *
	Matches Condition = "if-match"      // If-Match: the ETag in Operation.Expected
)

// Outcome is what is known of an operation afterwards.
type Outcome string

const (
	// Done: it happened, between its call and its return.
	Done Outcome = "done"
	// NotHeld: it did not happen, because at some time between call and return its condition did
	// not hold although there was an object (412).
	NotHeld Outcome = "not-held"
	// NothingThere: it did not happen, because at some time between call and return there was no
	// object to match (404).
	NothingThere Outcome = "nothing-there"
	// Failed: it certainly did not happen, and says nothing about the key.
	Failed Outcome = "failed"
	// Unknown: it may have happened at any time since its call, or may yet, or never.
	Unknown Outcome = "unknown"
)

// Operation is what one client asked for, once or in several attempts, as it stands in the history. Values are named by their
// ETag; the empty one stands for no object.
type Operation struct {
	Number    int       `json:"number"`
	Client    int       `json:"client"`
	Gateway   string    `json:"gateway"`
	Key       string    `json:"key"`
	Kind      Kind      `json:"kind"`
	Condition Condition `json:"condition,omitempty"`
	Expected  string    `json:"expected,omitempty"`
	Value     string    `json:"value,omitempty"` // what a put writes
	Size      int       `json:"size,omitempty"`
	Call      int64     `json:"call"`   // nanoseconds since the history began
	Return    int64     `json:"return"` // the same
	Outcome   Outcome   `json:"outcome"`
	Seen      string    `json:"seen,omitempty"` // what a read found
	Status    int       `json:"status,omitempty"`
	Detail    string    `json:"detail,omitempty"`
	Attempts  int       `json:"attempts,omitempty"` // how many there may be, and then how many there were
	Earlier   []string  `json:"earlier,omitempty"`  // what came of those before the last
}

// Reads tells whether the operation leaves the key as it is.
func (o Operation) Reads() bool { return o.Kind == Get || o.Kind == Head || o.Lists() }

// Lists tells whether it is what a listing says of its key.
func (o Operation) Lists() bool { return o.Kind == List || o.Kind == Versions }

// MayBeRepeated tells whether an attempt before the last one may have happened.
func (o Operation) MayBeRepeated() bool {
	for _, each := range o.Earlier {
		if strings.HasPrefix(each, string(Unknown)) {
			return true
		}
	}
	return false
}

// Completed tells whether the operation says something definite about its key.
func (o Operation) Completed() bool {
	return o.Outcome == Done || o.Outcome == NotHeld || o.Outcome == NothingThere
}

// Strike is one thing that was done to the cluster.
type Strike struct {
	Kind    string `json:"strike"`
	Target  string `json:"target"`
	Start   int64  `json:"call"`
	End     int64  `json:"return"`
	Struck  bool   `json:"struck"` // whether it was seen to take effect
	Details string `json:"detail,omitempty"`
}

// History records operations and strikes with one clock, and writes each as a line of JSON as soon
// as it is complete, so that nothing is lost when the run is cut short.
type History struct {
	mutex      sync.Mutex
	began      time.Time
	file       *os.File
	operations []Operation
	strikes    []Strike
}

// NewHistory begins a history in a new file.
func NewHistory(path string) (*History, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &History{began: time.Now(), file: file}, nil
}

// Now is the time since the history began.
func (h *History) Now() int64 { return time.Since(h.began).Nanoseconds() }

// Add records an operation that ended, and gives it its number.
func (h *History) Add(o Operation) Operation {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	o.Number = len(h.operations)
	h.operations = append(h.operations, o)
	h.write(o)
	return o
}

// AddStrike records a strike that is over.
func (h *History) AddStrike(s Strike) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.strikes = append(h.strikes, s)
	h.write(s)
}

func (h *History) write(line any) {
	encoded, err := json.Marshal(line)
	if err == nil {
		_, err = h.file.Write(append(encoded, '\n'))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "the history cannot be written:", err)
	}
}

// Snapshot returns copies of what was recorded so far.
func (h *History) Snapshot() ([]Operation, []Strike) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return append([]Operation(nil), h.operations...), append([]Strike(nil), h.strikes...)
}

// Close ends the file.
func (h *History) Close() error { return h.file.Close() }

// ReadHistory reads what a History wrote.
func ReadHistory(source io.Reader) ([]Operation, []Strike, error) {
	var operations []Operation
	var strikes []Strike
	lines := bufio.NewScanner(source)
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		var either struct {
			Operation
			Strike *string `json:"strike"`
		}
		if err := json.Unmarshal(lines.Bytes(), &either); err != nil {
			return nil, nil, fmt.Errorf("line %d: %w", number, err)
		}
		if either.Strike == nil {
			operations = append(operations, either.Operation)
			continue
		}
		var strike Strike
		if err := json.Unmarshal(lines.Bytes(), &strike); err != nil {
			return nil, nil, fmt.Errorf("line %d: %w", number, err)
		}
		strikes = append(strikes, strike)
	}
	return operations, strikes, lines.Err()
}
