// The checks of go.sh for the AWS SDK for Go v2. Usage: sdk ENDPOINT_OF_DC1 ENDPOINT_OF_DC2 ENDPOINT_OF_DC3
//
// What is written through one data center is read through another. Prints a line for each check; its
// last one is "N passed, N failed".
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/feature/s3/manager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"
)

const bucket = "go-sdk"

var (
	ctx                  = context.Background()
	first, second, third *s3.Client
	content              = make([]byte, 20<<20+1)
)

func main() {
	rand.New(rand.NewSource(7)).Read(content)
	settings, err := config.LoadDefaultConfig(ctx)
	if err != nil {
		panic(err)
	}
	for number, client := range []**s3.Client{&first, &second, &third} {
		*client = s3.NewFromConfig(settings, func(options *s3.Options) {
			options.BaseEndpoint = aws.String(os.Args[1+number])
			options.UsePathStyle = true
		})
	}
	passed, failed := 0, 0
	for _, each := range []struct {
		what string
		test func() error
	}{
		{"a bucket", aBucket},
		{"text, nothing, and a range", small},
		{"each checksum", checksums},
		{"the manager's upload in parts, and its download", transfers},
		{"an upload that is given up leaves nothing", abort},
		{"lists in pages", lists},
		{"conditions", conditions},
		{"a copy of a name with everything in it", copies},
		{"tags", tags},
		{"versions, and a delete of many", versions},
		{"links to get and to put", links},
		{"what was never set", neverSet},
	} {
		if err := each.test(); err == nil {
			passed++
			fmt.Println("PASSED: AWS SDK: " + each.what)
		} else {
			failed++
			fmt.Printf("FAILED: AWS SDK: %s: %v\n", each.what, err)
		}
	}
	fmt.Printf("%d passed, %d failed\n", passed, failed)
}

func same(expected, found any) error {
	if fmt.Sprint(expected) != fmt.Sprint(found) {
		return fmt.Errorf("expected %v, found %v", expected, found)
	}
	return nil
}

// Whether an error has this code.
func refused(code string, err error) error {
	var refusal smithy.APIError
	if !errors.As(err, &refusal) {
		return fmt.Errorf("expected %s, found %v", code, err)
	}
	return same(code, refusal.ErrorCode())
}

func put(client *s3.Client, key string, body []byte, more ...func(*s3.PutObjectInput)) (*s3.PutObjectOutput, error) {
	input := &s3.PutObjectInput{Bucket: aws.String(bucket), Key: aws.String(key), Body: bytes.NewReader(body)}
	for _, each := range more {
		each(input)
	}
	return client.PutObject(ctx, input)
}

func read(client *s3.Client, key string, more ...func(*s3.GetObjectInput)) ([]byte, error) {
	input := &s3.GetObjectInput{Bucket: aws.String(bucket), Key: aws.String(key)}
	for _, each := range more {
		each(input)
	}
	output, err := client.GetObject(ctx, input)
	if err != nil {
		return nil, err
	}
	defer output.Body.Close()
	return io.ReadAll(output.Body)
}

// Whether an object has these bytes.
func holds(client *s3.Client, key string, expected []byte, more ...func(*s3.GetObjectInput)) error {
	found, err := read(client, key, more...)
	if err == nil && !bytes.Equal(found, expected) {
		err = fmt.Errorf("%s: %d other bytes instead of %d", key, len(found), len(expected))
	}
	return err
}

func aBucket() error {
	_, err := first.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: aws.String(bucket)})
	// So S3 answers the retry of a first try that made it, without the client knowing.
	if err != nil && refused("BucketAlreadyOwnedByYou", err) != nil {
		return err
	}
	if _, err := second.HeadBucket(ctx, &s3.HeadBucketInput{Bucket: aws.String(bucket)}); err != nil {
		return err
	}
	all, err := third.ListBuckets(ctx, &s3.ListBucketsInput{})
	if err != nil {
		return err
	}
	return same(true, slices.ContainsFunc(all.Buckets, func(each types.Bucket) bool { return *each.Name == bucket }))
}

func small() error {
	_, err := put(first, "text", []byte("täxt"), func(input *s3.PutObjectInput) {
		input.ContentType, input.Metadata = aws.String("text/plain"), map[string]string{"a": "b"}
	})
	if err != nil {
		return err
	}
	head, err := second.HeadObject(ctx, &s3.HeadObjectInput{Bucket: aws.String(bucket), Key: aws.String("text")})
	if err != nil {
		return err
	}
	if _, err = put(second, "empty", nil); err != nil {
		return err
	}
	inTheMiddle := func(input *s3.GetObjectInput) { input.Range = aws.String("bytes=3-4") }
	return errors.Join(
		same("text/plain map[a:b]", fmt.Sprint(*head.ContentType, " ", head.Metadata)),
		holds(third, "text", []byte("täxt")),
		holds(first, "text", []byte("xt"), inTheMiddle),
		holds(third, "empty", nil))
}

