/** The webhooks that buckets may have told of their events. */
@NullMarked
package io.giza.service.webhook;

import org.jspecify.annotations.NullMarked;
