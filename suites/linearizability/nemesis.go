package main

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"slices"
	"sync"
	"time"
)

// Nemesis does to the cluster what it has to survive, in two lanes: one strikes at gateways and
// workers, the other at whole data centers or the ways between them, mostly one data center at a
// time, and never one that the other lane is at: a strike finds the processes that it strikes, and
// ends before others end them. Only a replacement, which starts processes everywhere, waits for the
// other lane to pause.
type Nemesis struct {
	cluster *Cluster
	history *History
	alone   sync.RWMutex

	mutex   sync.Mutex
	struck  map[string]int
	targets [2]string // the data center that each lane is at
}

// NewNemesis makes one that has not struck yet.
func NewNemesis(cluster *Cluster, history *History) *Nemesis {
	return &Nemesis{cluster: cluster, history: history, struck: map[string]int{}}
}

// Kinds returns how often each kind struck so far.
func (n *Nemesis) Kinds() map[string]int {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	kinds := map[string]int{}
	for _, each := range slices.Concat(atGateways, atDataCenters, []strike{replaceDC}) {
		if n.can(each) {
			kinds[each.kind] = n.struck[each.kind]
		}
	}
	return kinds
}

// can tells whether a strike can be done here: clocks are set by a library.
func (n *Nemesis) can(s strike) bool {
	return s.kind != clockStep || n.cluster != nil && n.cluster.clock != ""
}

// StruckAll tells whether every kind struck.
func (n *Nemesis) StruckAll() bool {
	for _, times := range n.Kinds() {
		if times == 0 {
			return false
		}
	}
	return true
}

// Run strikes until the context ends, and returns when everything runs again.
func (n *Nemesis) Run(ctx context.Context, seed int64) {
	var lanes sync.WaitGroup
	for i, strikes := range [][]strike{atGateways, atDataCenters} {
		lanes.Add(1)
		go func() {
			defer lanes.Done()
			n.run(ctx, lane{i, strikes, rand.New(rand.NewSource(seed + int64(i)))})
		}()
	}
	lanes.Wait()
}

// lane is one that strikes, one strike after the other.
type lane struct {
	number  int
	strikes []strike
	random  *rand.Rand
}

func (n *Nemesis) run(ctx context.Context, l lane) {
	dc := ""
	if l.number == 1 {
		dc = n.claim(l, dc)
		pause(ctx, 3*time.Second)
		n.strike(ctx, replaceDC, dc, l)
	}
	for ctx.Err() == nil {
		for _, each := range n.round(l) {
			struck := n.Kinds()
			if !n.can(each) || each.once && (struck[each.kind] > 0 || struck[replaceDC.kind] == 0) {
				continue
			}
			dc = n.claim(l, dc)
			pause(ctx, time.Duration(500+l.random.Intn(500))*time.Millisecond)
			if ctx.Err() == nil {
				n.strike(ctx, each, dc, l)
			}
			n.leave(l)
		}
	}
}

// round returns all strikes of a lane in any order, but first those that never took effect.
func (n *Nemesis) round(l lane) []strike {
	struck := n.Kinds()
	var never, others []strike
	for _, i := range l.random.Perm(len(l.strikes)) {
		if each := l.strikes[i]; struck[each.kind] == 0 {
			never = append(never, each)
		} else {
			others = append(others, each)
		}
	}
	return append(never, others...)
}

// claim chooses the next data center of a lane: not its last one, nor where the other lane is.
func (n *Nemesis) claim(l lane, last string) string {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	for {
		dc := dcs[l.random.Intn(len(dcs))]
		if dc != last && dc != n.targets[1-l.number] {
			n.targets[l.number] = dc
			return dc
		}
	}
}

func (n *Nemesis) leave(l lane) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.targets[l.number] = ""
}

func (n *Nemesis) strike(ctx context.Context, s strike, dc string, l lane) {
	n.alone.RLock()
	defer n.alone.RUnlock()
	began := n.history.Now()
	struck, err := s.run(ctx, n, dc, l.random)
	record := Strike{Kind: s.kind, Target: dc, Start: began, End: n.history.Now(), Struck: struck}
	if err != nil {
		record.Details = err.Error()
		fmt.Fprintf(os.Stderr, "%s of %s: %v\n", s.kind, dc, err)
	}
	n.history.AddStrike(record)
	if struck {
		n.mutex.Lock()
		n.struck[s.kind]++
		n.mutex.Unlock()
	}
}
