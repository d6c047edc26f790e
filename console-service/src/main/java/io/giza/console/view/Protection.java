package io.giza.console.view;

import java.util.List;

/**
 * Who else may use a bucket, and how long its versions are kept from being deleted.
 *
 * @param policy as it was put, made readable; empty if there is none
 * @param isPublic whether the policy lets anybody in
 * @param blocks what public access is blocked
 * @param lock how versions are locked
 */
public record Protection(String policy, boolean isPublic, List<Block> blocks, Lock lock) {
    /**
     * Something of public access that may be blocked.
     *
     * @param name what the form calls it
     * @param sentence what it does
     * @param isOn whether it is blocked
     */
    public record Block(String name, String sentence, boolean isOn) {}

    /**
     * Object lock.
     *
     * @param isOn whether the bucket has it, which cannot be taken back
     * @param mode of new versions, GOVERNANCE or COMPLIANCE; empty if they are not locked
     * @param count how many days or years they are kept; 0 if they are not locked
     * @param unit days or years
     */
    public record Lock(boolean isOn, String mode, int count, String unit) {
        /** Of a bucket without. */
        public static final Lock OFF = new Lock(false, "", 0, "days");
    }
}
