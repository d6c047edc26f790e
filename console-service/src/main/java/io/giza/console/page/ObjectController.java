package io.giza.console.page;

import io.giza.console.cluster.AdminApi;
import io.giza.console.cluster.AdminException;
import io.giza.console.cluster.Credentials;
import io.giza.console.picture.WhereItLies;
import io.giza.console.session.Role;
import io.giza.console.session.Session;
import io.giza.console.storage.Links;
import io.giza.console.storage.ObjectReading;
import io.giza.console.storage.S3Access;
import io.giza.console.storage.TagLines;
import io.giza.console.view.Format;
import io.giza.console.view.ObjectPage;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** One object: what it is, its versions, and where it lies. */
@RestController
@RequestMapping("/buckets/{bucket}")
public final class ObjectController {
    private static final int MOST_MINUTES = 7 * 24 * 60;

    private final Pages pages;
    private final S3Access storage;
    private final ObjectReading reading;
    private final Links links;
    private final AdminApi cluster;

    /** Shows objects. */
    public ObjectController(
            Pages pages, S3Access storage, ObjectReading reading, Links links, AdminApi cluster) {
        this.pages = pages;
        this.storage = storage;
        this.reading = reading;
        this.links = links;
        this.cluster = cluster;
    }

    @GetMapping("/object")
    ResponseEntity<String> show(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam("key") String key,
            @RequestParam(name = "version", required = false) @Nullable String version) {
        return show(request, new Links.Target(bucket, key, version), "");
    }

    private ResponseEntity<String> show(
            HttpServletRequest request, Links.Target target, String share) {
        Session session = Pages.who(request);
        Credentials who = session.credentials();
        List<ObjectPage.Version> versions = reading.versions(who, target);
        Optional<HeadObjectResponse> head = reading.head(who, target);
        boolean isThere = head.isPresent() || !versions.isEmpty();
        ObjectPage page =
                new ObjectPage(
                        target.bucket(),
                        target.key(),
                        head.map(ObjectController::shown).orElse(null),
                        versions,
                        head.isPresent() ? reading.tags(who, target) : Map.of(),
                        head.isPresent() ? where(session, target) : null,
                        share,
                        head.map(each -> reading.preview(who, target, each))
                                .orElse(ObjectPage.Preview.NONE),
                        isThere ? "" : "There is no such object.");
        return pages.show(
                request,
                isThere ? HttpStatus.OK : HttpStatus.NOT_FOUND,
                new Pages.Page("object", target.key(), page));
    }

    private static ObjectPage.Shown shown(HeadObjectResponse head) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("Size", Format.count(head.contentLength()) + " bytes");
        facts.put("Changed", Format.time(head.lastModified()));
        facts.putAll(ObjectReading.facts(head));
        return new ObjectPage.Shown(
                Objects.requireNonNullElse(head.versionId(), "null"), head.contentLength(), facts);
    }

    private @Nullable WhereItLies where(Session session, Links.Target target) {
        if (!session.may(Role.AUDITOR)) {
            return null;
        }
        Map<String, String> parameters = new HashMap<>();
        parameters.put("bucket", target.bucket());
        parameters.put("key", target.key());
        if (target.version() != null) {
            parameters.put("version-id", target.version());
        }
        try {
            return WhereItLies.of(cluster.get(session.credentials(), "/objects", parameters));
        } catch (AdminException e) {
            return null;
        }
    }

    @PostMapping("/share")
    ResponseEntity<String> share(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam("key") String key,
            @RequestParam(name = "version", required = false) @Nullable String version,
            @RequestParam("minutes") int minutes) {
        Links.Target target = new Links.Target(bucket, key, version);
        Duration lasting = Duration.ofMinutes(Math.clamp(minutes, 1, MOST_MINUTES));
        return show(
                request, target, links.download(Pages.who(request).credentials(), target, lasting));
    }

    /** Makes an earlier version the newest again: a copy of it. */
    @PostMapping("/restore")
    ResponseEntity<String> restore(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam("key") String key,
            @RequestParam("version") String version) {
        storage.as(Pages.who(request).credentials())
                .copyObject(
                        copy ->
                                copy.sourceBucket(bucket)
                                        .sourceKey(key)
                                        .sourceVersionId(version)
                                        .destinationBucket(bucket)
                                        .destinationKey(key));
        return Pages.redirect(path(bucket, key));
    }

    /** Deletes one version for good, or a marker, which brings the object back. */
    @PostMapping("/delete-version")
    ResponseEntity<String> deleteVersion(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam("key") String key,
            @RequestParam("version") String version) {
        Credentials who = Pages.who(request).credentials();
        storage.as(who).deleteObject(delete -> delete.bucket(bucket).key(key).versionId(version));
        boolean isLeft = !reading.versions(who, new Links.Target(bucket, key, null)).isEmpty();
        return Pages.redirect(
                isLeft
                        ? path(bucket, key)
                        : FolderController.path(
                                bucket, key.substring(0, key.lastIndexOf('/') + 1)));
    }

    @PostMapping("/object-tags")
    ResponseEntity<String> tag(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam("key") String key,
            @RequestParam(name = "version", required = false) @Nullable String version,
            @RequestParam("tags") String tags) {
        storage.as(Pages.who(request).credentials())
                .putObjectTagging(
                        put ->
                                put.bucket(bucket)
                                        .key(key)
                                        .versionId(version)
                                        .tagging(each -> each.tagSet(TagLines.parse(tags))));
        return Pages.redirect(path(bucket, key));
    }

    private static String path(String bucket, String key) {
        return "/buckets/" + Format.parameter(bucket) + "/object?key=" + Format.parameter(key);
    }
}
