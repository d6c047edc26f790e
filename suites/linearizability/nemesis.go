package main

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"sync"
	"time"
)

// Nemesis does to the cluster what it has to survive, in two lanes: one strikes at gateways, the
// other at whole data centers or the ways between them, mostly one data center at a time.
type Nemesis struct {
	cluster *Cluster
	history *History

	mutex  sync.Mutex
	struck map[string]int
	target string // the data center that the second lane is at
}

// strike is one way to hurt. It returns whether it was seen to take effect, and undoes itself
// before it returns, whatever happens.
type strike struct {
	kind string
	run  func(ctx context.Context, n *Nemesis, dc string, random *rand.Rand) (bool, error)
}

const (
	pauseTime = 6 * time.Second // longer than any call and any phase may take
	killTime  = 1500 * time.Millisecond
	cutTime   = 3500 * time.Millisecond
)

var atGateways = []strike{
	{"kill-gateway", func(ctx context.Context, n *Nemesis, dc string, _ *rand.Rand) (bool, error) {
		return n.kill(ctx, dc+"/gateway")
	}},
	{"pause-gateway", func(ctx context.Context, n *Nemesis, dc string, _ *rand.Rand) (bool, error) {
		return n.pause(ctx, dc+"/gateway", pauseTime)
	}},
}

var atDataCenters = []strike{
	{"kill-dc", func(ctx context.Context, n *Nemesis, dc string, _ *rand.Rand) (bool, error) {
		return n.kill(ctx, dc)
	}},
	{"pause-dc", func(ctx context.Context, n *Nemesis, dc string, _ *rand.Rand) (bool, error) {
		return n.pause(ctx, dc, pauseTime)
	}},
	{"cut-refused", func(ctx context.Context, n *Nemesis, dc string, _ *rand.Rand) (bool, error) {
		return n.cut(ctx, Refuse, cutTime, func(l *Link) bool { return l.From == dc || l.To == dc })
	}},
	{"cut-silent", func(ctx context.Context, n *Nemesis, dc string, _ *rand.Rand) (bool, error) {
		return n.cut(ctx, Hush, cutTime, func(l *Link) bool { return l.From == dc || l.To == dc })
	}},
	{"cut-one-way", func(ctx context.Context, n *Nemesis, dc string, random *rand.Rand) (bool, error) {
		mode := []Mode{Refuse, Hush}[random.Intn(2)]
		out := random.Intn(2) == 0
		return n.cut(ctx, mode, cutTime, func(l *Link) bool { return out && l.From == dc || !out && l.To == dc })
	}},
	{"two-dcs", func(ctx context.Context, n *Nemesis, dc string, random *rand.Rand) (bool, error) {
		other := otherThan(dc, random)
		results := make(chan bool, 1)
		go func() {
			struck, _ := n.cut(ctx, Hush, killTime, func(l *Link) bool { return l.From == other || l.To == other })
			results <- struck
		}()
		struck, err := n.pause(ctx, dc, killTime)
		return <-results && struck, err
	}},
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
	for _, each := range append(append([]strike(nil), atGateways...), atDataCenters...) {
		kinds[each.kind] = n.struck[each.kind]
	}
	return kinds
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
			n.lane(ctx, strikes, i == 0, rand.New(rand.NewSource(seed+int64(i))))
		}()
	}
	lanes.Wait()
}

func (n *Nemesis) lane(ctx context.Context, strikes []strike, gateways bool, random *rand.Rand) {
	dc := dcs[random.Intn(len(dcs))]
	for ctx.Err() == nil {
		for _, i := range random.Perm(len(strikes)) {
			dc = otherThan(dc, random)
			n.mutex.Lock()
			if gateways && dc == n.target {
				dc = otherThan(dc, random)
			}
			if !gateways {
				n.target = dc
			}
			n.mutex.Unlock()
			pause(ctx, time.Duration(500+random.Intn(500))*time.Millisecond)
			if ctx.Err() != nil {
				return
			}
			n.strike(ctx, strikes[i], dc, random)
		}
	}
}

func (n *Nemesis) strike(ctx context.Context, s strike, dc string, random *rand.Rand) {
	began := n.history.Now()
	struck, err := s.run(ctx, n, dc, random)
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

// kill kills, waits, and starts again.
func (n *Nemesis) kill(ctx context.Context, target string) (bool, error) {
	output, err := n.cluster.Do(context.Background(), "kill", target)
	if err != nil {
		return false, err
	}
	pause(ctx, killTime)
	_, err = n.cluster.Do(context.Background(), "start", target)
	return all(output, " down "), err
}

// pause stops, waits, and lets go on.
func (n *Nemesis) pause(ctx context.Context, target string, length time.Duration) (bool, error) {
	output, err := n.cluster.Do(context.Background(), "pause", target)
	if err == nil {
		pause(ctx, length)
	}
	_, undone := n.cluster.Do(context.Background(), "resume", target)
	if err == nil {
		err = undone
	}
	return all(output, " paused ") && ctx.Err() == nil, err
}

// all tells whether each process that a state lists is in a certain one.
func all(states, wanted string) bool {
	lines := strings.Split(strings.TrimSpace(states), "\n")
	for _, line := range lines {
		if !strings.Contains(line, wanted) {
			return false
		}
	}
	return len(lines) > 0
}

// cut cuts links, waits, and heals them. It took effect if anybody ran into the cut.
func (n *Nemesis) cut(
	ctx context.Context, mode Mode, length time.Duration, chosen func(*Link) bool,
) (bool, error) {
	sum := func(links []*Link) (hurt int64) {
		for _, link := range links {
			hurt += link.Hurt()
		}
		return hurt
	}
	before := sum(n.cluster.links)
	cut := n.cluster.Cut(mode, chosen)
	pause(ctx, length)
	for _, link := range cut {
		link.Set(Pass)
	}
	return sum(n.cluster.links) > before, nil
}

func otherThan(dc string, random *rand.Rand) string {
	for {
		if other := dcs[random.Intn(len(dcs))]; other != dc {
			return other
		}
	}
}