func checksums() error {
	for _, algorithm := range []types.ChecksumAlgorithm{
		types.ChecksumAlgorithmCrc32, types.ChecksumAlgorithmCrc32c, types.ChecksumAlgorithmCrc64nvme,
		types.ChecksumAlgorithmSha1, types.ChecksumAlgorithmSha256,
	} {
		key := string(algorithm)
		_, err := put(first, key, content[:100_000], func(input *s3.PutObjectInput) {
			input.ChecksumAlgorithm = algorithm
		})
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		attributes, err := second.GetObjectAttributes(ctx, &s3.GetObjectAttributesInput{
			Bucket: aws.String(bucket), Key: aws.String(key),
			ObjectAttributes: []types.ObjectAttributes{types.ObjectAttributesChecksum},
		})
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		sum := attributes.Checksum
		sums := map[types.ChecksumAlgorithm]*string{
			types.ChecksumAlgorithmCrc32: sum.ChecksumCRC32, types.ChecksumAlgorithmCrc32c: sum.ChecksumCRC32C,
			types.ChecksumAlgorithmCrc64nvme: sum.ChecksumCRC64NVME, types.ChecksumAlgorithmSha1: sum.ChecksumSHA1,
			types.ChecksumAlgorithmSha256: sum.ChecksumSHA256,
		}
		if sums[algorithm] == nil {
			return fmt.Errorf("%s is not told", key)
		}
		// Reads compare what they get with its checksum.
		if err := holds(third, key, content[:100_000]); err != nil {
			return err
		}
	}
	return nil
}

func transfers() error {
	up, err := manager.NewUploader(first).Upload(ctx, &s3.PutObjectInput{
		Bucket: aws.String(bucket), Key: aws.String("large"), Body: bytes.NewReader(content),
	})
	if err != nil {
		return err
	}
	down := manager.NewWriteAtBuffer(nil)
	_, err = manager.NewDownloader(second).Download(ctx, down, &s3.GetObjectInput{
		Bucket: aws.String(bucket), Key: aws.String("large"),
	})
	if err != nil {
		return err
	}
	return errors.Join(
		same(5, len(up.CompletedParts)),
		same(true, bytes.Equal(content, down.Bytes())),
		holds(third, "large", content))
}

func abort() error {
	begun, err := first.CreateMultipartUpload(ctx, &s3.CreateMultipartUploadInput{
		Bucket: aws.String(bucket), Key: aws.String("aborted"),
	})
	if err != nil {
		return err
	}
	uploads := func() int {
		all, err := second.ListMultipartUploads(ctx, &s3.ListMultipartUploadsInput{
			Bucket: aws.String(bucket), Prefix: aws.String("aborted"),
		})
		if err != nil {
			return -1
		}
		return len(all.Uploads)
	}
	before := uploads()
	_, err = third.AbortMultipartUpload(ctx, &s3.AbortMultipartUploadInput{
		Bucket: aws.String(bucket), Key: aws.String("aborted"), UploadId: begun.UploadId,
	})
	return errors.Join(err, same(1, before), same(0, uploads()))
}

func lists() error {
	var names, found []string
	for number := 10; number < 35; number++ {
		name := fmt.Sprintf("pages/%d ü+&", number)
		names = append(names, name)
		if _, err := put(first, name, []byte(name)); err != nil {
			return err
		}
	}
	pages := s3.NewListObjectsV2Paginator(second, &s3.ListObjectsV2Input{
		Bucket: aws.String(bucket), Prefix: aws.String("pages/"), MaxKeys: aws.Int32(7),
	})
	for pages.HasMorePages() {
		page, err := pages.NextPage(ctx)
		if err != nil {
			return err
		}
		for _, each := range page.Contents {
			found = append(found, *each.Key)
		}
	}
	folders, err := third.ListObjectsV2(ctx, &s3.ListObjectsV2Input{
		Bucket: aws.String(bucket), Delimiter: aws.String("/"),
	})
	if err != nil {
		return err
	}
	if len(folders.CommonPrefixes) != 1 {
		return fmt.Errorf("folders: %v", folders.CommonPrefixes)
	}
	return errors.Join(same(names, found), same("pages/", *folders.CommonPrefixes[0].Prefix))
}

func conditions() error {
	create := func(input *s3.PutObjectInput) { input.IfNoneMatch = aws.String("*") }
	created, err := put(first, "once", []byte("a"), create)
	if err != nil {
		return err
	}
	replace := func(input *s3.PutObjectInput) { input.IfMatch = created.ETag }
	_, again := put(second, "once", []byte("b"), create)
	_, replaced := put(third, "once", []byte("c"), replace)
	_, late := put(first, "once", []byte("d"), replace)
	_, never := read(third, "never")
	return errors.Join(
		refused("PreconditionFailed", again), replaced, refused("PreconditionFailed", late),
		holds(second, "once", []byte("c")), refused("NoSuchKey", never))
}

