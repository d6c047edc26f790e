// The checks of javascript.sh. Usage: node clients.mjs ENDPOINT_OF_DC1 ENDPOINT_OF_DC2 ENDPOINT_OF_DC3
//
// What is written through one data center is read through another. Prints a line for each check; its
// last one is "N passed, N failed".

import assert from "node:assert/strict"
import { createHash } from "node:crypto"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import path from "node:path"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"
import * as aws from "@aws-sdk/client-s3"
import { Upload } from "@aws-sdk/lib-storage"
import { createPresignedPost } from "@aws-sdk/s3-presigned-post"
import { getSignedUrl } from "@aws-sdk/s3-request-presigner"
import oldAws from "aws-sdk"
import * as minio from "minio"

const MEBIBYTE = 1 << 20
const region = process.env.AWS_DEFAULT_REGION
const endpoints = process.argv.slice(2, 5)

let passed = 0
let failed = 0
let client = ""

// Counts whether the function succeeds.
async function check(what, test) {
  try {
    await test()
    passed += 1
    console.log(`PASSED: ${client}: ${what}`)
  } catch (failure) {
    failed += 1
    console.log(`FAILED: ${client}: ${what}`)
    console.log(failure)
  }
}

// Bytes that look like chance and are the same in each run.
function bytes(size) {
  const parts = []
  for (let number = 0; number * 32 < size; number++) {
    parts.push(createHash("sha256").update(String(number)).digest())
  }
  return Buffer.concat(parts).subarray(0, size)
}

const content = bytes(20 * MEBIBYTE + 1)

function same(one, other) {
  assert.equal(one.length, other.length)
  assert.ok(Buffer.compare(Buffer.from(one), other) === 0, "other bytes")
}

async function fetched(url, options = {}, status = 200) {
  const answer = await fetch(url, options)
  const body = Buffer.from(await answer.arrayBuffer())
  assert.equal(answer.status, status, body.toString())
  return { body, headers: answer.headers }
}

async function refused(code, promise) {
  const refusal = await promise.then(
    () => assert.fail(`no ${code}`),
    (error) => error,
  )
  assert.equal(refusal.code ?? refusal.name, code, refusal)
  return refusal
}

async function all(stream) {
  const found = []
  for await (const each of stream) found.push(each)
  return found
}

