package main

import (
	"context"
	"fmt"
	"math/rand"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
)

var dcs = []string{"dc1", "dc2", "dc3"}

// environment has workers look often, and at what is young: what they do meets what clients do.
var environment = []string{
	"GIZA_JVM_OPTIONS=-Xmx160m -XX:TieredStopAtLevel=1",
	"GIZA_GC_INTERVAL=5s", "GIZA_GC_SHARE=1", "GIZA_GC_LEASETERM=8s", "GIZA_GC_UNDECIDEDINTERVAL=5s",
	"GIZA_GC_SETTLEAFTER=20s", "GIZA_GC_ORPHANAFTER=20s",
	"GIZA_RECOVERY_INTERVAL=10s", "GIZA_RECOVERY_WATCH=1s", "GIZA_RECOVERY_SHARE=1",
	"GIZA_RECOVERY_LEASETERM=8s",
}

// Cluster is three data centers of processes, run by dev/cluster.sh, which reach each other through
// links that can be cut.
type Cluster struct {
	script string
	data   string
	clock  string // the library that gives processes clocks of their own
	port   int
	links  []*Link

	starting atomic.Int32 // commands under way that start processes
	drained  atomic.Value // the data center whose gateway is left out, as by a load balancer
}

// NewCluster prepares a cluster in a folder, on ports that are free.
func NewCluster(script, data, clock string) (*Cluster, error) {
	port, err := freePorts(10 * len(dcs))
	if err != nil {
		return nil, err
	}
	c := &Cluster{script: script, data: data, clock: clock, port: port}
	for _, from := range dcs {
		for _, to := range dcs {
			for offset, service := range []string{"metadata", "fragment"} {
				if from == to {
					continue
				}
				target := "127.0.0.1:" + strconv.Itoa(c.portOf(to)+1+offset)
				link, err := NewLink(from, to, service, target)
				if err != nil {
					return nil, err
				}
				c.links = append(c.links, link)
			}
		}
	}
	return c, nil
}

// freePorts returns the first of some ports that are free, below those of outgoing connections; of
// the three hundred from GIZA_SUITE_PORTS where other suites run beside this one.
func freePorts(count int) (int, error) {
	lowest, choice := 20_000, 12_000
	if given, err := strconv.Atoi(os.Getenv("GIZA_SUITE_PORTS")); err == nil {
		lowest, choice = given, 300-count
	}
	for range 100 {
		first := lowest + rand.Intn(choice)
		free := true
		for port := first; free && port < first+count; port++ {
			listener, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
			if free = err == nil; free {
				listener.Close()
			}
		}
		if free {
			return first, nil
		}
	}
	return 0, fmt.Errorf("there are no %d free ports in a row", count)
}

func (c *Cluster) portOf(dc string) int {
	number, _ := strconv.Atoi(strings.TrimPrefix(dc, "dc"))
	return c.port + 10*(number-1)
}

// Gateway returns the S3 endpoint of a data center.
func (c *Cluster) Gateway(dc string) string {
	return "http://127.0.0.1:" + strconv.Itoa(c.portOf(dc))
}

// Route returns where the clients of a data center send requests now.
func (c *Cluster) Route(dc string) string {
	if drained, _ := c.drained.Load().(string); drained == dc {
		return c.Gateway(dcs[(slices.Index(dcs, dc)+1)%len(dcs)])
	}
	return c.Gateway(dc)
}

// Drain has clients leave the gateway of a data center out; an empty name ends that.
func (c *Cluster) Drain(dc string) { c.drained.Store(dc) }

// Up starts everything and returns when it is healthy.
func (c *Cluster) Up(ctx context.Context) error {
	var lines strings.Builder
	for _, link := range c.links {
		fmt.Fprintln(&lines, link.From, link.To, link.Service, link.URL())
	}
	endpoints := filepath.Join(c.data, "links")
	if err := os.MkdirAll(c.data, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(endpoints, []byte(lines.String()), 0o644); err != nil {
		return err
	}
	_, err := c.Do(ctx, "up", "--endpoints", endpoints)
	return err
}

// Do runs a command of dev/cluster.sh: kill, start, pause or resume with a target, or another. What
// it printed is the state of the target.
func (c *Cluster) Do(ctx context.Context, arguments ...string) (string, error) {
	if arguments[0] == "start" || arguments[0] == "replace" {
		c.starting.Add(1)
		defer c.starting.Add(-1)
	}
	return c.DoWith(ctx, c.script, arguments...)
}

// DoWith runs a command of another release's dev/cluster.sh.
func (c *Cluster) DoWith(ctx context.Context, script string, arguments ...string) (string, error) {
	arguments = append(arguments, "--data", c.data, "--port", strconv.Itoa(c.port))
	command := exec.CommandContext(ctx, script, arguments...)
	command.Env = append(os.Environ(), environment...)
	command.Env = append(command.Env, "GIZA_PRELOAD="+c.clock)
	output, err := command.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", strings.Join(arguments[:2], " "), err, output)
	}
	return string(output), err
}

// Starting tells whether processes are being started.
func (c *Cluster) Starting() bool { return c.starting.Load() > 0 }

// Cut sets the mode of the links that are chosen, and returns them.
func (c *Cluster) Cut(mode Mode, chosen func(*Link) bool) []*Link {
	var cut []*Link
	for _, link := range c.links {
		if chosen(link) {
			link.Set(mode)
			cut = append(cut, link)
		}
	}
	return cut
}

// Down ends every process at once; there is nothing to be kept.
func (c *Cluster) Down() error {
	var failure error
	for _, dc := range dcs {
		if _, err := c.Do(context.Background(), "kill", dc); err != nil {
			failure = err
		}
	}
	for _, link := range c.links {
		link.Close()
	}
	return failure
}
