package io.giza.console.page;

import io.giza.console.storage.Links;
import io.giza.console.storage.S3Access;
import io.giza.console.storage.Transfers;
import io.giza.console.view.Format;
import io.giza.console.view.UploadList;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;

/** Uploads in parts that were neither completed nor aborted. */
@RestController
@RequestMapping("/buckets/{bucket}/uploads")
public final class UploadsController {
    private final Pages pages;
    private final S3Access storage;
    private final Transfers transfers;

    /** Shows uploads. */
    public UploadsController(Pages pages, S3Access storage, Transfers transfers) {
        this.pages = pages;
        this.storage = storage;
        this.transfers = transfers;
    }

    @GetMapping
    ResponseEntity<String> list(HttpServletRequest request, @PathVariable("bucket") String bucket) {
        ListMultipartUploadsResponse found =
                storage.as(Pages.who(request).credentials())
                        .listMultipartUploads(list -> list.bucket(bucket));
        UploadList uploads =
                new UploadList(
                        bucket,
                        found.uploads().stream()
                                .map(
                                        each ->
                                                new UploadList.Upload(
                                                        each.key(),
                                                        each.uploadId(),
                                                        String.valueOf(each.initiated())))
                                .toList(),
                        Boolean.TRUE.equals(found.isTruncated()));
        return pages.show(request, "uploads", "Unfinished uploads", uploads);
    }

    @PostMapping("/abort")
    ResponseEntity<String> abort(
            HttpServletRequest request,
            @PathVariable("bucket") String bucket,
            @RequestParam("key") String key,
            @RequestParam("id") String id) {
        transfers.abort(Pages.who(request).credentials(), new Links.Target(bucket, key, null), id);
        return Pages.redirect("/buckets/" + Format.parameter(bucket) + "/uploads");
    }
}
