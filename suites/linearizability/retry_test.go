package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"
)

// scripted answers each request by the next of some statuses; 0 breaks the connection.
func scripted(t *testing.T, seen *[]*http.Request, statuses ...int) *Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status := statuses[len(*seen)]
		*seen = append(*seen, r)
		switch status {
		case 0:
			connection, _, _ := w.(http.Hijacker).Hijack()
			connection.Close()
		case 503:
			w.WriteHeader(status)
			w.Write([]byte("<Error><Code>ServiceUnavailable</Code></Error>"))
		case 412:
			w.WriteHeader(status)
			w.Write([]byte("<Error><Code>PreconditionFailed</Code></Error>"))
		default:
			w.Header().Set("ETag", `"`+etagOf([]byte("a"))+`"`)
			w.WriteHeader(status)
		}
	}))
	t.Cleanup(server.Close)
	return NewClient(0, "dc1", server.URL, 10*time.Second)
}

func TestOperationWithRetriesIsOneOperation(t *testing.T) {
	tests := []struct {
		name     string
		statuses []int
		want     Outcome
		repeated bool
	}{
		{"done at first", []int{200}, Done, false},
		{"done by a retry", []int{0, 503, 200}, Done, true},
		{"refused, then done", []int{503, 200}, Done, false},
		{"its condition did not hold", []int{0, 412}, NotHeld, true},
		{"never anything", []int{503, 503, 503}, Failed, false},
		{"perhaps the first", []int{0, 503, 503}, Unknown, true},
		{"perhaps the last", []int{503, 503, 0}, Unknown, false},
	}
	for _, test := range tests {
		var seen []*http.Request
		client := scripted(t, &seen, test.statuses...)
		asked := Operation{Kind: Put, Key: "k", Condition: Absent, Attempts: 3}
		o := client.Run(context.Background(), newTestHistory(t), asked, []byte("a"))
		if o.Outcome != test.want || o.MayBeRepeated() != test.repeated || o.Attempts != len(test.statuses) {
			t.Errorf("%s: %+v", test.name, o)
		}
	}
}

func TestAttemptsSayWhoseTheyAreAndSignIt(t *testing.T) {
	var seen []*http.Request
	client := scripted(t, &seen, 503, 200)
	client.Run(context.Background(), newTestHistory(t), Operation{Kind: Put, Key: "k", Attempts: 2}, []byte("a"))
	for i, want := range []string{"attempt=1; max=2", "attempt=2; max=2"} {
		header := seen[i].Header
		if header.Get("amz-sdk-request") != want ||
			header.Get("amz-sdk-invocation-id") != seen[0].Header.Get("amz-sdk-invocation-id") {
			t.Errorf("%v", header)
		}
		signed := header.Get("Authorization")
		if !strings.Contains(signed, "amz-sdk-invocation-id;amz-sdk-request;") {
			t.Errorf("%s", signed)
		}
	}
}

const listing = `<ListBucketResult><IsTruncated>false</IsTruncated>
<Contents><Key>hot0-1</Key><ETag>"0123"</ETag><Size>7</Size></Contents></ListBucketResult>`

func TestListingIsAReadOfEachKey(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte(listing))
	}))
	defer server.Close()
	client := NewClient(0, "dc1", server.URL, 10*time.Second)
	reads := client.List(context.Background(), newTestHistory(t), List, "hot", []string{"hot0-1", "hot1-0"})
	shown, left := reads[0], reads[1]
	if shown.Seen != "0123" || shown.Size != 7 || left.Seen != "" || !left.Completed() || !left.Reads() {
		t.Errorf("%+v", reads)
	}
	stale := []Operation{put("a", 1, 2), put("b", 3, 4), get("a", 5, 6)}
	stale[2].Kind = Versions
	expect(t, porcupine.Illegal, stale...)
}

func TestListingOfAnotherSizeOrOutOfOrderIsWrong(t *testing.T) {
	small := put("a", 1, 2)
	small.Size = 3
	shown := get("a", 3, 4)
	shown.Kind, shown.Size = List, 4
	summary := &Summary{}
	if summary.judgeAnswers([]Operation{small, shown}); len(summary.Failures) != 1 {
		t.Errorf("%v", summary)
	}
	entry := "<Contents><Key>k</Key></Contents>"
	if _, detail := read(List, []byte("<R>"+entry+entry+"</R>")); !strings.HasPrefix(detail, unexpected) {
		t.Errorf("a key is shown twice: %q", detail)
	}
}
