package io.giza.console.page;

import io.giza.console.cluster.AdminApi;
import io.giza.console.cluster.AdminException;
import io.giza.console.session.Allowed;
import io.giza.console.session.RefusedException;
import io.giza.console.session.Role;
import io.giza.console.session.Session;
import io.giza.console.storage.BucketProtection;
import io.giza.console.storage.BucketSettings;
import io.giza.console.storage.S3Access;
import io.giza.console.storage.TagLines;
import io.giza.console.view.Format;
import io.giza.console.view.Settings;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CORSRule;
import software.amazon.awssdk.services.s3.model.LifecycleRule;

import tools.jackson.databind.JsonNode;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What is set for a bucket. */
@RestController
@RequestMapping("/buckets/{bucket}/settings")
public final class SettingsController {
    private static final int BAD_REQUEST = 400;

    private final Pages pages;
    private final S3Access storage;
    private final AdminApi cluster;

    /** Shows and changes settings. */
    public SettingsController(Pages pages, S3Access storage, AdminApi cluster) {
        this.pages = pages;
        this.storage = storage;
        this.cluster = cluster;
    }

    private BucketSettings settings(HttpServletRequest request, String bucket) {
        return new BucketSettings(storage.as(Pages.who(request).credentials()), bucket);
    }

    @GetMapping
    ResponseEntity<String> show(HttpServletRequest request, @PathVariable("bucket") String bucket) {
        S3Client s3 = storage.as(Pages.who(request).credentials());
        BucketSettings of = new BucketSettings(s3, bucket);
        Session who = Pages.who(request);
        Settings settings =
                new Settings(
                        bucket,
                        of.versioning(),
                        of.lifecycle().stream().map(BucketSettings::describe).toList(),
                        of.crossOrigin().stream().map(SettingsController::origin).toList(),
                        of.tags(),
                        quota(who, bucket),
                        expiring(who),
                        new BucketProtection(s3, bucket).read());
        return pages.show(request, "settings", "Settings of " + bucket, settings);
    }

    private static Settings.Origin origin(CORSRule rule) {
        return new Settings.Origin(
                String.join(", ", rule.allowedOrigins()),
                String.join(", ", rule.allowedMethods()),
                String.join(", ", rule.allowedHeaders()),
                String.join(", ", rule.exposeHeaders()));
    }

    private Settings.@Nullable Quota quota(Session who, String bucket) {
        if (!who.may(Role.AUDITOR)) {
            return null;
        }
        try {
            JsonNode quota = cluster.get(who.credentials(), usagePath(bucket)).path("quota");
            return new Settings.Quota(
                    quota.path("bytes").asLong(0), quota.path("objects").asLong(0));
        } catch (AdminException e) {
            return null;
        }
    }

    private static String usagePath(String bucket) {
        return "/buckets/" + AdminApi.segment(bucket) + "/usage";
    }

    private Settings.@Nullable Expiring expiring(Session who) {
        if (!who.may(Role.AUDITOR)) {
            return null;
        }
        try {
            JsonNode expired = cluster.get(who.credentials(), "/jobs/gc/preview").path("expired");
            return new Settings.Expiring(
                    expired.path("current").asLong(0),
                    expired.path("noncurrent").asLong(0),
                    expired.path("marker").asLong(0),
                    expired.path("upload").asLong(0));
        } catch (AdminException e) {
            return null;
        }
    }

    @PostMapping("/versioning")
    ResponseEntity<String> versioning(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam("enabled") boolean enabled) {
        settings(request, bucket).setVersioning(enabled);
        return back(bucket);
    }

    /** What a form of a rule says; what is left empty does nothing. */
    record RuleForm(
            String id,
            String prefix,
            @Nullable Integer expire,
            @Nullable Integer noncurrent,
            @Nullable Integer abort,
            @Nullable String markers) {
        LifecycleRule toRule() {
            LifecycleRule.Builder rule =
                    LifecycleRule.builder()
                            .id(id.strip())
                            .status("Enabled")
                            .filter(each -> each.prefix(prefix));
            if (expire != null) {
                rule.expiration(each -> each.days(expire));
            } else if (markers != null) {
                rule.expiration(each -> each.expiredObjectDeleteMarker(true));
            }
            if (noncurrent != null) {
                rule.noncurrentVersionExpiration(each -> each.noncurrentDays(noncurrent));
            }
            if (abort != null) {
                rule.abortIncompleteMultipartUpload(each -> each.daysAfterInitiation(abort));
            }
            if (expire == null && markers == null && noncurrent == null && abort == null) {
                throw new RefusedException(
                        BAD_REQUEST, "The rule does nothing: give a number of days.");
            }
            return rule.build();
        }
    }

    @PostMapping("/lifecycle")
    ResponseEntity<String> putRule(
            HttpServletRequest request, @PathVariable("bucket") String bucket, RuleForm form) {
        settings(request, bucket).putRule(form.toRule());
        return back(bucket);
    }

    @PostMapping("/lifecycle/remove")
    ResponseEntity<String> removeRule(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam("id") String id) {
        settings(request, bucket).removeRule(id);
        return back(bucket);
    }

    @PostMapping("/cors")
    ResponseEntity<String> addOrigin(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam("origins") String origins,
            @RequestParam("methods") String methods,
            @RequestParam(name = "headers", defaultValue = "") String headers,
            @RequestParam(name = "exposed", defaultValue = "") String exposed) {
        settings(request, bucket)
                .addCrossOrigin(
                        CORSRule.builder()
                                .allowedOrigins(words(origins))
                                .allowedMethods(words(methods))
                                .allowedHeaders(words(headers))
                                .exposeHeaders(words(exposed))
                                .build());
        return back(bucket);
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split("[\\s,]+", -1)).filter(each -> !each.isEmpty()).toList();
    }

    @PostMapping("/cors/remove")
    ResponseEntity<String> removeOrigins(
            HttpServletRequest request, @PathVariable("bucket") String bucket) {
        settings(request, bucket).removeCrossOrigin();
        return back(bucket);
    }

    @PostMapping("/tags")
    ResponseEntity<String> tags(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam("tags") String tags) {
        settings(request, bucket).setTags(TagLines.parse(tags));
        return back(bucket);
    }

    @Allowed(Role.OPERATOR)
    @PostMapping("/quota")
    ResponseEntity<String> quota(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam(name = "gigabytes", defaultValue = "0") double gigabytes,
            @RequestParam(name = "objects", defaultValue = "0") long objects) {
        String path = "/buckets/" + AdminApi.segment(bucket) + "/quota";
        long bytes = Math.round(gigabytes * (1L << 30));
        if (bytes <= 0 && objects <= 0) {
            cluster.delete(Pages.who(request).credentials(), path);
        } else {
            cluster.put(
                    Pages.who(request).credentials(),
                    path,
                    Map.of("bytes", bytes, "objects", objects));
        }
        return back(bucket);
    }

    private static ResponseEntity<String> back(String bucket) {
        return Pages.redirect("/buckets/" + Format.parameter(bucket) + "/settings");
    }
}
