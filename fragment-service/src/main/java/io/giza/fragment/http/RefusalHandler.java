package io.giza.fragment.http;

import io.giza.fragment.store.BusyStoreException;

import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers what the controllers refuse. */
@RestControllerAdvice
public class RefusalHandler {
    @ExceptionHandler
    ResponseEntity<String> refused(RequestRefusedException refusal) {
        return refusal.toResponse();
    }

    /** What the fragments lie in is over its limits, so this service is too. */
    @ExceptionHandler
    ResponseEntity<String> busy(BusyStoreException busy) {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header("Retry-After", Long.toString(busy.retryAfter().toSeconds()))
                .body(busy.getMessage());
    }
}
