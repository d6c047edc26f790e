package main

import (
	"bytes"
	"context"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
)

const bucket = "histories"

// Client speaks S3 to one gateway.
type Client struct {
	number  int
	gateway string
	base    string
	route   func() string // where first attempts go, if not always to base
	again   func() string // where retries go, if not there
	skew    time.Duration // how far the client's clock is ahead
	timeout time.Duration
	http    *http.Client
	signer  *v4.Signer
	keys    aws.Credentials
}

// NewClient makes a client of the gateway at an address, with connections of its own.
func NewClient(number int, gateway, base string, timeout time.Duration) *Client {
	return &Client{
		number: number, gateway: gateway, base: base, timeout: timeout,
		http:   &http.Client{Transport: &http.Transport{Proxy: nil, DisableCompression: true}},
		signer: v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true }),
		keys: aws.Credentials{
			AccessKeyID:     os.Getenv("AWS_ACCESS_KEY_ID"),
			SecretAccessKey: os.Getenv("AWS_SECRET_ACCESS_KEY"),
		},
	}
}

// answer is what came back, if anything did.
type answer struct {
	status int
	etag   string
	body   []byte
	sent   bool  // whether any of the request may have reached the gateway
	err    error // why there is no whole answer
}

// Run performs an operation, whose Kind, Key, Condition, Expected and Attempts are set, with the body
// of a put, and returns it with all else filled in.
func (c *Client) Run(ctx context.Context, history *History, o Operation, body []byte) Operation {
	o.Client, o.Gateway, o.Size = c.number, c.gateway, len(body)
	if o.Kind == Put {
		o.Value = etagOf(body)
	}
	o.Call = history.Now()
	c.attempt(ctx, &o, body)
	o.Return = history.Now()
	return o
}

// to returns the address of the gateway that an attempt goes to, counted from 1.
func (c *Client) to(attempt int) string {
	if attempt > 1 && c.again != nil {
		return c.again()
	}
	if c.route != nil {
		return c.route()
	}
	return c.base
}

// CreateBucket creates the bucket of all operations.
func (c *Client) CreateBucket(ctx context.Context) error {
	got := c.send(ctx, http.MethodPut, c.to(1)+"/"+bucket, nil, nil)
	if got.err == nil && got.status != 200 {
		return fmt.Errorf("creating the bucket: %d %s", got.status, got.body)
	}
	return got.err
}

func (c *Client) exchange(
	ctx context.Context, o Operation, body []byte, said invocation, attempt int,
) answer {
	headers := http.Header{}
	said.announce(headers, attempt)
	switch o.Condition {
	case Absent:
		headers.Set("If-None-Match", "*")
	case Matches:
		headers.Set("If-Match", `"`+o.Expected+`"`)
	}
	return c.send(ctx, strings.ToUpper(string(o.Kind)), c.to(attempt)+"/"+bucket+"/"+o.Key, headers, body)
}

func (c *Client) send(
	ctx context.Context, method, url string, headers http.Header, body []byte,
) answer {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	var connected atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { connected.Store(true) },
	})
	request, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return answer{err: err}
	}
	if headers != nil {
		request.Header = headers
	}
	digest := sha256.Sum256(body)
	payload := hex.EncodeToString(digest[:])
	request.Header.Set("X-Amz-Content-Sha256", payload)
	err = c.signer.SignHTTP(ctx, c.keys, request, payload, "s3", "us-east-1", time.Now().Add(c.skew))
	if err != nil {
		return answer{err: err}
	}
	response, err := c.http.Do(request)
	if err != nil {
		return answer{sent: connected.Load(), err: err}
	}
	defer response.Body.Close()
	got := answer{
		status: response.StatusCode,
		etag:   strings.Trim(response.Header.Get("ETag"), `"`),
		sent:   true,
	}
	got.body, got.err = io.ReadAll(response.Body)
	return got
}

// classify says what an answer means for the operation, as docs/reference/s3.md promises: a 503 that says so
// leaves the outcome unknown, and any other refusal is one.
func classify(o *Operation, got answer) {
	o.Status = got.status
	switch {
	case got.err != nil:
		o.Detail = detailOf(got.err.Error())
		o.Outcome = Unknown
		if !got.sent || o.Reads() {
			o.Outcome = Failed
		}
		// The answer to a write is whole with its status; an error document may be cut off.
		if !o.Reads() && got.status/100 == 2 {
			o.Outcome = Done
		}
	case got.status/100 == 2:
		o.Outcome = Done
		if o.Kind == Get {
			o.Detail = whole(got)
		}
		if o.Reads() && !o.Lists() {
			o.Seen = got.etag
		} else if o.Kind == Put && got.etag != o.Value {
			o.Detail = unexpected + "the ETag is not the MD5 of the body: " + got.etag
		}
	default:
		refused(o, got)
	}
}

// unexpected begins the detail of an operation whose answer is wrong whatever the history is.
const unexpected = "UNEXPECTED: "

var codeElement = regexp.MustCompile(`<Code>([A-Za-z0-9]+)</Code>`)

func refused(o *Operation, got answer) {
	code := ""
	if found := codeElement.FindSubmatch(got.body); found != nil {
		code = string(found[1])
	}
	o.Detail = code
	switch {
	case got.status == 404 && (code == "NoSuchKey" || o.Kind == Head):
		o.Outcome = NothingThere
		if o.Reads() {
			o.Outcome = Done
		}
	case got.status == 412 && code == "PreconditionFailed" && o.Condition != Always:
		o.Outcome = NotHeld
	case got.status == 409 && code == "ConditionalRequestConflict" && o.Condition != Always:
		o.Outcome = Failed
	case got.status == 503 && (code == "ServiceUnavailable" || o.Kind == Head):
		o.Outcome = Failed
		if bytes.Contains(got.body, []byte("outcome is unknown")) {
			o.Outcome, o.Detail = Unknown, code+", outcome unknown"
		}
	default:
		o.Outcome = Unknown
		if o.Reads() {
			o.Outcome = Failed
		}
		o.Detail = unexpected + fmt.Sprintf("answered %d %s", got.status, detailOf(string(got.body)))
	}
}

// whole checks that a body is the one its ETag stands for.
func whole(got answer) string {
	if etagOf(got.body) == got.etag {
		return ""
	}
	return unexpected + fmt.Sprintf("%d bytes whose MD5 is not the ETag %s", len(got.body), got.etag)
}

func etagOf(body []byte) string {
	sum := md5.Sum(body)
	return hex.EncodeToString(sum[:])
}

func detailOf(text string) string { return text[:min(len(text), 200)] }
