package main

import (
	"context"
	"errors"
	"math/rand"
	"strings"
	"time"
)

// strike is one way to hurt. It returns whether it was seen to take effect, and undoes itself
// before it returns, whatever happens.
type strike struct {
	kind string
	run  func(ctx context.Context, n *Nemesis, dc string, random *rand.Rand) (bool, error)
	once bool // whether once is enough, since it takes long; only after the replacement
}

const (
	pauseTime = 6 * time.Second // longer than any call and any phase may take
	leaseTime = 12 * time.Second
	// Longer than any time limit of an operation: a commit's, an upload's, and the age at which a put
	// asks whether its version still stands.
	longTime = 65 * time.Second
	killTime = 1500 * time.Millisecond
	cutTime  = 3500 * time.Millisecond
	// In which missed writes are repaired on a slow machine.
	repairTime = 2 * time.Minute
)

var atGateways = []strike{
	{kind: "kill-gateway", run: func(ctx context.Context, n *Nemesis, dc string, _ *rand.Rand) (bool, error) {
		return n.kill(ctx, dc+"/gateway")
	}},
	{kind: "pause-gateway", run: func(ctx context.Context, n *Nemesis, dc string, _ *rand.Rand) (bool, error) {
		return n.pause(ctx, pauseTime, dc+"/gateway")
	}},
	{kind: "pause-gateway-long", once: true, run: func(ctx context.Context, n *Nemesis, dc string, _ *rand.Rand) (bool, error) {
		return n.pause(ctx, longTime, dc+"/gateway")
	}},
	{kind: "kill-worker", run: func(ctx context.Context, n *Nemesis, dc string, random *rand.Rand) (bool, error) {
		return n.kill(ctx, dc+[]string{"/gc", "/recovery"}[random.Intn(2)])
	}},
	{kind: clockStep, run: func(ctx context.Context, n *Nemesis, dc string, random *rand.Rand) (bool, error) {
		return n.stepClocks(ctx, dc, random)
	}},
	{kind: "pause-workers", run: func(ctx context.Context, n *Nemesis, dc string, _ *rand.Rand) (bool, error) {
		return n.pause(ctx, leaseTime, dc+"/gc", dc+"/recovery")
	}},
}

// replaceDC comes first of all strikes at data centers: what was acknowledged while a data center
// was away may be gone if another one is lost before workers gave the first its part.
var replaceDC = strike{kind: "replace-dc", once: true, run: func(ctx context.Context, n *Nemesis, dc string, _ *rand.Rand) (bool, error) {
	n.alone.RUnlock()
	n.alone.Lock()
	defer func() { n.alone.Unlock(); n.alone.RLock() }()
	return n.replace(ctx, dc)
}}

var atDataCenters = []strike{
	{kind: "kill-dc", run: func(ctx context.Context, n *Nemesis, dc string, _ *rand.Rand) (bool, error) {
		return n.kill(ctx, dc)
	}},
	{kind: "pause-dc", run: func(ctx context.Context, n *Nemesis, dc string, _ *rand.Rand) (bool, error) {
		return n.pause(ctx, pauseTime, dc)
	}},
	{kind: "pause-dc-long", once: true, run: func(ctx context.Context, n *Nemesis, dc string, _ *rand.Rand) (bool, error) {
		return n.pause(ctx, longTime, dc)
	}},
	{kind: "cut-refused", run: func(ctx context.Context, n *Nemesis, dc string, _ *rand.Rand) (bool, error) {
		return n.cut(ctx, Refuse, cutTime, func(l *Link) bool { return l.From == dc || l.To == dc })
	}},
	{kind: "cut-silent", run: func(ctx context.Context, n *Nemesis, dc string, _ *rand.Rand) (bool, error) {
		return n.cut(ctx, Hush, cutTime, func(l *Link) bool { return l.From == dc || l.To == dc })
	}},
	{kind: "cut-one-way", run: func(ctx context.Context, n *Nemesis, dc string, random *rand.Rand) (bool, error) {
		mode := []Mode{Refuse, Hush}[random.Intn(2)]
		out := random.Intn(2) == 0
		return n.cut(ctx, mode, cutTime, func(l *Link) bool { return out && l.From == dc || !out && l.To == dc })
	}},
	{kind: "two-dcs", run: func(ctx context.Context, n *Nemesis, dc string, random *rand.Rand) (bool, error) {
		other := otherThan(dc, random)
		results := make(chan bool, 1)
		go func() {
			struck, _ := n.cut(ctx, Hush, killTime, func(l *Link) bool { return l.From == other || l.To == other })
			results <- struck
		}()
		struck, err := n.pause(ctx, killTime, dc)
		return <-results && struck, err
	}},
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
func (n *Nemesis) pause(ctx context.Context, length time.Duration, targets ...string) (bool, error) {
	struck := true
	var failure error
	for _, target := range targets {
		output, err := n.cluster.Do(context.Background(), "pause", target)
		struck = struck && all(output, " paused ")
		failure = errors.Join(failure, err)
	}
	if failure == nil {
		pause(ctx, length)
	}
	for _, target := range targets {
		_, err := n.cluster.Do(context.Background(), "resume", target)
		failure = errors.Join(failure, err)
	}
	return struck && ctx.Err() == nil, failure
}

// replace has a data center lose all that it stores, and an empty one take its place. As operators
// do, it first waits for the repair of missed writes: a slow machine misses some without a strike.
func (n *Nemesis) replace(ctx context.Context, dc string) (bool, error) {
	if _, err := n.cluster.Do(ctx, "preflight", dc); err != nil {
		return false, err
	}
	if _, err := n.cluster.Do(context.Background(), "wipe", dc); err != nil {
		return false, err
	}
	pause(ctx, killTime)
	// Writes between the two may have missed another data center.
	for end := time.Now().Add(repairTime); ; pause(context.Background(), killTime) {
		_, err := n.cluster.Do(context.Background(), "replace", dc)
		if err == nil || time.Now().After(end) {
			return err == nil, err
		}
	}
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
