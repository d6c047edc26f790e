package main

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
)

// A listing is a read of each key that it covers: it shows the key with its ETag and size, or shows
// that there is no object. It is linearizable for each key by itself, which is all that is promised.

type listed struct {
	Key       string
	ETag      string
	Size      int
	VersionId string
	IsLatest  bool
}

// page is the answer to ListObjectsV2, or to ListObjectVersions.
type page struct {
	IsTruncated  bool
	Contents     []listed
	Version      []listed
	DeleteMarker []listed
}

// List performs a listing of the keys with a prefix, and returns a read of each key that is asked
// for, of which all begin with the prefix.
func (c *Client) List(
	ctx context.Context, history *History, kind Kind, prefix string, keys []string,
) []Operation {
	query := "?list-type=2&max-keys=1000&prefix=" + prefix
	if kind == Versions {
		query = "?max-keys=1000&prefix=" + prefix + "&versions="
	}
	whole := Operation{Kind: kind, Client: c.number, Gateway: c.gateway, Call: history.Now(), Attempts: 1}
	got := c.send(ctx, http.MethodGet, c.to(1)+"/"+bucket+query, nil, nil)
	whole.Return = history.Now()
	classify(&whole, got)
	found := map[string]listed{}
	if whole.Outcome == Done {
		found, whole.Detail = read(kind, got.body)
	}
	var reads []Operation
	for _, key := range keys {
		each := whole
		each.Key = key
		if shown, there := found[key]; there {
			each.Seen, each.Size = strings.Trim(shown.ETag, `"`), shown.Size
		}
		reads = append(reads, each)
	}
	return reads
}

// read takes a page apart, and says what is wrong with it whatever its keys are.
func read(kind Kind, body []byte) (found map[string]listed, detail string) {
	var answer page
	if err := xml.Unmarshal(body, &answer); err != nil {
		return nil, unexpected + "no listing: " + err.Error()
	}
	if answer.IsTruncated || len(answer.DeleteMarker) > 0 {
		return nil, unexpected + "a page that goes on, or a marker in a bucket without versions"
	}
	found = map[string]listed{}
	before := ""
	for _, each := range append(answer.Contents, answer.Version...) {
		if each.Key <= before {
			detail = unexpected + fmt.Sprintf("%s is listed after %s", each.Key, before)
		}
		if kind == Versions && (each.VersionId != "null" || !each.IsLatest) {
			detail = unexpected + each.Key + " is listed with a version in a bucket without versions"
		}
		before = each.Key
		found[each.Key] = each
	}
	return found, detail
}
