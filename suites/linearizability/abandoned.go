package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"
)

const (
	givenUpAfter = 500 * time.Millisecond
	standstill   = 3 * time.Second // longer than a matter of scheduling
	aftermath    = 2 * time.Second
)

// abandoned has clients put objects through gateways that stand still, give up, and put others through
// another gateway. These clients send no identity, as many do not. It returns the keys at which a
// gateway executed the earlier request after all.
func abandoned(ctx context.Context, cluster *Cluster) (undone []string, err error) {
	for i, dc := range dcs {
		other := dcs[(i+1)%len(dcs)]
		late := NewClient(0, dc, cluster.Gateway(dc), givenUpAfter)
		again := NewClient(1, other, cluster.Gateway(other), 20*time.Second)
		if _, err := cluster.Do(ctx, "pause", dc+"/gateway"); err != nil {
			return nil, err
		}
		resumed := time.After(standstill)
		keys, failure := asked(ctx, late, again)
		<-resumed
		_, err := cluster.Do(context.Background(), "resume", dc+"/gateway")
		if failure = errors.Join(failure, err); failure != nil {
			return nil, failure
		}
		pause(ctx, aftermath)
		for _, key := range keys {
			got := again.send(ctx, http.MethodGet, again.base+"/"+bucket+"/"+key, nil, nil)
			if got.err != nil || got.status != http.StatusOK || !slices.Equal(got.body, wanted(key)) {
				undone = append(undone, fmt.Sprintf("%s through %s", key, dc))
			}
		}
	}
	return undone, nil
}

// asked puts each key through a gateway that does not answer, and then through another gateway.
func asked(ctx context.Context, late, again *Client) (keys []string, err error) {
	for _, size := range []int{100, 40_000} {
		key := fmt.Sprintf("abandoned-%s-%d", late.gateway, size)
		path := "/" + bucket + "/" + key
		if got := late.send(ctx, http.MethodPut, late.base+path, nil, make([]byte, size)); got.err == nil {
			return nil, fmt.Errorf("the gateway of %s answered %d while it stood still", late.gateway, got.status)
		}
		got := again.send(ctx, http.MethodPut, again.base+path, nil, wanted(key))
		if got.err != nil || got.status != http.StatusOK {
			return nil, fmt.Errorf("putting %s through %s: %d, %v", key, again.gateway, got.status, got.err)
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// wanted is the body of the second request for a key.
func wanted(key string) []byte { return []byte("asked again: " + key) }
