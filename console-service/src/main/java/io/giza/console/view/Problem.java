package io.giza.console.view;

/**
 * What went wrong.
 *
 * @param status of HTTP
 * @param error why, for people
 */
public record Problem(int status, String error) {}
