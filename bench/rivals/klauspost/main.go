// Command klauspost compares our erasure codes with klauspost/reedsolomon, in turn on one machine:
// in each round it times that library and then has `./giza bench codes` time ours, both by the CPU
// time of one thread on objects of 4 MiB.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sort"
	"strings"
	"syscall"
	"time"

	"github.com/klauspost/reedsolomon"
)

const objectBytes = 4 << 20

// figure is an element of what `giza bench codes --json` prints.
type figure struct {
	Coding         string  `json:"coding"`
	Operation      string  `json:"operation"`
	Implementation string  `json:"implementation"`
	GBPerSecond    float64 `json:"gb_per_s"`
}

type line struct {
	Coding    string  `json:"coding"`
	Operation string  `json:"operation"`
	Vector    float64 `json:"vector"`
	Klauspost float64 `json:"klauspost"`
	Ratio     float64 `json:"ratio"`
}

func main() {
	rounds := flag.Int("rounds", 3, "how often both are measured; results are medians")
	slice := flag.Duration("slice", 300*time.Millisecond, "CPU time of each measurement of klauspost")
	giza := flag.String("giza", "../../../giza", "the launcher")
	gfni := flag.Bool("gfni", true, "let klauspost use the processor's Galois field instructions")
	asJSON := flag.Bool("json", false, "print JSON")
	flag.Parse()
	if err := compare(*rounds, *giza, rival{*slice, *gfni}, *asJSON); err != nil {
		fmt.Fprintln(os.Stderr, "klauspost:", err)
		os.Exit(1)
	}
}

func compare(rounds int, giza string, rival rival, asJSON bool) error {
	var order []figure
	ours, theirs, ratios := map[figure][]float64{}, map[figure][]float64{}, map[figure][]float64{}
	for round := 0; round < rounds; round++ {
		figures, err := measureOurs(giza)
		if err != nil {
			return err
		}
		for _, each := range figures {
			if each.Implementation != "vector" || !strings.HasPrefix(each.Coding, "rs(") {
				continue
			}
			name := figure{Coding: each.Coding, Operation: each.Operation}
			speed, err := rival.measure(name)
			if err != nil {
				return err
			}
			if round == 0 {
				order = append(order, name)
			}
			ours[name] = append(ours[name], each.GBPerSecond)
			theirs[name] = append(theirs[name], speed)
			ratios[name] = append(ratios[name], each.GBPerSecond/speed)
		}
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round+1, rounds)
	}
	if len(order) == 0 {
		return fmt.Errorf("'%s bench codes' measured no vector kernel", giza)
	}
	lines := make([]line, 0, len(order))
	for _, name := range order {
		lines = append(lines, line{
			name.Coding, name.Operation, median(ours[name]), median(theirs[name]), median(ratios[name]),
		})
	}
	return print(lines, asJSON)
}

func print(lines []line, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(os.Stdout).Encode(lines)
	}
	fmt.Printf("%-10s %-8s %10s %10s %7s\n", "coding", "", "vector", "klauspost", "ratio")
	for _, each := range lines {
		fmt.Printf("%-10s %-8s %10.1f %10.1f %7.2f\n",
			each.Coding, each.Operation, each.Vector, each.Klauspost, each.Ratio)
	}
	return nil
}

func measureOurs(giza string) ([]figure, error) {
	command := exec.Command(giza, "bench", "codes", "--json")
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s bench codes --json: %w", giza, err)
	}
	var figures []figure
	return figures, json.Unmarshal(output, &figures)
}

// rival is how klauspost's library is measured.
type rival struct {
	slice time.Duration
	gfni  bool
}

// measure returns GB of user data per second of CPU time.
func (r rival) measure(what figure) (float64, error) {
	var data, parity int
	if _, err := fmt.Sscanf(what.Coding, "rs(%d,%d)", &data, &parity); err != nil {
		return 0, fmt.Errorf("%s: %w", what.Coding, err)
	}
	options := []reedsolomon.Option{reedsolomon.WithMaxGoroutines(1)}
	if !r.gfni {
		options = append(options, reedsolomon.WithGFNI(false), reedsolomon.WithAVXGFNI(false))
	}
	code, err := reedsolomon.New(data, parity, options...)
	if err != nil {
		return 0, err
	}
	shards := reedsolomon.AllocAligned(data+parity, (objectBytes+data-1)/data)
	for i := range shards {
		for j := range shards[i] {
			shards[i][j] = byte(i*31 + j*7 + j>>8)
		}
	}
	operation := func() error { return code.Encode(shards) }
	if what.Operation == "rebuild" {
		if err := code.Encode(shards); err != nil {
			return 0, err
		}
		wanted := make([]bool, data+parity)
		wanted[0] = true
		operation = func() error {
			shards[0] = shards[0][:0]
			return code.ReconstructSome(shards, wanted[:data])
		}
	}
	return speed(operation, r.slice)
}

func speed(operation func() error, slice time.Duration) (float64, error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for i := 0; i < 3; i++ {
		if err := operation(); err != nil {
			return 0, err
		}
	}
	count, began := 0, threadTime()
	for threadTime()-began < slice {
		if err := operation(); err != nil {
			return 0, err
		}
		count++
	}
	return float64(count) * objectBytes / 1e9 / (threadTime() - began).Seconds(), nil
}

func threadTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(1 /* RUSAGE_THREAD */, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func median(values []float64) float64 {
	sorted := append([]float64(nil), values...)
	sort.Float64s(sorted)
	return sorted[len(sorted)/2]
}