async function awsClients() {
  const [first, second, third] = endpoints.map(
    (endpoint) => new aws.S3Client({ endpoint, region, forcePathStyle: true }),
  )
  const Bucket = "javascript"
  const read = async (s3, Key, more = {}) => {
    const answer = await s3.send(new aws.GetObjectCommand({ Bucket, Key, ...more }))
    return Buffer.from(await answer.Body.transformToByteArray())
  }
  const put = (s3, Key, Body, more = {}) => s3.send(new aws.PutObjectCommand({ Bucket, Key, Body, ...more }))

  await check("a bucket", async () => {
    await first.send(new aws.CreateBucketCommand({ Bucket }))
    await aws.waitUntilBucketExists({ client: second, maxWaitTime: 30 }, { Bucket })
    const { Buckets } = await third.send(new aws.ListBucketsCommand({}))
    assert.ok(Buckets.some(({ Name }) => Name === Bucket))
  })
  await check("text, nothing, a stream, and a range", async () => {
    await put(first, "text", "täxt", { ContentType: "text/plain", Metadata: { a: "b" } })
    assert.equal((await read(second, "text")).toString(), "täxt")
    const head = await third.send(new aws.HeadObjectCommand({ Bucket, Key: "text" }))
    assert.deepEqual([head.ContentType, head.Metadata], ["text/plain", { a: "b" }])
    await put(first, "empty", "")
    assert.equal((await read(second, "empty")).length, 0)
    const body = Readable.from([content.subarray(0, 70_000), content.subarray(70_000, 150_000)])
    await put(second, "stream", body, { ContentLength: 150_000 })
    same(await read(first, "stream"), content.subarray(0, 150_000))
    same(await read(third, "stream", { Range: "bytes=69990-70010" }), content.subarray(69_990, 70_011))
  })
  await check("each checksum", async () => {
    for (const ChecksumAlgorithm of ["CRC32", "CRC32C", "CRC64NVME", "SHA1", "SHA256"]) {
      const answer = await put(first, ChecksumAlgorithm, content.subarray(0, 100_000), { ChecksumAlgorithm })
      const { [`Checksum${ChecksumAlgorithm}`]: sum } = await second.send(
        new aws.HeadObjectCommand({ Bucket, Key: ChecksumAlgorithm, ChecksumMode: "ENABLED" }),
      )
      assert.ok(sum)
      assert.equal(sum, answer[`Checksum${ChecksumAlgorithm}`])
      same(await read(third, ChecksumAlgorithm), content.subarray(0, 100_000))
    }
  })
  await check("an upload in parts of lib-storage", async () => {
    await new Upload({ client: first, params: { Bucket, Key: "large", Body: Readable.from(content) } }).done()
    same(await read(second, "large"), content)
    const { ObjectParts, Checksum } = await third.send(
      new aws.GetObjectAttributesCommand({ Bucket, Key: "large", ObjectAttributes: ["ObjectParts", "Checksum"] }),
    )
    assert.equal(ObjectParts.TotalPartsCount, 5)
    assert.ok(!/-\d+$/.test(Checksum.ChecksumCRC32), Checksum.ChecksumCRC32)
  })
  await check("an upload of lib-storage that is given up leaves nothing", async () => {
    const upload = new Upload({ client: first, params: { Bucket, Key: "aborted", Body: content } })
    upload.on("httpUploadProgress", () => upload.abort())
    await assert.rejects(upload.done(), { name: "AbortError" })
    // It goes on to abort after it has told so.
    for (let left = ["?"], deadline = Date.now() + 60_000; left.length; await setTimeout(100)) {
      left = (await second.send(new aws.ListMultipartUploadsCommand({ Bucket, Prefix: "aborted" }))).Uploads ?? []
      assert.ok(Date.now() < deadline, JSON.stringify(left))
    }
  })
  await check("lists in pages", async () => {
    const names = Array.from({ length: 25 }, (_, number) => `pages/${String(number).padStart(2, "0")} ü+&`)
    await Promise.all(names.map((name) => put(first, name, name)))
    const found = []
    for await (const page of aws.paginateListObjectsV2({ client: second, pageSize: 7 }, { Bucket, Prefix: "pages/" })) {
      found.push(...page.Contents.map(({ Key }) => Key))
    }
    assert.deepEqual(found, names)
    const folders = await third.send(new aws.ListObjectsV2Command({ Bucket, Delimiter: "/" }))
    assert.deepEqual(folders.CommonPrefixes, [{ Prefix: "pages/" }])
  })
  await check("conditions", async () => {
    const { ETag } = await put(first, "once", "a", { IfNoneMatch: "*" })
    await refused("PreconditionFailed", put(second, "once", "b", { IfNoneMatch: "*" }))
    await put(third, "once", "c", { IfMatch: ETag })
    await refused("PreconditionFailed", put(first, "once", "d", { IfMatch: ETag }))
    assert.equal((await read(second, "once")).toString(), "c")
    await refused("NoSuchKey", read(second, "never"))
  })
  await check("a copy, its source encoded in each way", async () => {
    const name = "a folder/ü+ä %25"
    await put(first, name, "copied", { Metadata: { of: "source" } })
    const sources = [
      `${Bucket}/${name.split("/").map(encodeURIComponent).join("/")}`,
      encodeURIComponent(`${Bucket}/${name}`),
      `/${Bucket}/${encodeURIComponent(name)}`,
    ]
    for (const [number, CopySource] of sources.entries()) {
      await second.send(new aws.CopyObjectCommand({ Bucket, Key: `copy${number}`, CopySource }))
      const head = await third.send(new aws.HeadObjectCommand({ Bucket, Key: `copy${number}` }))
      assert.deepEqual(head.Metadata, { of: "source" })
      assert.equal((await read(first, `copy${number}`)).toString(), "copied")
    }
  })
  await check("tags", async () => {
    await put(first, "tagged", "a", { Tagging: "a=b&c=%C3%BC" })
    const key = { Bucket, Key: "tagged" }
    const tags = await second.send(new aws.GetObjectTaggingCommand(key))
    assert.deepEqual(tags.TagSet, [{ Key: "a", Value: "b" }, { Key: "c", Value: "ü" }])
    await third.send(new aws.PutObjectTaggingCommand({ ...key, Tagging: { TagSet: [{ Key: "d", Value: "e" }] } }))
    assert.deepEqual((await first.send(new aws.GetObjectTaggingCommand(key))).TagSet, [{ Key: "d", Value: "e" }])
  })
  await check("versions, and a delete of many", async () => {
    const versioned = { Bucket: "javascript-versions" }
    await first.send(new aws.CreateBucketCommand(versioned))
    await first.send(
      new aws.PutBucketVersioningCommand({ ...versioned, VersioningConfiguration: { Status: "Enabled" } }),
    )
    const old = await second.send(new aws.PutObjectCommand({ ...versioned, Key: "a", Body: "old" }))
    await third.send(new aws.PutObjectCommand({ ...versioned, Key: "a", Body: "new" }))
    await first.send(new aws.DeleteObjectCommand({ ...versioned, Key: "a" }))
    const answer = await second.send(
      new aws.GetObjectCommand({ ...versioned, Key: "a", VersionId: old.VersionId }),
    )
    assert.equal(await answer.Body.transformToString(), "old")
    const { Versions, DeleteMarkers } = await third.send(new aws.ListObjectVersionsCommand(versioned))
    assert.deepEqual([Versions.length, DeleteMarkers.length], [2, 1])
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }))
    const { Deleted, Errors } = await first.send(
      new aws.DeleteObjectsCommand({ ...versioned, Delete: { Objects } }),
    )
    assert.deepEqual([Deleted.length, Errors ?? []], [3, []])
    await second.send(new aws.DeleteBucketCommand(versioned))
  })
  await check("a link to get", async () => {
    const command = new aws.GetObjectCommand({ Bucket, Key: "text", ResponseContentType: "text/other" })
    const { body, headers } = await fetched(await getSignedUrl(second, command))
    assert.deepEqual([body.toString(), headers.get("content-type")], ["täxt", "text/other"])
    await fetched(await getSignedUrl(first, new aws.HeadObjectCommand({ Bucket, Key: "text" })), { method: "HEAD" })
  })
  await check("a link to put", async () => {
    const url = await getSignedUrl(first, new aws.PutObjectCommand({ Bucket, Key: "linked" }))
    await fetched(url, { method: "PUT", body: content.subarray(0, 100_000) })
    same(await read(second, "linked"), content.subarray(0, 100_000))
  })
  await check("a link to put, with what is said of the object", async () => {
    const said = { Metadata: { a: "b" }, ACL: "private", Tagging: "c=d", ContentType: "text/plain" }
    const url = await getSignedUrl(first, new aws.PutObjectCommand({ Bucket, Key: "said", ...said }))
    await fetched(url, { method: "PUT", body: "said", headers: { "content-type": "text/plain" } })
    const head = await second.send(new aws.HeadObjectCommand({ Bucket, Key: "said" }))
    assert.deepEqual([head.Metadata, head.ContentType, head.TagCount], [{ a: "b" }, "text/plain", 1])
  })
  await check("links to put parts", async () => {
    const key = { Bucket, Key: "parts" }
    const { UploadId } = await first.send(new aws.CreateMultipartUploadCommand(key))
    const Parts = []
    for (const [number, s3] of [first, second, third].entries()) {
      const part = { ...key, UploadId, PartNumber: number + 1 }
      const url = await getSignedUrl(s3, new aws.UploadPartCommand(part))
      const body = content.subarray(number * 6 * MEBIBYTE, (number + 1) * 6 * MEBIBYTE)
      const { headers } = await fetched(url, { method: "PUT", body })
      Parts.push({ PartNumber: number + 1, ETag: headers.get("etag") })
    }
    await second.send(new aws.CompleteMultipartUploadCommand({ ...key, UploadId, MultipartUpload: { Parts } }))
    same(await read(third, "parts"), content.subarray(0, 18 * MEBIBYTE))
  })
  await check("a link that was changed is refused", async () => {
    const url = await getSignedUrl(first, new aws.GetObjectCommand({ Bucket, Key: "text" }))
    const { body } = await fetched(url.replace("/text?", "/once?"), {}, 403)
    assert.match(body.toString(), /SignatureDoesNotMatch/)
  })
  await check("a form", async () => {
    const { url, fields } = await createPresignedPost(first, {
      Bucket,
      Key: "forms/${filename}",
      Conditions: [["starts-with", "$key", "forms/"], ["content-length-range", 1, 1000]],
    })
    const form = (text) => {
      const filled = new FormData()
      Object.entries(fields).forEach(([name, value]) => filled.append(name, value))
      filled.append("file", new Blob([text]), "a.txt")
      return { method: "POST", body: filled }
    }
    await fetched(url, form("form"), 204)
    assert.equal((await read(second, "forms/a.txt")).toString(), "form")
    await fetched(url, form("long".repeat(1000)), 400)
  })
  await check("a browser of another origin", async () => {
    const CORSRules = [
      { AllowedOrigins: ["https://shop.example"], AllowedMethods: ["GET", "PUT"], AllowedHeaders: ["*"], ExposeHeaders: ["ETag"] },
    ]
    await first.send(new aws.PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules } }))
    const url = await getSignedUrl(second, new aws.PutObjectCommand({ Bucket, Key: "browser" }))
    const asks = { "access-control-request-method": "PUT", "access-control-request-headers": "content-type" }
    const preflight = (origin, status) => fetched(url, { method: "OPTIONS", headers: { origin, ...asks } }, status)
    const allowed = await preflight("https://shop.example", 200)
    assert.equal(allowed.headers.get("access-control-allow-origin"), "https://shop.example")
    await preflight("https://other.example", 403)
    const origin = { origin: "https://shop.example" }
    const { headers } = await fetched(url, { method: "PUT", body: "browser", headers: origin })
    assert.equal(headers.get("access-control-expose-headers"), "ETag")
    const unsigned = await fetched(`${endpoints[0]}/${Bucket}/browser`, { headers: origin }, 403)
    assert.equal(unsigned.headers.get("access-control-allow-origin"), "https://shop.example")
  })
  await check("what was never set", async () => {
    await refused("NoSuchBucketPolicy", first.send(new aws.GetBucketPolicyCommand({ Bucket })))
    await refused("NoSuchLifecycleConfiguration", second.send(new aws.GetBucketLifecycleConfigurationCommand({ Bucket })))
    await refused("NoSuchPublicAccessBlockConfiguration", third.send(new aws.GetPublicAccessBlockCommand({ Bucket })))
  })
  await check("a refusal tells what it refuses", async () => {
    const refusal = await refused("NotImplemented", put(first, "refused", "a", { StorageClass: "GLACIER" }))
    assert.match(refusal.message, /x-amz-storage-class/)
  })
}

