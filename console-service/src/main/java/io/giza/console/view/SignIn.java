package io.giza.console.view;

/**
 * The page on which one signs in.
 *
 * @param accessKey what was typed before
 * @param problem why it was refused; empty if it was not
 */
public record SignIn(String accessKey, String problem) {}
