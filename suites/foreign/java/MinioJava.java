import io.minio.BucketExistsArgs;
import io.minio.ComposeObjectArgs;
import io.minio.ComposeSource;
import io.minio.CopyObjectArgs;
import io.minio.CopySource;
import io.minio.DeleteObjectTagsArgs;
import io.minio.DownloadObjectArgs;
import io.minio.GetBucketVersioningArgs;
import io.minio.GetObjectArgs;
import io.minio.GetObjectTagsArgs;
import io.minio.GetPresignedObjectUrlArgs;
import io.minio.ListObjectsArgs;
import io.minio.MakeBucketArgs;
import io.minio.MinioClient;
import io.minio.PostPolicy;
import io.minio.PutObjectArgs;
import io.minio.RemoveBucketArgs;
import io.minio.RemoveObjectArgs;
import io.minio.RemoveObjectsArgs;
import io.minio.Result;
import io.minio.SetBucketVersioningArgs;
import io.minio.SetObjectTagsArgs;
import io.minio.StatObjectArgs;
import io.minio.StatObjectResponse;
import io.minio.UploadObjectArgs;
import io.minio.errors.ErrorResponseException;
import io.minio.http.Method;
import io.minio.messages.DeleteObject;
import io.minio.messages.Item;
import io.minio.messages.VersioningConfiguration;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The SDK of MinIO for Java. */
final class MinioJava {
    private static final String BUCKET = "minio-java";

    private final byte[] content = Clients.bytes(20 * Clients.MEBIBYTE + 1);
    private final List<String> endpoints;
    private final MinioClient first;
    private final MinioClient second;
    private final MinioClient third;

    MinioJava(List<String> endpoints) {
        this.endpoints = endpoints;
        List<MinioClient> clients = endpoints.stream().map(MinioJava::client).toList();
        first = clients.get(0);
        second = clients.get(1);
        third = clients.get(2);
    }

    /** Without a region: it asks for that of the bucket. */
    private static MinioClient client(String endpoint) {
        return MinioClient.builder()
                .endpoint(endpoint)
                .credentials(System.getenv("AWS_ACCESS_KEY_ID"), System.getenv("AWS_SECRET_ACCESS_KEY"))
                .build();
    }

    void run(Clients checks) {
        checks.check("a bucket", this::bucket);
        checks.check("put, stat, and get whole and in part", this::small);
        checks.check("a stream in parts", this::stream);
        checks.check("a file up and down", this::file);
        checks.check("a copy, and one object of two", this::copies);
        checks.check("lists", this::lists);
        checks.check("conditions", this::conditions);
        checks.check("tags", this::tags);
        checks.check("links to get and to put", this::links);
        checks.check("a form", this::form);
        checks.check("versions", this::versions);
        checks.check("all versions are removed, then the bucket", this::removed);
    }

    private static void put(MinioClient minio, String name, String text) throws Exception {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        minio.putObject(
                PutObjectArgs.builder().bucket(BUCKET).object(name)
                        .stream(new ByteArrayInputStream(bytes), bytes.length, -1)
                        .contentType("text/plain")
                        .userMetadata(Map.of("a", "b"))
                        .build());
    }

    private static byte[] read(MinioClient minio, GetObjectArgs.Builder request) throws Exception {
        try (var object = minio.getObject(request.bucket(BUCKET).build())) {
            return object.readAllBytes();
        }
    }

    private static byte[] read(MinioClient minio, String name) throws Exception {
        return read(minio, GetObjectArgs.builder().object(name));
    }

    private static String text(MinioClient minio, String name) throws Exception {
        return new String(read(minio, name), StandardCharsets.UTF_8);
    }

    private static void refused(String code, Clients.Test test) throws Exception {
        Clients.refused(code, ErrorResponseException.class, each -> each.errorResponse().code(), test);
    }

    private static boolean exists(MinioClient minio, String bucket) throws Exception {
        return minio.bucketExists(BucketExistsArgs.builder().bucket(bucket).build());
    }

