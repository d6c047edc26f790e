package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// inOrder is how the processes of a region are upgraded.
var inOrder = []string{"metadata", "fragment", "gc", "recovery", "gateway"}

const (
	patience = 3 * time.Minute
	oldLevel = "at format level 2, and this release reads up to level 1: install Giza"
)

// Upgrading takes a cluster from one release to the next, process by process.
type Upgrading struct {
	options  Options
	cluster  *Cluster
	workload *Workload
	summary  *Summary
}

// upgrade runs clients while all processes are upgraded, those of one data center back and forth, and
// the upgrade is finalized. It returns what could not be done after all was well again.
func upgrade(
	ctx context.Context, o Options, cluster *Cluster, workload *Workload, summary *Summary,
) []string {
	u := &Upgrading{o, cluster, workload, summary}
	summary.Strikes = map[string]int{"upgrade": 0, "roll-back": 0, "refused": 0}
	workload.failures.Store(&[]string{})
	working, stop := context.WithCancel(ctx)
	defer stop()
	worked := make(chan bool)
	go func() { workload.Run(working); close(worked) }()
	if err := u.steps(ctx); err != nil {
		summary.check(false, "%v", err)
	} else {
		summary.check(true, "")
	}
	workload.last.Store(true)
	await(ctx, lastTime, workload.WorkedEnough)
	stop()
	<-worked
	failures := *workload.failures.Load()
	summary.check(len(failures) == 0, "%d operations failed after their first retry, such as %s",
		len(failures), strings.Join(failures[:min(len(failures), 5)], "\n  "))
	return workload.Settle(ctx, settleTime)
}

func (u *Upgrading) steps(ctx context.Context) error {
	for i, dc := range []string{"dc2", "dc3", "dc1"} {
		if err := u.region(ctx, dc, u.options.Script, inOrder); err != nil {
			return err
		}
		if i > 0 {
			continue
		}
		if err := u.backAndForth(ctx, dc); err != nil {
			return err
		}
	}
	if err := u.finalize(ctx); err != nil {
		return err
	}
	return u.noWayBack(ctx)
}

// backAndForth rolls a region back and upgrades it again. What is mixed is not finalized.
func (u *Upgrading) backAndForth(ctx context.Context, dc string) error {
	if err := u.refused(ctx, dc, "cannot be asked", "upgrade", "finalize", "--yes"); err != nil {
		return err
	}
	if err := u.refused(ctx, dc, "needs format level 2",
		"key", "create", "--account", "default", "--role", "auditor"); err != nil {
		return err
	}
	reversed := slices.Clone(inOrder)
	slices.Reverse(reversed)
	if err := u.region(ctx, dc, u.options.From, reversed); err != nil {
		return err
	}
	return u.region(ctx, dc, u.options.Script, inOrder)
}

