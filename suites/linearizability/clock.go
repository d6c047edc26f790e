package main

import (
	"context"
	"errors"
	"math/rand"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

const (
	clockStep = "clock-step"
	// How far a clock may be off for its gateway to accept the signatures of all clients.
	mostOff   = 10 * time.Minute
	clockTime = 2500 * time.Millisecond
)

var services = []string{"metadata", "fragment", "gateway", "gc", "recovery"}

// SetClock sets how far the wall clock of a process is ahead.
func (c *Cluster) SetClock(dc, service string, ahead time.Duration) error {
	file := filepath.Join(c.data, dc+"."+service+".clock")
	text := strconv.FormatInt(ahead.Milliseconds(), 10)
	// A process that reads at the same time sees a whole file.
	if err := os.WriteFile(file+".new", []byte(text), 0o644); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

// ClockOf returns how far the clock of a data center's gateway is ahead, by the date of an answer.
func (c *Cluster) ClockOf(ctx context.Context, dc string) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodHead, c.Gateway(dc), nil)
	if err != nil {
		return 0, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	response.Body.Close()
	date, err := http.ParseTime(response.Header.Get("Date"))
	return time.Until(date), err
}

// stepClocks sets the wall clocks of a data center's processes, each another way, twice, and right
// again. It took effect if the gateway was seen to go by its own.
func (n *Nemesis) stepClocks(ctx context.Context, dc string, random *rand.Rand) (bool, error) {
	struck := false
	var failure error
	for range 2 {
		var gateway time.Duration
		for _, service := range services {
			ahead := time.Duration(random.Int63n(int64(2*mostOff))) - mostOff
			failure = errors.Join(failure, n.cluster.SetClock(dc, service, ahead))
			if service == "gateway" {
				gateway = ahead
			}
		}
		pause(ctx, clockTime)
		seen, err := n.cluster.ClockOf(ctx, dc)
		struck = struck || err == nil && (seen-gateway).Abs() < 5*time.Second
	}
	for _, service := range services {
		failure = errors.Join(failure, n.cluster.SetClock(dc, service, 0))
	}
	return struck, failure
}