    private void bucket() throws Exception {
        first.makeBucket(MakeBucketArgs.builder().bucket(BUCKET).build());
        Clients.same(true, exists(second, BUCKET));
        Clients.same(false, exists(third, "minio-java-never"));
        Clients.same(true, third.listBuckets().stream().anyMatch(each -> each.name().equals(BUCKET)));
    }

    private static StatObjectResponse stat(MinioClient minio, String name) throws Exception {
        return minio.statObject(StatObjectArgs.builder().bucket(BUCKET).object(name).build());
    }

    private void small() throws Exception {
        put(first, "text", "täxt");
        StatObjectResponse found = stat(second, "text");
        Clients.same("text/plain b 5", found.contentType() + " " + found.userMetadata().get("a") + " " + found.size());
        Clients.same("täxt", text(third, "text"));
        byte[] part = read(first, GetObjectArgs.builder().object("text").offset(3L).length(2L));
        Clients.same("xt", new String(part, StandardCharsets.UTF_8));
        put(second, "empty", "");
        Clients.same("", text(third, "empty"));
    }

    private void stream() throws Exception {
        first.putObject(
                PutObjectArgs.builder().bucket(BUCKET).object("large")
                        .stream(new ByteArrayInputStream(content), -1, 6L * Clients.MEBIBYTE)
                        .build());
        Clients.sameBytes(content, read(second, "large"));
    }

    private void file() throws Exception {
        Path up = Files.write(Files.createTempFile("up", ""), content);
        Path down = Path.of(System.getProperty("java.io.tmpdir"), "minio-java-down");
        second.uploadObject(
                UploadObjectArgs.builder().bucket(BUCKET).object("file").filename(up.toString()).build());
        third.downloadObject(
                DownloadObjectArgs.builder().bucket(BUCKET).object("file").filename(down.toString()).build());
        Clients.sameBytes(content, Files.readAllBytes(down));
    }

    private void copies() throws Exception {
        put(first, Clients.ODD_NAME, "copied");
        second.copyObject(
                CopyObjectArgs.builder().bucket(BUCKET).object("folder/copy ü")
                        .source(CopySource.builder().bucket(BUCKET).object(Clients.ODD_NAME).build())
                        .build());
        Clients.same("copied", text(third, "folder/copy ü"));
        List<ComposeSource> sources =
                List.of("large", "text").stream()
                        .map(name -> ComposeSource.builder().bucket(BUCKET).object(name).build())
                        .toList();
        third.composeObject(
                ComposeObjectArgs.builder().bucket(BUCKET).object("composed").sources(sources).build());
        byte[] whole = read(first, "composed");
        Clients.same(content.length + 5, whole.length);
        Clients.sameBytes(content, Arrays.copyOf(whole, content.length));
    }

    private static List<Item> items(MinioClient minio, ListObjectsArgs.Builder request) throws Exception {
        List<Item> items = new ArrayList<>();
        for (Result<Item> each : minio.listObjects(request.bucket(BUCKET).build())) {
            items.add(each.get());
        }
        return items;
    }

    private void lists() throws Exception {
        List<String> names = IntStream.range(10, 35).mapToObj(number -> "pages/" + number + " ü+&").toList();
        for (String name : names) {
            put(first, name, name);
        }
        var pages = ListObjectsArgs.builder().prefix("pages/").recursive(true).maxKeys(7);
        Clients.same(names, items(second, pages).stream().map(Item::objectName).toList());
        var old = ListObjectsArgs.builder().prefix("pages/").recursive(true).maxKeys(7).useApiVersion1(true);
        Clients.same(names, items(third, old).stream().map(Item::objectName).toList());
        var folders = ListObjectsArgs.builder().prefix("f");
        Clients.same(
                List.of("file", "folder/"),
                items(first, folders).stream().map(Item::objectName).sorted().toList());
    }

