package io.giza.console.page;

import io.giza.console.cluster.AdminException;
import io.giza.console.session.RefusedException;
import io.giza.console.view.Problem;

import jakarta.servlet.http.HttpServletRequest;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.util.Objects;

/** Says what went wrong: a page for people, JSON for scripts. */
@RestControllerAdvice
public final class ErrorAdvice {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorAdvice.class);

    private final Pages pages;

    /** Draws with pages. */
    public ErrorAdvice(Pages pages) {
        this.pages = pages;
    }

    @ExceptionHandler
    ResponseEntity<?> refused(RefusedException e, HttpServletRequest request) {
        return answer(request, e.status(), String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<?> admin(AdminException e, HttpServletRequest request) {
        return answer(request, e.status(), String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ResponseEntity<?> storage(S3Exception e, HttpServletRequest request) {
        return answer(request, e.statusCode(), sentence(e));
    }

    @ExceptionHandler
    ResponseEntity<?> unreachable(SdkClientException e, HttpServletRequest request) {
        LOG.atWarn().setCause(e).log("a gateway did not answer");
        return answer(
                request, AdminException.UNREACHABLE, "The gateway does not answer: try again.");
    }

    @ExceptionHandler
    ResponseEntity<?> other(Exception e, HttpServletRequest request) {
        if (e instanceof ErrorResponse known) {
            HttpStatus status = HttpStatus.valueOf(known.getStatusCode().value());
            return answer(request, status.value(), status.getReasonPhrase() + ".");
        }
        LOG.atError().setCause(e).log("page failed");
        return answer(request, 500, "The console failed at this; its log says why.");
    }

    /** What S3 says of a refusal, without what the SDK adds. */
    static String sentence(S3Exception e) {
        String message = e.awsErrorDetails() == null ? "" : e.awsErrorDetails().errorMessage();
        String code = e.awsErrorDetails() == null ? "" : e.awsErrorDetails().errorCode();
        String text = Objects.requireNonNullElse(message, "");
        return text.isEmpty()
                ? "S3 refused it with " + e.statusCode() + "."
                : text + " (" + Objects.requireNonNullElse(code, "") + ")";
    }

    private ResponseEntity<?> answer(HttpServletRequest request, int code, String sentence) {
        HttpStatus known = HttpStatus.resolve(code);
        HttpStatus status = known == null ? HttpStatus.BAD_GATEWAY : known;
        Problem problem = new Problem(status.value(), sentence);
        if (request.getHeader("X-Giza-Token") != null) {
            return ResponseEntity.status(status).body(problem);
        }
        return pages.show(
                request, status, new Pages.Page("problem", status.getReasonPhrase(), problem));
    }
}
