package main

import (
	"math/rand"
	"testing"
)

func TestLanesAreNeverAtOneDataCenterAndTakeTurns(t *testing.T) {
	n := NewNemesis(nil, nil)
	lanes := []lane{{0, atGateways, rand.New(rand.NewSource(1))}, {1, atDataCenters, rand.New(rand.NewSource(2))}}
	last := []string{"", ""}
	for i := range 1_000 {
		l := lanes[i*i%7%2]
		n.leave(l)
		dc := n.claim(l, last[l.number])
		if dc == last[l.number] || dc == n.targets[1-l.number] {
			t.Fatalf("lane %d goes from %q to %q, the other one is at %q", l.number, last[l.number], dc, n.targets[1-l.number])
		}
		last[l.number] = dc
	}
}

func TestWhatNeverStruckComesFirst(t *testing.T) {
	n := NewNemesis(nil, nil)
	for _, each := range atDataCenters[1:] {
		n.struck[each.kind] = 1
	}
	for seed := range int64(20) {
		round := n.round(lane{1, atDataCenters, rand.New(rand.NewSource(seed))})
		if round[0].kind != atDataCenters[0].kind || len(round) != len(atDataCenters) {
			t.Errorf("%v", round)
		}
	}
}