func copies() error {
	name := "a folder/ü+ä %25"
	if _, err := put(first, name, []byte("copied")); err != nil {
		return err
	}
	for number, source := range []string{
		bucket + "/" + strings.ReplaceAll(url.PathEscape(name), "%2F", "/"),
		url.PathEscape(bucket + "/" + name),
	} {
		key := fmt.Sprint("copy", number)
		_, err := second.CopyObject(ctx, &s3.CopyObjectInput{
			Bucket: aws.String(bucket), Key: aws.String(key), CopySource: aws.String(source),
		})
		if err := errors.Join(err, holds(third, key, []byte("copied"))); err != nil {
			return err
		}
	}
	return nil
}

func tags() error {
	_, err := put(first, "tagged", []byte("a"), func(input *s3.PutObjectInput) {
		input.Tagging = aws.String("a=b&c=%C3%BC")
	})
	if err != nil {
		return err
	}
	found, err := second.GetObjectTagging(ctx, &s3.GetObjectTaggingInput{
		Bucket: aws.String(bucket), Key: aws.String("tagged"),
	})
	if err != nil {
		return err
	}
	var text []string
	for _, each := range found.TagSet {
		text = append(text, *each.Key+"="+*each.Value)
	}
	return same([]string{"a=b", "c=ü"}, text)
}

func versions() error {
	name, key := aws.String(bucket+"-versions"), aws.String("a")
	if _, err := first.CreateBucket(ctx, &s3.CreateBucketInput{Bucket: name}); err != nil {
		return err
	}
	_, err := first.PutBucketVersioning(ctx, &s3.PutBucketVersioningInput{
		Bucket: name, VersioningConfiguration: &types.VersioningConfiguration{Status: types.BucketVersioningStatusEnabled},
	})
	if err != nil {
		return err
	}
	old, err := second.PutObject(ctx, &s3.PutObjectInput{Bucket: name, Key: key, Body: strings.NewReader("old")})
	if err != nil {
		return err
	}
	if _, err = third.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: name, Key: key}); err != nil {
		return err
	}
	asBefore := func(input *s3.GetObjectInput) { input.Bucket, input.VersionId = name, old.VersionId }
	if err = holds(first, "a", []byte("old"), asBefore); err != nil {
		return err
	}
	all, err := second.ListObjectVersions(ctx, &s3.ListObjectVersionsInput{Bucket: name})
	if err != nil {
		return err
	}
	var ids []types.ObjectIdentifier
	for _, each := range all.Versions {
		ids = append(ids, types.ObjectIdentifier{Key: each.Key, VersionId: each.VersionId})
	}
	for _, each := range all.DeleteMarkers {
		ids = append(ids, types.ObjectIdentifier{Key: each.Key, VersionId: each.VersionId})
	}
	deleted, err := third.DeleteObjects(ctx, &s3.DeleteObjectsInput{Bucket: name, Delete: &types.Delete{Objects: ids}})
	if err != nil {
		return err
	}
	_, err = first.DeleteBucket(ctx, &s3.DeleteBucketInput{Bucket: name})
	return errors.Join(err, same(2, len(deleted.Deleted)), same(0, len(deleted.Errors)))
}

// Sends what was signed, with the headers that were.
func send(method, link string, signed http.Header, body string) (int, string, error) {
	request, err := http.NewRequest(method, link, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	request.Header = signed.Clone()
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(text), err
}

func links() error {
	get, err := s3.NewPresignClient(second).PresignGetObject(ctx, &s3.GetObjectInput{
		Bucket: aws.String(bucket), Key: aws.String("text"),
	})
	if err != nil {
		return err
	}
	_, text, err := send("GET", get.URL, get.SignedHeader, "")
	if err := errors.Join(err, same("täxt", text)); err != nil {
		return err
	}
	put, err := s3.NewPresignClient(first).PresignPutObject(ctx, &s3.PutObjectInput{
		Bucket: aws.String(bucket), Key: aws.String("linked"), ContentType: aws.String("text/plain"),
		Metadata: map[string]string{"a": "b"},
	})
	if err != nil {
		return err
	}
	status, text, err := send("PUT", put.URL, put.SignedHeader, "linked")
	if err := errors.Join(err, same("200 ", fmt.Sprint(status, " ", text))); err != nil {
		return err
	}
	head, err := third.HeadObject(ctx, &s3.HeadObjectInput{Bucket: aws.String(bucket), Key: aws.String("linked")})
	if err != nil {
		return err
	}
	other, _, err := send("PUT", strings.Replace(put.URL, "/linked?", "/text?", 1), put.SignedHeader, "a")
	return errors.Join(err, same(403, other), same("map[a:b]", head.Metadata), holds(second, "linked", []byte("linked")))
}

func neverSet() error {
	_, policy := first.GetBucketPolicy(ctx, &s3.GetBucketPolicyInput{Bucket: aws.String(bucket)})
	_, cors := second.GetBucketCors(ctx, &s3.GetBucketCorsInput{Bucket: aws.String(bucket)})
	return errors.Join(refused("NoSuchBucketPolicy", policy), refused("NoSuchCORSConfiguration", cors))
}
