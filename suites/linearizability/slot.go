package main

import (
	"fmt"
	"math/rand"
	"strings"
	"sync"
)

const (
	enoughListed   = 300 // keys that listings told of
	enoughRepeated = 5   // writes completed by a retry, of which an earlier attempt may have happened

	enoughPairs  = 200 // overlapping pairs that each key must have had
	longHistory  = 400 // completed operations after which a key is replaced
	manyUnknown  = 10  // writes of unknown outcome after which a key is replaced
	rememberSeen = 8   // recent values that conditions are taken from

	hot    = "hot" // begins all keys
	folder = 8     // keys of a slot in a row that begin alike
)

// Slot is one of the few keys that are hot at a time. The key is replaced by a fresh one now and
// then, so that the checker, whose work grows with what remains unknown of a key, comes to an end.
// It is replaced only after enough of its operations overlapped.
type Slot struct {
	name string

	mutex sync.Mutex
	epoch int
	now   tally
	past  []KeyTally
	seen  []string
}

type tally struct {
	KeyTally
	ended []Operation // completed, in the order of their returns
}

// KeyTally tells how hard a key was worked.
type KeyTally struct {
	Key       string `json:"key"`
	Completed int    `json:"completed"`
	Unknown   int    `json:"unknown"`
	Pairs     int    `json:"pairs"` // overlapping pairs of completed operations, not both reads
}

// NewSlot makes a slot with its first key.
func NewSlot(name string) *Slot {
	s := &Slot{name: name}
	s.now.Key = s.key()
	return s
}

func (s *Slot) key() string {
	return fmt.Sprintf("%s%d.%s-%d", hot, s.epoch/folder, s.name, s.epoch)
}

// together returns what a key and others of its time begin with. A listing of all keys there ever
// were would take longer and longer.
func together(key string) string { return key[:strings.Index(key, ".")+1] }

// Key returns the key that is hot now, and a value it had lately, or had once, or none.
func (s *Slot) Key(random *rand.Rand) (key, value string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.seen) == 0 {
		return s.now.Key, ""
	}
	value = s.seen[len(s.seen)-1]
	if random.Intn(4) == 0 {
		value = s.seen[random.Intn(len(s.seen))]
	}
	return s.now.Key, value
}

// Note takes account of an operation that ended, and replaces the key if that is due.
func (s *Slot) Note(o Operation, mayReplace bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if o.Key != s.now.Key {
		// The key was replaced meanwhile. Its tally is only a little too small.
		return
	}
	s.now.note(o)
	value := o.Seen
	if o.Kind == Put && o.Outcome == Done {
		value = o.Value
	}
	if value != "" {
		s.seen = append(s.seen, value)
		s.seen = s.seen[max(0, len(s.seen)-rememberSeen):]
	}
	done := s.now.Completed >= longHistory || s.now.Unknown >= manyUnknown
	if mayReplace && done && s.now.Pairs >= enoughPairs {
		s.past = append(s.past, s.now.KeyTally)
		s.epoch++
		s.now, s.seen = tally{KeyTally: KeyTally{Key: s.key()}}, nil
	}
}

func (t *tally) note(o Operation) {
	if o.Outcome == Unknown {
		t.Unknown++
	}
	if !o.Completed() {
		return
	}
	t.Completed++
	for i := len(t.ended) - 1; i >= 0 && t.ended[i].Return >= o.Call; i-- {
		if !o.Reads() || !t.ended[i].Reads() {
			t.Pairs++
		}
	}
	// Clients report shortly after they returned, so almost in order.
	t.ended = append(t.ended, o)
	for i := len(t.ended) - 1; i > 0 && t.ended[i-1].Return > t.ended[i].Return; i-- {
		t.ended[i-1], t.ended[i] = t.ended[i], t.ended[i-1]
	}
}

// Tallies returns those of all keys so far.
func (s *Slot) Tallies() []KeyTally {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return append(append([]KeyTally(nil), s.past...), s.now.KeyTally)
}