// region ends the processes of a data center one by one, and starts those of a release.
func (u *Upgrading) region(ctx context.Context, dc, script string, services []string) error {
	kind := "upgrade"
	if script == u.options.From {
		kind = "roll-back"
	}
	for _, service := range services {
		target := dc + "/" + service
		began := u.workload.history.Now()
		if err := u.exchange(ctx, target, script); err != nil {
			return fmt.Errorf("%s of %s: %w", kind, target, err)
		}
		u.workload.history.AddStrike(Strike{Kind: kind, Target: target, Start: began,
			End: u.workload.history.Now(), Struck: true})
		u.summary.Strikes[kind]++
		progress("%s of %s, %d operations completed", kind, target, u.workload.complete.Load())
		pause(ctx, u.options.Hold)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

func (u *Upgrading) exchange(ctx context.Context, target, script string) error {
	dc, service, _ := strings.Cut(target, "/")
	if service == "gateway" {
		u.cluster.Drain(dc)
		defer u.cluster.Drain("")
	}
	if err := u.stop(ctx, dc, service); err != nil {
		return err
	}
	u.cluster.starting.Add(1)
	defer u.cluster.starting.Add(-1)
	_, err := u.cluster.DoWith(ctx, script, "start", target)
	return err
}

// stop ends a process as an operator does, and waits until it has ended.
func (u *Upgrading) stop(ctx context.Context, dc, service string) error {
	text, err := os.ReadFile(filepath.Join(u.options.Data, dc+"."+service+".pid"))
	if err != nil {
		return err
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return err
	}
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
		return fmt.Errorf("%s of %s does not run: %w", service, dc, err)
	}
	ended := func() bool { return syscall.Kill(pid, 0) != nil }
	await(ctx, patience, ended)
	if !ended() {
		return fmt.Errorf("%s of %s does not end", service, dc)
	}
	return nil
}

// giza runs a command of operators at the gateway of a data center.
func (u *Upgrading) giza(ctx context.Context, dc string, arguments ...string) (string, int, error) {
	arguments = append(arguments, "--endpoint", u.cluster.Gateway(dc))
	command := exec.CommandContext(ctx, u.options.Giza, arguments...)
	output, err := command.CombinedOutput()
	if exit, failed := err.(*exec.ExitError); failed {
		return string(output), exit.ExitCode(), nil
	}
	return string(output), 0, err
}

func (u *Upgrading) refused(ctx context.Context, dc, reason string, arguments ...string) error {
	output, exit, err := u.giza(ctx, dc, arguments...)
	if err != nil {
		return err
	}
	u.summary.check(exit == 4 && strings.Contains(output, reason),
		"giza %s while two releases run: exit %d, %s", strings.Join(arguments, " "), exit, output)
	u.summary.Strikes["refused"]++
	return nil
}

type shown struct {
	Level     int `json:"level"`
	Processes []struct {
		Dc      string `json:"dc"`
		Service string `json:"service"`
		Writes  int    `json:"writes"`
	} `json:"processes"`
}

// finalize ends the upgrade, and waits until every process writes the new formats.
func (u *Upgrading) finalize(ctx context.Context) error {
	output, exit, err := u.giza(ctx, "dc1", "upgrade", "finalize", "--yes")
	if err != nil || exit != 0 {
		return fmt.Errorf("giza upgrade finalize: exit %d, %v: %s", exit, err, output)
	}
	progress("finalized: %s", strings.TrimSpace(output))
	last := ""
	taken := func() bool {
		output, _, err := u.giza(ctx, "dc2", "upgrade", "show", "-o", "json")
		last = output
		var now shown
		if err != nil || json.Unmarshal([]byte(output), &now) != nil || now.Level != 2 {
			return false
		}
		for _, each := range now.Processes {
			if each.Writes != 2 {
				return false
			}
		}
		return len(now.Processes) == len(dcs)*len(inOrder)
	}
	await(ctx, patience, taken)
	if !taken() {
		return fmt.Errorf("not all processes write the new formats: %s", last)
	}
	output, exit, err = u.giza(ctx, "dc3", "key", "create", "--account", "default", "--role", "auditor")
	if err != nil || exit != 0 {
		return fmt.Errorf("giza key create after the upgrade: exit %d, %v: %s", exit, err, output)
	}
	pause(ctx, u.options.Hold)
	return nil
}

// noWayBack has processes of the release before start, which they must not.
func (u *Upgrading) noWayBack(ctx context.Context) error {
	for _, service := range []string{"gateway", "gc", "metadata"} {
		u.cluster.Drain("dc1")
		defer u.cluster.Drain("")
		if err := u.stop(ctx, "dc1", service); err != nil {
			return err
		}
		log := filepath.Join(u.options.Data, "dc1."+service+".log")
		before, err := os.ReadFile(log)
		if err != nil {
			return err
		}
		output, err := u.cluster.DoWith(ctx, u.options.From, "start", "dc1/"+service)
		after, failure := os.ReadFile(log)
		if failure != nil {
			return failure
		}
		u.summary.check(err != nil && strings.Contains(output, "ended"),
			"%s of the release before starts: %s", service, output)
		u.summary.check(strings.Contains(string(after[len(before):]), oldLevel),
			"%s of the release before does not say why it ends: %s", service, tail(after[len(before):]))
		if _, err := u.cluster.DoWith(ctx, u.options.Script, "start", "dc1/"+service); err != nil {
			return err
		}
		progress("%s of the release before does not start any more", service)
	}
	return nil
}

func tail(text []byte) string { return string(text[max(0, len(text)-2000):]) }
