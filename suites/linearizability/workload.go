package main

import (
	"context"
	"fmt"
	"math/rand"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	listShare    = 12 // of a hundred requests
	retryShare   = 60 // of a hundred writes, which their clients try again
	mostAttempts = 3  // as the SDKs do

	// How far the clocks of clients are off, in seconds. The retry of a late attempt is promised to be
	// found on a busy key unless the client's clock is ahead by more than the attempt was late.
	mostBehind = 10
	mostAhead  = 1
)

// Workload is many clients of all gateways on a few keys.
type Workload struct {
	options  Options
	cluster  *Cluster
	history  *History
	slots    []*Slot
	last     atomic.Bool // whether keys are not to be replaced any more
	complete atomic.Int64
	failures atomic.Pointer[[]string] // of operations and their only retry; nil where more may fail
	mutex    sync.Mutex
}

// NewWorkload prepares clients and keys.
func NewWorkload(options Options, cluster *Cluster, history *History) *Workload {
	w := &Workload{options: options, cluster: cluster, history: history}
	for i := range options.Keys {
		w.slots = append(w.slots, NewSlot(strconv.Itoa(i)))
	}
	return w
}

// WarmUp runs the clients on a key of their own, unrecorded, until the processes have compiled what
// they need.
func (w *Workload) WarmUp(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 40*time.Second)
	defer cancel()
	began := time.Now()
	slot := NewSlot("warm")
	var done atomic.Int64
	w.clients(ctx, []*Slot{slot}, func(o Operation, _ *Slot) {
		if o.Completed() && done.Add(1) >= 600 && time.Since(began) > 3*time.Second {
			cancel()
		}
	})
}

// Run runs the clients until the context ends and the last of them has returned.
func (w *Workload) Run(ctx context.Context) {
	w.clients(ctx, w.slots, func(o Operation, slot *Slot) {
		o = w.history.Add(o)
		if o.Completed() && !o.Lists() {
			w.complete.Add(1)
		}
		slot.Note(o, !w.last.Load())
	})
}

// Tallies returns those of all keys.
func (w *Workload) Tallies() []KeyTally {
	var all []KeyTally
	for _, slot := range w.slots {
		all = append(all, slot.Tallies()...)
	}
	return all
}

// WorkedEnough tells whether enough operations on each key overlapped.
func (w *Workload) WorkedEnough() bool {
	for _, tally := range w.Tallies() {
		if tally.Pairs < enoughPairs {
			return false
		}
	}
	return true
}

// clients runs until no operation begins after the end of the context; those under way end.
func (w *Workload) clients(ctx context.Context, slots []*Slot, ended func(Operation, *Slot)) {
	var all sync.WaitGroup
	for i := range len(dcs) * w.options.Clients {
		dc := dcs[i%len(dcs)]
		client := NewClient(i, dc, w.cluster.Gateway(dc), w.options.Timeout)
		client.route = func() string { return w.cluster.Route(dc) }
		random := rand.New(rand.NewSource(w.options.Seed + int64(1000*i)))
		client.again = func() string { return w.cluster.Route(dcs[random.Intn(len(dcs))]) }
		client.skew = time.Duration(random.Intn(mostBehind+mostAhead+1)-mostBehind) * time.Second
		all.Add(1)
		go func() {
			defer all.Done()
			for count := 0; ctx.Err() == nil; count++ {
				var o Operation
				if random.Intn(100) < listShare {
					o = w.list(client, random, slots, ended)
					if w.failures.Load() != nil && !o.Completed() {
						o = w.list(client, random, slots, ended)
					}
				} else {
					slot := slots[random.Intn(len(slots))]
					next, body := next(random, slot, fmt.Sprintf("client %d, put %d\n", i, count))
					if w.failures.Load() != nil {
						next.Attempts = 2
					}
					o = client.Run(context.Background(), w.history, next, body)
					ended(o, slot)
				}
				w.note(o)
				pause(ctx, w.think(o, random))
			}
		}()
	}
	all.Wait()
}

