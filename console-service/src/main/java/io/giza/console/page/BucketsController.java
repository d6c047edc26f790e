package io.giza.console.page;

import io.giza.console.cluster.AdminApi;
import io.giza.console.cluster.AdminException;
import io.giza.console.session.Role;
import io.giza.console.session.Session;
import io.giza.console.storage.S3Access;
import io.giza.console.view.BucketList;
import io.giza.console.view.Format;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.BucketVersioningStatus;
import software.amazon.awssdk.services.s3.model.S3Exception;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The buckets of an account. */
@RestController
public final class BucketsController {
    private final Pages pages;
    private final S3Access storage;
    private final AdminApi cluster;

    /** Shows buckets. */
    public BucketsController(Pages pages, S3Access storage, AdminApi cluster) {
        this.pages = pages;
        this.storage = storage;
        this.cluster = cluster;
    }

    @GetMapping("/")
    ResponseEntity<String> start(HttpServletRequest request) {
        return Pages.redirect(Pages.who(request).may(Role.AUDITOR) ? "/overview" : "/buckets");
    }

    @GetMapping("/buckets")
    ResponseEntity<String> list(HttpServletRequest request) {
        return pages.show(request, "buckets", "Buckets", buckets(Pages.who(request), ""));
    }

    private BucketList buckets(Session who, String problem) {
        Map<String, BucketList.Usage> usages = usages(who);
        List<BucketList.Bucket> buckets =
                storage.as(who.credentials()).listBuckets().buckets().stream()
                        .map(
                                each ->
                                        new BucketList.Bucket(
                                                each.name(),
                                                String.valueOf(each.creationDate()),
                                                usages.get(each.name())))
                        .toList();
        return new BucketList(buckets, problem);
    }

    /** What sweeps found is for those who may see what operators see. */
    private Map<String, BucketList.Usage> usages(Session who) {
        Map<String, BucketList.Usage> usages = new HashMap<>();
        if (!who.may(Role.AUDITOR)) {
            return usages;
        }
        try {
            JsonNode answer =
                    cluster.get(who.credentials(), "/buckets", Map.of("account", who.account()));
            for (JsonNode each : answer.path("buckets")) {
                JsonNode usage = each.path("usage");
                if (usage.isObject()) {
                    usages.put(each.path("name").asString(), usage(usage));
                }
            }
        } catch (AdminException e) {
            // The buckets can be shown without.
            usages.clear();
        }
        return usages;
    }

    private static BucketList.Usage usage(JsonNode usage) {
        return new BucketList.Usage(
                usage.path("objects").asLong(),
                usage.path("versions").asLong(),
                usage.path("bytes").asLong(),
                usage.path("stored_bytes").asLong(),
                usage.path("ended").asString(""));
    }

    @PostMapping("/buckets")
    ResponseEntity<String> create(
            HttpServletRequest request,
            @RequestParam("name") String name,
            @RequestParam(name = "versioning", defaultValue = "") String versioning,
            @RequestParam(name = "lock", defaultValue = "") String lock) {
        Session who = Pages.who(request);
        S3Client s3 = storage.as(who.credentials());
        try {
            boolean isLocked = !lock.isEmpty();
            s3.createBucket(
                    bucket ->
                            bucket.bucket(name.strip())
                                    .objectLockEnabledForBucket(isLocked ? true : null));
            if (!versioning.isEmpty() && !isLocked) {
                s3.putBucketVersioning(
                        put ->
                                put.bucket(name.strip())
                                        .versioningConfiguration(
                                                each ->
                                                        each.status(
                                                                BucketVersioningStatus.ENABLED)));
            }
        } catch (S3Exception | IllegalArgumentException e) {
            return refused(request, e);
        }
        return Pages.redirect("/buckets/" + Format.parameter(name.strip()));
    }

    @PostMapping("/buckets/{bucket}/remove")
    ResponseEntity<String> remove(
            HttpServletRequest request, @PathVariable("bucket") String bucket) {
        try {
            storage.as(Pages.who(request).credentials())
                    .deleteBucket(delete -> delete.bucket(bucket));
        } catch (S3Exception e) {
            return refused(request, e);
        }
        return Pages.redirect("/buckets");
    }

    private ResponseEntity<String> refused(HttpServletRequest request, RuntimeException e) {
        String sentence =
                e instanceof S3Exception s3
                        ? ErrorAdvice.sentence(s3)
                        : Objects.requireNonNullElse(
                                e.getMessage(), "This is no name of a bucket.");
        HttpStatus status =
                e instanceof S3Exception s3
                        ? Objects.requireNonNullElse(
                                HttpStatus.resolve(s3.statusCode()), HttpStatus.BAD_GATEWAY)
                        : HttpStatus.BAD_REQUEST;
        return pages.show(
                request,
                status,
                new Pages.Page("buckets", "Buckets", buckets(Pages.who(request), sentence)));
    }
}
