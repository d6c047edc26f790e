package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

const unknownBody = `<Error><Code>ServiceUnavailable</Code><Message>the outcome is unknown</Message></Error>`

func TestAnswersMeanWhatTheDocumentationSays(t *testing.T) {
	code := func(name string) []byte { return []byte("<Error><Code>" + name + "</Code></Error>") }
	tests := []struct {
		name      string
		kind      Kind
		condition Condition
		got       answer
		want      Outcome
	}{
		{"put", Put, Always, answer{status: 200, sent: true}, Done},
		{"delete", Delete, Always, answer{status: 204, sent: true}, Done},
		{"412", Put, Absent, answer{status: 412, body: code("PreconditionFailed")}, NotHeld},
		{"404 of a put", Put, Matches, answer{status: 404, body: code("NoSuchKey")}, NothingThere},
		{"404 of a get", Get, Always, answer{status: 404, body: code("NoSuchKey")}, Done},
		{"404 of a head", Head, Always, answer{status: 404}, Done},
		{"409", Put, Absent, answer{status: 409, body: code("ConditionalRequestConflict")}, Failed},
		{"503", Put, Always, answer{status: 503, body: code("ServiceUnavailable")}, Failed},
		{"503 unknown", Put, Always, answer{status: 503, body: []byte(unknownBody)}, Unknown},
		{"500", Put, Always, answer{status: 500, body: code("InternalError")}, Unknown},
		{"timeout", Put, Always, answer{sent: true, err: errors.New("timeout")}, Unknown},
		{"no connection", Put, Always, answer{err: errors.New("refused")}, Failed},
		{"cut off error", Put, Absent, answer{status: 412, sent: true, err: errors.New("EOF")}, Unknown},
	}
	for _, test := range tests {
		o := Operation{Kind: test.kind, Condition: test.condition}
		if classify(&o, test.got); o.Outcome != test.want {
			t.Errorf("%s: %s, expected %s", test.name, o.Outcome, test.want)
		}
	}
}

func TestEachOperationIsOneAttempt(t *testing.T) {
	attempts := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if attempts++; attempts > 1 {
			connection, _, _ := w.(http.Hijacker).Hijack()
			connection.Close()
		}
	}))
	defer server.Close()
	client := NewClient(0, "dc1", server.URL, 10*time.Second)
	history := newTestHistory(t)
	first := client.Run(context.Background(), history, Operation{Kind: Put, Key: "k"}, []byte("a"))
	second := client.Run(context.Background(), history, Operation{Kind: Put, Key: "k"}, []byte("b"))
	if first.Outcome != Done || second.Outcome != Unknown || attempts != 2 {
		t.Errorf("%s, %s after %d attempts", first.Outcome, second.Outcome, attempts)
	}
}

func TestWhatCouldNotBeSentDidNotHappen(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := "http://" + listener.Addr().String()
	listener.Close()
	client := NewClient(0, "dc1", address, 10*time.Second)
	o := client.Run(context.Background(), newTestHistory(t), Operation{Kind: Put, Key: "k"}, nil)
	if o.Outcome != Failed {
		t.Errorf("%s: %s", o.Outcome, o.Detail)
	}
}

func newTestHistory(t *testing.T) *History {
	history, err := NewHistory(t.TempDir() + "/history.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { history.Close() })
	return history
}