// note keeps what a client's first retry did not mend. That others won is no failure.
func (w *Workload) note(o Operation) {
	if o.Completed() || o.Status == 409 {
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if before := w.failures.Load(); before != nil {
		after := append(*before, fmt.Sprintf("%s %s of client %d of %s at %.3f s: %s %d %s, before %v",
			o.Kind, o.Key, o.Client, o.Gateway, seconds(o.Return), o.Outcome, o.Status, o.Detail, o.Earlier))
		w.failures.Store(&after)
	}
}

// think returns how long a client waits after an operation. While processes start, clients leave
// them the processors.
func (w *Workload) think(o Operation, random *rand.Rand) time.Duration {
	switch {
	case w.cluster.Starting():
		return time.Duration(random.Int63n(int64(400 * time.Millisecond)))
	case !o.Completed():
		return time.Duration(50+random.Int63n(100)) * time.Millisecond
	}
	return time.Duration(random.Int63n(int64(10 * time.Millisecond)))
}

// list lists keys that are hot, or one of them, and returns the last of the reads that it is.
func (w *Workload) list(
	client *Client, random *rand.Rand, slots []*Slot, ended func(Operation, *Slot),
) (o Operation) {
	kind := []Kind{List, Versions}[random.Intn(2)]
	first := random.Intn(len(slots))
	prefix, _ := slots[first].Key(random)
	keys, covered := []string{prefix}, []*Slot{slots[first]}
	// A key whose state nobody knows yet lets the page of all fail, so some pages are of one.
	if random.Intn(2) == 0 {
		prefix = together(prefix)
		for i, slot := range slots {
			if key, _ := slot.Key(random); i != first && strings.HasPrefix(key, prefix) {
				keys, covered = append(keys, key), append(covered, slot)
			}
		}
	}
	for i, read := range client.List(context.Background(), w.history, kind, prefix, keys) {
		ended(read, covered[i])
		o = read
	}
	return o
}

// next chooses an operation and the body of a put, which begins with a text of its own.
func next(random *rand.Rand, slot *Slot, text string) (Operation, []byte) {
	key, value := slot.Key(random)
	o := Operation{Key: key, Kind: Get}
	switch dice := random.Intn(100); {
	case dice < 28:
	case dice < 38:
		o.Kind = Head
	case dice < 60:
		o.Kind = Put
	case dice < 72:
		o.Kind, o.Condition = Put, Absent
	case dice < 87 && value != "":
		o.Kind, o.Condition, o.Expected = Put, Matches, value
	case dice < 95:
		o.Kind = Delete
	case value != "":
		o.Kind, o.Condition, o.Expected = Delete, Matches, value
	}
	if !o.Reads() && random.Intn(100) < retryShare {
		o.Attempts = mostAttempts
	}
	if o.Kind != Put {
		return o, nil
	}
	body := make([]byte, len(text)+size(random))
	random.Read(body[copy(body, text):])
	return o, body
}

// size returns as many bytes as fit in a record, or more, which makes fragments.
func size(random *rand.Rand) int {
	switch random.Intn(6) {
	case 0, 1, 2:
		return random.Intn(7900)
	case 3, 4:
		return 8192 + random.Intn(8<<10)
	}
	return 16<<10 + random.Intn(48<<10)
}

// Settle proves that every key can be written and read through every gateway now that all is well
// again. It returns what could not be done in time.
func (w *Workload) Settle(ctx context.Context, patience time.Duration) []string {
	var failures []string
	deadline := time.Now().Add(patience)
	random := rand.New(rand.NewSource(w.options.Seed))
	clients := map[string]*Client{}
	for i, dc := range dcs {
		number := len(dcs)*w.options.Clients + i
		clients[dc] = NewClient(number, dc, w.cluster.Gateway(dc), w.options.Timeout)
	}
	attempt := func(dc string, o Operation, body func() []byte) {
		for count := 0; ; count++ {
			ended := w.history.Add(clients[dc].Run(ctx, w.history, o, body()))
			if ended.Completed() {
				return
			}
			if ctx.Err() != nil || time.Now().After(deadline) {
				failures = append(failures,
					fmt.Sprintf("%s %s through %s: %s", o.Kind, o.Key, dc, ended.Detail))
				return
			}
			pause(ctx, 100*time.Millisecond)
		}
	}
	for _, tally := range w.Tallies() {
		nothing := func() []byte { return nil }
		content := func() []byte { return fmt.Appendf(nil, "last of %s, %d", tally.Key, random.Int63()) }
		for _, dc := range dcs {
			attempt(dc, Operation{Kind: Get, Key: tally.Key}, nothing)
		}
		attempt(dcs[random.Intn(len(dcs))], Operation{Kind: Put, Key: tally.Key}, content)
		for _, dc := range dcs {
			attempt(dc, Operation{Kind: Get, Key: tally.Key}, nothing)
		}
	}
	// Listings show all keys that there ever were.
	var keys []string
	for _, tally := range w.Tallies() {
		keys = append(keys, tally.Key)
	}
	for _, dc := range dcs {
		for _, kind := range []Kind{List, Versions} {
			failures = append(failures, w.listAll(ctx, clients[dc], kind, keys, deadline)...)
		}
	}
	return failures
}

// listAll lists until that succeeds, or returns why it did not in time.
func (w *Workload) listAll(
	ctx context.Context, client *Client, kind Kind, keys []string, deadline time.Time,
) []string {
	for {
		reads := client.List(ctx, w.history, kind, hot, keys)
		for _, read := range reads {
			w.history.Add(read)
		}
		if reads[0].Completed() {
			return nil
		}
		if ctx.Err() != nil || time.Now().After(deadline) {
			return []string{fmt.Sprintf("%s through %s: %s", kind, client.gateway, reads[0].Detail)}
		}
		pause(ctx, 100*time.Millisecond)
	}
}

// pause waits, or returns early when the context ends.
func pause(ctx context.Context, duration time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(duration):
	}
}
