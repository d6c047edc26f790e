package io.giza.console.page;

import io.giza.console.session.Session;
import io.giza.console.storage.Deletion;
import io.giza.console.storage.Links;
import io.giza.console.storage.S3Access;
import io.giza.console.view.Folder;
import io.giza.console.view.Format;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CommonPrefix;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

import java.time.Duration;
import java.util.List;

/** What lies in a bucket, folder by folder. */
@RestController
public final class FolderController {
    private static final int PAGE = 1000;
    private static final Duration DOWNLOAD = Duration.ofMinutes(5);

    private final Pages pages;
    private final S3Access storage;
    private final Links links;

    /** Shows folders. */
    public FolderController(Pages pages, S3Access storage, Links links) {
        this.pages = pages;
        this.storage = storage;
        this.links = links;
    }

    @GetMapping("/buckets/{bucket}")
    ResponseEntity<String> list(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam(name = "prefix", defaultValue = "") String prefix,
            @RequestParam(name = "from", defaultValue = "") String from,
            @RequestParam(name = "find", defaultValue = "") String find) {
        Folder folder =
                folder(Pages.who(request), bucket, new Place(prefix, find, from), Deletion.NONE);
        return pages.show(request, "folder", bucket, folder);
    }

    /** What of a bucket is looked at. */
    private record Place(String prefix, String find, String from) {}

    private Folder folder(Session who, String bucket, Place place, Deletion.Result done) {
        @Nullable String token = place.from.isEmpty() ? null : place.from;
        ListObjectsV2Response found =
                storage.as(who.credentials())
                        .listObjectsV2(
                                list ->
                                        list.bucket(bucket)
                                                .prefix(place.prefix + place.find)
                                                .delimiter("/")
                                                .maxKeys(PAGE)
                                                .continuationToken(token));
        return new Folder(
                bucket,
                place.prefix,
                found.commonPrefixes().stream().map(CommonPrefix::prefix).toList(),
                found.contents().stream().map(FolderController::item).toList(),
                found.nextContinuationToken(),
                place.from.isEmpty(),
                done.deleted(),
                done.problem());
    }

    private static Folder.Item item(S3Object object) {
        return new Folder.Item(
                object.key(), object.size(), String.valueOf(object.lastModified()), object.eTag());
    }

    @PostMapping("/buckets/{bucket}/delete")
    ResponseEntity<String> delete(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam(name = "prefix", defaultValue = "") String prefix) {
        Session who = Pages.who(request);
        // Spring would take a comma in a single key for a list.
        Deletion.Result done =
                new Deletion(storage.as(who.credentials()), bucket)
                        .delete(values(request, "key"), values(request, "folder"));
        HttpStatus status = done.problem().isEmpty() ? HttpStatus.OK : HttpStatus.CONFLICT;
        return pages.show(
                request,
                status,
                new Pages.Page(
                        "folder", bucket, folder(who, bucket, new Place(prefix, "", ""), done)));
    }

    private static List<String> values(HttpServletRequest request, String name) {
        String @Nullable [] values = request.getParameterValues(name);
        return values == null ? List.of() : List.of(values);
    }

    @PostMapping("/buckets/{bucket}/folder")
    ResponseEntity<String> makeFolder(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam(name = "prefix", defaultValue = "") String prefix,
            @RequestParam("name") String name) {
        String key = prefix + name.strip() + (name.strip().endsWith("/") ? "" : "/");
        storage.as(Pages.who(request).credentials())
                .putObject(put -> put.bucket(bucket).key(key), RequestBody.empty());
        return Pages.redirect(path(bucket, key));
    }

    static String path(String bucket, String prefix) {
        return "/buckets/" + Format.parameter(bucket) + "?prefix=" + Format.parameter(prefix);
    }

    /** The browser fetches the bytes by itself, and keeps them as a file. */
    @GetMapping("/buckets/{bucket}/download")
    ResponseEntity<String> download(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam("key") String key,
            @RequestParam(name = "version", required = false) @Nullable String version) {
        return Pages.redirect(
                links.download(
                        Pages.who(request).credentials(),
                        new Links.Target(bucket, key, version),
                        DOWNLOAD));
    }
}