    private void conditions() throws Exception {
        String etag = stat(second, "text").etag();
        byte[] found = read(third, GetObjectArgs.builder().object("text").matchETag(etag));
        Clients.same(5, found.length);
        refused("PreconditionFailed", () ->
                read(first, GetObjectArgs.builder().object("text").matchETag("00000000000000000000000000000000")));
        refused("NoSuchKey", () -> read(first, "never"));
        refused("NoSuchKey", () -> stat(second, "never"));
    }

    private void tags() throws Exception {
        var set = SetObjectTagsArgs.builder().bucket(BUCKET).object("text").tags(Map.of("a", "ü")).build();
        var get = GetObjectTagsArgs.builder().bucket(BUCKET).object("text").build();
        first.setObjectTags(set);
        Clients.same(Map.of("a", "ü"), second.getObjectTags(get).get());
        third.deleteObjectTags(DeleteObjectTagsArgs.builder().bucket(BUCKET).object("text").build());
        Clients.same(Map.of(), first.getObjectTags(get).get());
    }

    private static String link(MinioClient minio, Method method, String name) throws Exception {
        return minio.getPresignedObjectUrl(
                GetPresignedObjectUrlArgs.builder().method(method).bucket(BUCKET).object(name).expiry(60).build());
    }

    private void links() throws Exception {
        Clients.same("täxt", Clients.get(link(second, Method.GET, "text")).body());
        String url = link(first, Method.PUT, "linked");
        Clients.same(200, Clients.put(url, "linked", "text/plain").statusCode());
        Clients.same("linked", text(third, "linked"));
        Clients.same(403, Clients.put(url.replace("/linked?", "/text?"), "a", "text/plain").statusCode());
    }

    private void form() throws Exception {
        PostPolicy policy = new PostPolicy(BUCKET, ZonedDateTime.now().plusMinutes(5));
        policy.addEqualsCondition("key", "form");
        policy.addContentLengthRangeCondition(1, 1000);
        Map<String, String> fields = new HashMap<>(first.getPresignedPostFormData(policy));
        fields.put("key", "form");
        String url = endpoints.get(1) + "/" + BUCKET;
        Clients.same(204, Clients.post(url, fields, "form").statusCode());
        Clients.same("form", text(third, "form"));
        Clients.same(400, Clients.post(url, fields, "long".repeat(1000)).statusCode());
    }

    private void versions() throws Exception {
        var enabled = new VersioningConfiguration(VersioningConfiguration.Status.ENABLED, null);
        first.setBucketVersioning(SetBucketVersioningArgs.builder().bucket(BUCKET).config(enabled).build());
        var ask = GetBucketVersioningArgs.builder().bucket(BUCKET).build();
        Clients.same(enabled.status(), second.getBucketVersioning(ask).status());
        put(third, "text", "new");
        first.removeObject(RemoveObjectArgs.builder().bucket(BUCKET).object("text").build());
        refused("NoSuchKey", () -> read(second, "text"));
        List<Item> found = items(third, ListObjectsArgs.builder().prefix("text").includeVersions(true));
        Clients.same(3, found.size());
        // It lists the markers of deletions last.
        Item old = found.stream().filter(each -> !each.isDeleteMarker() && !each.isLatest()).toList().getLast();
        byte[] bytes = read(first, GetObjectArgs.builder().object("text").versionId(old.versionId()));
        Clients.same("täxt", new String(bytes, StandardCharsets.UTF_8));
    }

    private void removed() throws Exception {
        List<DeleteObject> all =
                items(first, ListObjectsArgs.builder().recursive(true).includeVersions(true)).stream()
                        .map(each -> new DeleteObject(each.objectName(), each.versionId()))
                        .toList();
        for (var failure : second.removeObjects(RemoveObjectsArgs.builder().bucket(BUCKET).objects(all).build())) {
            throw new IOException(failure.get().toString());
        }
        third.removeBucket(RemoveBucketArgs.builder().bucket(BUCKET).build());
        Clients.same(false, exists(first, BUCKET));
    }
}
