package io.giza.console.page;

import io.giza.console.session.RefusedException;
import io.giza.console.storage.BucketProtection;
import io.giza.console.storage.S3Access;
import io.giza.console.view.Format;
import io.giza.console.view.Protection;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import java.util.Set;

/** Changes who else may use a bucket, and how long its versions are kept. */
@RestController
@RequestMapping("/buckets/{bucket}/settings")
public final class ProtectionController {
    private static final int BAD_REQUEST = 400;

    private final S3Access storage;

    /** Changes settings. */
    public ProtectionController(S3Access storage) {
        this.storage = storage;
    }

    private BucketProtection protection(HttpServletRequest request, String bucket) {
        return new BucketProtection(storage.as(Pages.who(request).credentials()), bucket);
    }

    @PostMapping("/policy")
    ResponseEntity<String> policy(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam("policy") String policy) {
        protection(request, bucket).setPolicy(policy);
        return back(bucket);
    }

    @PostMapping("/blocks")
    ResponseEntity<String> blocks(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam(name = "block", defaultValue = "") Set<String> blocks) {
        protection(request, bucket).setBlocks(blocks);
        return back(bucket);
    }

    @PostMapping("/lock")
    ResponseEntity<String> lock(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam(name = "mode", defaultValue = "") String mode,
            @RequestParam(name = "count", defaultValue = "0") int count,
            @RequestParam(name = "unit", defaultValue = "days") String unit) {
        if (!mode.isEmpty() && count < 1) {
            throw new RefusedException(
                    BAD_REQUEST, "Say for how many days or years new versions are kept.");
        }
        protection(request, bucket).setLock(new Protection.Lock(true, mode, count, unit));
        return back(bucket);
    }

    private static ResponseEntity<String> back(String bucket) {
        return Pages.redirect("/buckets/" + Format.parameter(bucket) + "/settings");
    }
}
