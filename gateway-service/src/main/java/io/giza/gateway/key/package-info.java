/** Access keys: made, kept with their secrets encrypted, looked up. */
@NullMarked
package io.giza.gateway.key;

import org.jspecify.annotations.NullMarked;
