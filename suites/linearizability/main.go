// Command linearizability runs three data centers of real processes, works on a few keys through
// all gateways while the processes are killed, paused and cut off, and has Porcupine check what the
// clients saw. Started by suites/linearizability.sh.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

// Options are what a run may be told.
type Options struct {
	Seconds int
	Seed    int64
	Keep    bool
	JSON    bool
	Clients int
	Keys    int
	Timeout time.Duration
	Minimum int
	Script  string
	Data    string
	Clock   string
	Folder  string
	From    string
	Giza    string
	Hold    time.Duration
}

const (
	checkLimit = 2 * time.Minute
	settleTime = 40 * time.Second
	mostTime   = 9 * time.Minute // in which all strikes have their turn on a slow machine
	lastTime   = 2 * time.Minute // in which the last keys are worked enough
)

func main() {
	var o Options
	flag.IntVar(&o.Seconds, "seconds", 30, "how long the clients work, at least")
	flag.Int64Var(&o.Seed, "seed", 0, "chooses operations and strikes; 0 for another each time")
	flag.BoolVar(&o.Keep, "keep", false, "keep the history of a run that passed, too, with drawings")
	flag.BoolVar(&o.JSON, "json", false, "print the summary as JSON")
	flag.IntVar(&o.Clients, "clients", 4, "clients of each gateway")
	flag.IntVar(&o.Keys, "keys", 3, "keys that are hot at a time")
	flag.DurationVar(&o.Timeout, "timeout", 3*time.Second, "how long a client waits for an answer")
	flag.IntVar(&o.Minimum, "minimum", 2000, "completed operations below which the run was too easy")
	flag.StringVar(&o.Script, "script", "dev/cluster.sh", "the script that runs processes")
	flag.StringVar(&o.Data, "data", "", "an empty folder for the data of the cluster")
	flag.StringVar(&o.Clock, "clock", "", "the library that gives processes clocks of their own; without it no clock is set")
	flag.StringVar(&o.Folder, "folder", "", "where the history goes")
	flag.StringVar(&o.From, "from", "", "the script that runs the release before, to upgrade from it")
	flag.StringVar(&o.Giza, "giza", "giza", "the command of operators")
	flag.DurationVar(&o.Hold, "hold", 20*time.Second, "how long each mixed state of an upgrade lasts")
	again := flag.String("check", "", "only check this history file again")
	flag.Parse()
	if *again != "" {
		os.Exit(checkAgain(*again, o))
	}
	if o.Seed == 0 {
		o.Seed = time.Now().UnixNano() % 1_000_000
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	summary, err := run(ctx, o)
	if err != nil {
		fmt.Fprintf(os.Stderr, "FAILED: %v\n0 passed, 1 failed\n", err)
		os.Exit(1)
	}
	if finish(summary, o) > 0 {
		os.Exit(1)
	}
}

func run(ctx context.Context, o Options) (*Summary, error) {
	if err := os.MkdirAll(o.Folder, 0o755); err != nil {
		return nil, err
	}
	cluster, err := NewCluster(scriptAtFirst(o), o.Data, o.Clock)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err := cluster.Down(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}()
	history, err := NewHistory(filepath.Join(o.Folder, "history.jsonl"))
	if err != nil {
		return nil, err
	}
	defer history.Close()
	began := time.Now()
	if err := cluster.Up(ctx); err != nil {
		return nil, err
	}
	progress("three data centers are up after %.0f s; seed %d", time.Since(began).Seconds(), o.Seed)
	if err := NewClient(0, "dc1", cluster.Gateway("dc1"), 20*time.Second).CreateBucket(ctx); err != nil {
		return nil, err
	}
	workload := NewWorkload(o, cluster, history)
	nemesis := NewNemesis(cluster, history)
	workload.WarmUp(ctx)
	started := history.Now()
	summary := &Summary{Seed: o.Seed, Folder: o.Folder}
	var unsettled []string
	if o.From == "" {
		unsettled = work(ctx, o, workload, nemesis)
		summary.Strikes = nemesis.Kinds()
		undone, err := abandoned(ctx, cluster)
		if err != nil {
			return nil, err
		}
		summary.check(len(undone) == 0, "gateways that had stood still did what clients had given up: %s", undone)
	} else {
		unsettled = upgrade(ctx, o, cluster, workload, summary)
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("interrupted")
	}

	summary.Keys = workload.Tallies()
	operations, _ := history.Snapshot()
	summary.Seconds = seconds(history.Now() - started)
	summary.count(operations)
	summary.judgeEffort(int(workload.complete.Load()), o.Minimum, o.From == "")
	summary.check(len(unsettled) == 0, "%d operations could not be done %s after everything was well again, such as %s",
		len(unsettled), settleTime, first(unsettled))
	summary.judgeAnswers(operations)
	progress("checking %d operations", len(operations))
	summary.judgeOrder(operations, checkLimit)
	return summary, conclude(summary, history, o)
}

// scriptAtFirst returns what starts the cluster: an upgrade begins with the release before.
func scriptAtFirst(o Options) string {
	if o.From != "" {
		return o.From
	}
	return o.Script
}

// work runs clients and nemesis until there is enough, and lets everything become well again.
func work(ctx context.Context, o Options, workload *Workload, nemesis *Nemesis) []string {
	length := time.Duration(o.Seconds) * time.Second
	working, stopWork := context.WithCancel(ctx)
	striking, stopStrikes := context.WithCancel(ctx)
	defer stopWork()
	defer stopStrikes()
	worked, struck := make(chan bool), make(chan bool)
	go func() { workload.Run(working); close(worked) }()
	go func() { nemesis.Run(striking, o.Seed); close(struck) }()
	began := time.Now()
	await(ctx, max(mostTime, 2*length), func() bool {
		return time.Since(began) > length &&
			int(workload.complete.Load()) >= o.Minimum && nemesis.StruckAll()
	})
	stopStrikes()
	<-struck
	// No key is replaced any more, so that the last ones come to have enough.
	workload.last.Store(true)
	await(ctx, lastTime, workload.WorkedEnough)
	stopWork()
	<-worked
	progress("%d operations completed in %.0f s; everything is up again",
		workload.complete.Load(), time.Since(began).Seconds())
	return workload.Settle(ctx, settleTime)
}

// await waits for a condition, for some time at most.
func await(ctx context.Context, limit time.Duration, holds func() bool) {
	for end := time.Now().Add(limit); ctx.Err() == nil && time.Now().Before(end) && !holds(); {
		pause(ctx, 250*time.Millisecond)
	}
}

// conclude keeps the history or removes it.
func conclude(summary *Summary, history *History, o Options) error {
	if len(summary.Failures) == 0 && !o.Keep {
		summary.Folder = ""
		return os.RemoveAll(o.Folder)
	}
	operations, strikes := history.Snapshot()
	summary.Notes = summary.visualize(operations, strikes, o.Folder, o.Keep)
	logs, err := filepath.Glob(filepath.Join(o.Data, "*.log"))
	for _, log := range logs {
		err = copyFile(log, filepath.Join(o.Folder, filepath.Base(log)))
	}
	return err
}

func copyFile(from, to string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.Create(to)
	if err != nil {
		return err
	}
	defer target.Close()
	_, err = io.Copy(target, source)
	return err
}

// checkAgain checks a history that was kept.
func checkAgain(path string, o Options) int {
	file, err := os.Open(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	defer file.Close()
	operations, strikes, err := ReadHistory(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	summary := &Summary{}
	summary.count(operations)
	summary.judgeAnswers(operations)
	summary.judgeOrder(operations, checkLimit)
	summary.Notes = summary.visualize(operations, strikes, filepath.Dir(path), o.Keep)
	return min(1, finish(summary, o))
}

func finish(summary *Summary, o Options) int {
	if o.JSON {
		summary.PrintJSON(os.Stdout)
	} else {
		summary.Print(os.Stdout)
	}
	return len(summary.Failures)
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

func progress(format string, arguments ...any) {
	fmt.Fprintf(os.Stderr, format+"\n", arguments...)
}