async function oldAwsClients() {
  const [first, second, third] = endpoints.map(
    (endpoint) => new oldAws.S3({ endpoint, region, s3ForcePathStyle: true, signatureVersion: "v4" }),
  )
  const Bucket = "javascript-2"
  const key = (Key) => ({ Bucket, Key })
  const put = (s3, Key, Body, more = {}) => s3.putObject({ Bucket, Key, Body, ...more }).promise()
  const read = async (s3, Key, more = {}) => (await s3.getObject({ Bucket, Key, ...more }).promise()).Body

  await check("a bucket", async () => {
    await first.createBucket({ Bucket }).promise()
    await second.waitFor("bucketExists", { Bucket }).promise()
    const { Buckets } = await third.listBuckets().promise()
    assert.ok(Buckets.some(({ Name }) => Name === Bucket))
  })
  await check("text, nothing, a stream, and a range", async () => {
    await put(first, "text", "täxt", { ContentType: "text/plain", Metadata: { a: "b" } })
    assert.equal((await read(second, "text")).toString(), "täxt")
    const head = await third.headObject(key("text")).promise()
    assert.deepEqual([head.ContentType, head.Metadata], ["text/plain", { a: "b" }])
    await put(first, "empty", "")
    assert.equal((await read(second, "empty")).length, 0)
    same(await buffer(first.getObject(key("text")).createReadStream()), Buffer.from("täxt"))
    assert.equal((await read(second, "text", { Range: "bytes=3-4" })).toString(), "xt")
  })
  await check("an upload in parts", async () => {
    await first.upload({ ...key("large"), Body: Readable.from([content]) }).promise()
    same(await read(second, "large"), content)
    same(await read(third, "large", { Range: "bytes=5242870-5242890" }), content.subarray(5_242_870, 5_242_891))
    assert.match((await third.headObject(key("large")).promise()).ETag, /-\d+"$/)
  })
  await check("an upload that is given up leaves nothing", async () => {
    const upload = first.upload({ ...key("aborted"), Body: content })
    upload.on("httpUploadProgress", () => upload.abort())
    await refused("RequestAbortedError", upload.promise())
    // It goes on to abort after it has told so.
    for (let left = ["?"], deadline = Date.now() + 60_000; left.length; await setTimeout(100)) {
      left = (await second.listMultipartUploads({ Bucket, Prefix: "aborted" }).promise()).Uploads
      assert.ok(Date.now() < deadline, JSON.stringify(left))
    }
  })
  await check("lists in pages", async () => {
    const names = Array.from({ length: 25 }, (_, number) => `pages/${String(number).padStart(2, "0")} ü+&`)
    await Promise.all(names.map((name) => put(first, name, name)))
    for (const list of ["listObjects", "listObjectsV2"]) {
      const found = []
      let page = second[list]({ Bucket, Prefix: "pages/", MaxKeys: 7 })
      while (page) {
        const answer = await page.promise()
        found.push(...answer.Contents.map(({ Key }) => Key))
        const { $response } = answer
        page = $response.hasNextPage() && $response.nextPage()
      }
      assert.deepEqual(found, names)
    }
    const folders = await third.listObjectsV2({ Bucket, Delimiter: "/" }).promise()
    assert.deepEqual(folders.CommonPrefixes, [{ Prefix: "pages/" }])
  })
  await check("conditions", async () => {
    const { ETag } = await put(first, "once", "a", { IfNoneMatch: "*" })
    await refused("PreconditionFailed", put(second, "once", "b", { IfNoneMatch: "*" }))
    await refused("NotModified", read(third, "once", { IfNoneMatch: ETag }))
    assert.equal((await read(first, "once", { IfMatch: ETag })).toString(), "a")
    await refused("NoSuchKey", read(second, "never"))
  })
  await check("a copy, its source encoded in each way", async () => {
    const name = "a folder/ü+ä %25"
    await put(first, name, "copied", { Metadata: { of: "source" } })
    const sources = [
      `${Bucket}/${name.split("/").map(encodeURIComponent).join("/")}`,
      encodeURIComponent(`${Bucket}/${name}`),
    ]
    for (const [number, CopySource] of sources.entries()) {
      await second.copyObject({ ...key(`copy${number}`), CopySource }).promise()
      const head = await third.headObject(key(`copy${number}`)).promise()
      assert.deepEqual(head.Metadata, { of: "source" })
      assert.equal((await read(first, `copy${number}`)).toString(), "copied")
    }
  })
  await check("tags", async () => {
    await put(first, "tagged", "a", { Tagging: "a=b&c=%C3%BC" })
    const { TagSet } = await second.getObjectTagging(key("tagged")).promise()
    assert.deepEqual(TagSet, [{ Key: "a", Value: "b" }, { Key: "c", Value: "ü" }])
    await third.deleteObjectTagging(key("tagged")).promise()
    assert.deepEqual((await first.getObjectTagging(key("tagged")).promise()).TagSet, [])
  })
  await check("versions, and a delete of many", async () => {
    const versioned = { Bucket: "javascript-2-versions" }
    const VersioningConfiguration = { Status: "Enabled" }
    await first.createBucket(versioned).promise()
    await first.putBucketVersioning({ ...versioned, VersioningConfiguration }).promise()
    const { VersionId } = await second.putObject({ ...versioned, Key: "a", Body: "old" }).promise()
    await third.putObject({ ...versioned, Key: "a", Body: "new" }).promise()
    await first.deleteObject({ ...versioned, Key: "a" }).promise()
    const old = await second.getObject({ ...versioned, Key: "a", VersionId }).promise()
    assert.equal(old.Body.toString(), "old")
    const { Versions, DeleteMarkers } = await third.listObjectVersions(versioned).promise()
    assert.deepEqual([Versions.length, DeleteMarkers.length], [2, 1])
    const Objects = [...Versions, ...DeleteMarkers].map((each) => ({ Key: each.Key, VersionId: each.VersionId }))
    const { Deleted, Errors } = await first.deleteObjects({ ...versioned, Delete: { Objects } }).promise()
    assert.deepEqual([Deleted.length, Errors], [3, []])
    await second.deleteBucket(versioned).promise()
  })
  await check("links to get and to put", async () => {
    const get = { ...key("text"), ResponseContentType: "text/other" }
    const { body, headers } = await fetched(await second.getSignedUrlPromise("getObject", get))
    assert.deepEqual([body.toString(), headers.get("content-type")], ["täxt", "text/other"])
    const said = { ContentType: "text/plain", Metadata: { a: "b" } }
    const url = await first.getSignedUrlPromise("putObject", { ...key("linked"), ...said })
    // It signs the header of the metadata too, so whoever uses the link has to send it.
    const sent = { "content-type": "text/plain", "x-amz-meta-a": "b" }
    await fetched(url, { method: "PUT", body: "linked", headers: sent })
    const head = await third.headObject(key("linked")).promise()
    assert.deepEqual([head.ContentType, head.Metadata], ["text/plain", { a: "b" }])
    await fetched(url.replace("/linked?", "/text?"), { method: "PUT", body: "linked", headers: sent }, 403)
  })
  await check("a form", async () => {
    const Conditions = [["content-length-range", 1, 1000]]
    const { url, fields } = first.createPresignedPost({ Bucket, Fields: { key: "form" }, Conditions })
    const filled = new FormData()
    Object.entries(fields).forEach(([name, value]) => filled.append(name, value))
    filled.append("file", new Blob(["form"]))
    await fetched(url, { method: "POST", body: filled }, 204)
    assert.equal((await read(second, "form")).toString(), "form")
  })
}

async function minioClients() {
  const [first, second, third] = endpoints.map((endpoint) => {
    const { hostname, port } = new URL(endpoint)
    return new minio.Client({
      endPoint: hostname,
      port: Number(port),
      useSSL: false,
      accessKey: process.env.AWS_ACCESS_KEY_ID,
      secretKey: process.env.AWS_SECRET_ACCESS_KEY,
    })
  })
  const bucket = "minio-js"
  const read = async (from, name, options) => buffer(await from.getObject(bucket, name, options))

  await check("a bucket", async () => {
    await first.makeBucket(bucket)
    assert.ok(await second.bucketExists(bucket))
    assert.ok(!(await third.bucketExists("minio-js-never")))
    assert.ok((await third.listBuckets()).some(({ name }) => name === bucket))
  })
  await check("put, stat, and get whole and in part", async () => {
    await first.putObject(bucket, "text", "täxt", undefined, { "Content-Type": "text/plain", a: "b" })
    const stat = await second.statObject(bucket, "text")
    assert.deepEqual([stat.metaData["content-type"], stat.metaData.a, stat.size], ["text/plain", "b", 5])
    assert.equal((await read(third, "text")).toString(), "täxt")
    assert.equal((await buffer(await first.getPartialObject(bucket, "text", 3, 2))).toString(), "xt")
  })
  await check("a stream in parts", async () => {
    await first.putObject(bucket, "large", Readable.from([content]))
    same(await read(second, "large"), content)
  })
  await check("a file up and down", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "giza-minio-js-"))
    try {
      await writeFile(`${folder}/up`, content)
      await second.fPutObject(bucket, "file", `${folder}/up`)
      await third.fGetObject(bucket, "file", `${folder}/down`)
      same(await readFile(`${folder}/down`), content)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
  await check("a copy, and one object of two", async () => {
    await first.copyObject(bucket, "folder/copy ü", `/${bucket}/text`)
    assert.equal((await read(second, "folder/copy ü")).toString(), "täxt")
    const source = (name) => new minio.CopySourceOptions({ Bucket: bucket, Object: name })
    await third.composeObject(new minio.CopyDestinationOptions({ Bucket: bucket, Object: "composed" }), [
      source("large"),
      source("text"),
    ])
    same(await read(first, "composed"), Buffer.concat([content, Buffer.from("täxt")]))
  })
  await check("lists", async () => {
    const names = (await all(second.listObjectsV2(bucket, "", true))).map(({ name }) => name)
    assert.deepEqual(names, ["composed", "file", "folder/copy ü", "large", "text"])
    const folders = (await all(third.listObjects(bucket, "f"))).map(({ name, prefix }) => name ?? prefix)
    assert.deepEqual(folders.sort(), ["file", "folder/"])
  })
  await check("tags", async () => {
    await first.setObjectTagging(bucket, "text", { a: "b" })
    assert.deepEqual(await second.getObjectTagging(bucket, "text"), [{ Key: "a", Value: "b" }])
    await third.removeObjectTagging(bucket, "text")
    assert.deepEqual(await first.getObjectTagging(bucket, "text"), [])
  })
  await check("links to get and to put", async () => {
    const get = await first.presignedGetObject(bucket, "text", 60, { "response-content-type": "text/other" })
    const { body, headers } = await fetched(get)
    assert.deepEqual([body.toString(), headers.get("content-type")], ["täxt", "text/other"])
    await fetched(await second.presignedPutObject(bucket, "linked", 60), { method: "PUT", body: "linked" })
    assert.equal((await read(third, "linked")).toString(), "linked")
  })
  await check("a form", async () => {
    const policy = first.newPostPolicy()
    policy.setBucket(bucket)
    policy.setKey("form")
    policy.setExpires(new Date(Date.now() + 60_000))
    const { postURL, formData } = await first.presignedPostPolicy(policy)
    const filled = new FormData()
    Object.entries(formData).forEach(([name, value]) => filled.append(name, value))
    filled.append("file", new Blob(["form"]))
    await fetched(postURL, { method: "POST", body: filled }, 204)
    assert.equal((await read(second, "form")).toString(), "form")
  })
  await check("a lifecycle, and versions", async () => {
    const rules = { Rule: [{ ID: "a", Status: "Enabled", Filter: { Prefix: "old/" }, Expiration: { Days: 5 } }] }
    await first.setBucketLifecycle(bucket, rules)
    const found = await second.getBucketLifecycle(bucket)
    assert.equal([found.Rule].flat()[0].ID, "a")
    await first.removeBucketLifecycle(bucket)
    await first.setBucketVersioning(bucket, { Status: "Enabled" })
    assert.equal((await third.getBucketVersioning(bucket)).Status, "Enabled")
    await second.putObject(bucket, "text", "new")
    const versions = await all(third.listObjects(bucket, "text", false, { IncludeVersion: true }))
    assert.equal(versions.length, 2)
    const old = versions.find(({ isLatest }) => String(isLatest) !== "true")
    assert.equal((await read(first, "text", { versionId: old.versionId })).toString(), "täxt")
  })
  await check("an upload that was left is listed and removed", async () => {
    await first.initiateNewMultipartUpload(bucket, "left", {})
    assert.equal((await all(second.listIncompleteUploads(bucket, "left", true))).length, 1)
    await third.removeIncompleteUpload(bucket, "left")
    assert.equal((await all(second.listIncompleteUploads(bucket, "left", true))).length, 0)
  })
  await check("what was never set, and what was never there", async () => {
    await refused("NoSuchBucketPolicy", first.getBucketPolicy(bucket))
    await refused("NotFound", second.statObject(bucket, "never"))
    await refused("NoSuchBucket", all(third.listObjectsV2("minio-js-never")))
  })
  await check("all versions are removed, then the bucket", async () => {
    const versions = await all(first.listObjects(bucket, "", true, { IncludeVersion: true }))
    await second.removeObjects(bucket, versions.map(({ name, versionId }) => ({ name, versionId })))
    await third.removeBucket(bucket)
    assert.ok(!(await first.bucketExists(bucket)))
  })
}

for (const [name, checks] of [["AWS SDK", awsClients], ["AWS SDK v2", oldAwsClients], ["minio-js", minioClients]]) {
  client = name
  await check("runs to its end", checks)
}
console.log(`${passed} passed, ${failed} failed`)
