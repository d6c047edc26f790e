/** What webhooks are to be told of: noted beside each change, before the change is acknowledged. */
@NullMarked
package io.giza.gateway.notify;

import org.jspecify.annotations.NullMarked;
