/** What buckets tell webhooks of: the events, and their records. */
@NullMarked
package io.giza.notification;

import org.jspecify.annotations.NullMarked;
