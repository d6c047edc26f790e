package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"strings"
	"time"
)

// invocation is what each attempt of an operation says of itself, as the AWS SDKs do: by it the
// gateway knows a retry from another request. Both headers are signed.
type invocation struct {
	id       string
	attempts int
}

func newInvocation(attempts int) invocation {
	var id [16]byte
	_, _ = io.ReadFull(rand.Reader, id[:])
	return invocation{id: fmt.Sprintf("%x-%x", id[:8], id[8:]), attempts: max(1, attempts)}
}

// announce sets the headers of an attempt, counted from 1.
func (i invocation) announce(header http.Header, attempt int) {
	header.Set("Amz-Sdk-Invocation-Id", i.id)
	header.Set("Amz-Sdk-Request", fmt.Sprintf("attempt=%d; max=%d", attempt, i.attempts))
}

// attempt performs an operation, and tries again what SDKs try again. An operation with several
// attempts is one operation: it happens once or never.
func (c *Client) attempt(ctx context.Context, o *Operation, body []byte) {
	said := newInvocation(o.Attempts)
	mayHaveHappened := false
	for number := 1; ; number++ {
		each := *o
		classify(&each, c.exchange(ctx, each, body, said, number))
		each.Attempts = number
		over := each.Completed() || !isTransient(each) || number == said.attempts || ctx.Err() != nil
		if !over {
			mayHaveHappened = mayHaveHappened || each.Outcome == Unknown
			o.Earlier = append(o.Earlier, fmt.Sprintf("%s: %d %s", each.Outcome, each.Status, each.Detail))
			pause(ctx, backOff(number))
			continue
		}
		each.Earlier = o.Earlier
		// That the last attempt did nothing says nothing of the others; that it found the condition
		// not to hold does, since it would have found what they did.
		if each.Outcome == Failed && mayHaveHappened {
			each.Outcome = Unknown
		}
		*o = each
		return
	}
}

// isTransient tells what the SDKs try again: no whole answer, and 5xx.
func isTransient(o Operation) bool {
	wrong := strings.HasPrefix(o.Detail, unexpected)
	return !wrong && (o.Outcome == Unknown || o.Status == 0 || o.Status/100 == 5)
}

func backOff(attempt int) time.Duration {
	most := int64(100*time.Millisecond) << attempt
	random, err := rand.Int(rand.Reader, big.NewInt(most))
	if err != nil {
		return time.Duration(most)
	}
	return time.Duration(random.Int64())
}
