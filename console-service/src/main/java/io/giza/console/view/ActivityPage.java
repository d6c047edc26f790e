package io.giza.console.view;

import java.util.List;

/**
 * What operators had done.
 *
 * @param days how far back is looked
 * @param events newest first
 * @param more whether there are more than are listed
 */
public record ActivityPage(int days, List<Event> events, boolean more) {
    /**
     * Something that an operator had done.
     *
     * @param fields what was asked for, as JSON
     * @param status what was answered; 0 where nobody noted it
     */
    public record Event(
            String time,
            String accessKey,
            String account,
            String remote,
            String dc,
            String what,
            String fields,
            int status,
            String error) {
        /** Tells whether it was done. */
        public boolean isDone() {
            return status >= 200 && status < 300;
        }
    }
}
